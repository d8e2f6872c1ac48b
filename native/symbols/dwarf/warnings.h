// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_WARNINGS_H
#define HAGSTONE_SYMBOLS_WARNINGS_H

#include <cstddef>
#include <string>
#include <vector>

namespace hagstone::symbols {

// Missing or damaged data, one line per problem: thousands of compile units with the same problem make one line
// that names the first of them and how many more there are.
class Warnings {
 public:
  // `problem`: what happened and why; `subject`: where; `remedy`: the consequence, or what to do.
  void add(const std::string &problem, const std::string &subject, const std::string &remedy);
  std::vector<std::string> lines() const;

 private:
  struct Entry {
    std::string problem;
    std::string subject;
    std::string remedy;
    size_t further;
  };
  std::vector<Entry> entries_;
};

}  // namespace hagstone::symbols

#endif
