// SPDX-License-Identifier: MIT
// Functions for the tests to step through: every form of prologue, call and loop that compilers make.
#ifndef HAGSTONE_CODE_TESTING_SAMPLE_PROGRAMS_H
#define HAGSTONE_CODE_TESTING_SAMPLE_PROGRAMS_H

namespace hagstone::testing {

struct SampleProgram {
  const char *name;
  void (*run)();
};

extern const SampleProgram sample_programs[];
extern const unsigned sample_program_count;

}  // namespace hagstone::testing

#endif
