// SPDX-License-Identifier: MIT
//
// A callee whose code is inlined reads its object again for every character, because a store through a char pointer
// may change anything.
//
// True answer: the loads of Buffer::length and Buffer::start, inlined into fill(), are REDUNDANT_WITH themselves; fill()
// loads nothing else in its loop.
//
// Usage: inlined_reload [ROUNDS]
#include <cstdio>
#include <cstdlib>

class Buffer {
 public:
  Buffer(char *start, long length) : start_(start), length_(length) {}
  long length() const { return length_; }    // answer: redundant reload
  char &at(long i) { return start_[i]; }  // answer: redundant reload

 private:
  char *start_;
  long length_;
};

__attribute__((noinline)) static void fill(Buffer &buffer, char value) {
  for (long i = 0; i < buffer.length(); i++) buffer.at(i) = value;
}

int main(int count, char **arguments) {
  constexpr long size = 100'000;
  const int rounds = count > 1 ? atoi(arguments[1]) : 60 * 1000;
  char *bytes = static_cast<char *>(malloc(size));
  Buffer buffer(bytes, size);
  for (int round = 0; round < rounds; round++) fill(buffer, static_cast<char>(round));
  printf("%d\n", bytes[size / 2]);
  free(bytes);
  return 0;
}
