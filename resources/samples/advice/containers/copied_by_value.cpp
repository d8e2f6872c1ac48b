// SPDX-License-Identifier: MIT
//
// A function takes a list of names by value, and only reads it: each call copies all names, and destroys the copies.
// Change: take the list by const reference.
//
// Tools: dead-stores, silent-stores, redundant-loads
// Finding: copied-object
#include "../apart.h"
#include <cstdio>
#include <string>
#include <vector>

APART static size_t characters_of(std::vector<std::string> names) {
  size_t count = 0;
  for (const std::string& name : names) count += name.size();
  return count;
}

APART static size_t ask_again(const std::vector<std::string>& names, int times) {
  size_t total = 0;
  for (int i = 0; i < times; i++) total += characters_of(names); /* finding: earlier later */
  return total;
}

int main(int count, char** arguments) {
  std::vector<std::string> names;
  for (int i = 0; i < 40; i++) names.push_back("instrument number " + std::to_string(i));
  std::printf("%zu\n", ask_again(names, rounds(count, arguments, 400)));
}
