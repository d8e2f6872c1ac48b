// SPDX-License-Identifier: MIT
// The expected answers in the samples' sources: comments "answer: NAME" at the end of a line.
#ifndef HAGSTONE_TEST_ANSWERS_H
#define HAGSTONE_TEST_ANSWERS_H

#include <string>

// Path of a sample program.
std::string sample_path(const std::string &name);

// The answer on the source line of `place`, "module+offset" as in PairLine; empty if it has none or is not in the
// sample `name`.
std::string answer_at(const std::string &name, const std::string &place);

// "module+offset" of a variable of the sample.
std::string place_of_variable(const std::string &name, const std::string &variable);

#endif
