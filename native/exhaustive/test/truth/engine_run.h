// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef HAGSTONE_TRUTH_ENGINE_RUN_H
#define HAGSTONE_TRUTH_ENGINE_RUN_H

#include <set>
#include <string>
#include <vector>

#include "programs/program.h"
#include "reference/reference.h"

namespace hagstone::truth {

// Runs `program` under the engine, with the descriptors that generated programs expect, and returns the path of its recording,
// made in `directory`. `options`: further ones of the engine. Throws std::runtime_error if the program or the engine
// does not end as it should.
std::string run_engine(const std::string &program, const std::string &directory, const std::set<Tool> &tools,
                       const std::vector<std::string> &options);
// `options` choose the measurements.
std::string run_engine(const std::string &program, const std::string &directory, const std::vector<std::string> &options);

// The frame that signals leave on a handler's stack under Valgrind, measured with a small program.
SignalFrame signal_frame();

// Adds the options that tell the scopes of pairs, and writes the file that they need beside `program`. `places`: the addresses
// that the linker gave the instructions of `process`.
void tell_scopes(const Process &process, const std::vector<uint64_t> &places, const std::string &program, ScopesTold scopes,
                 std::vector<std::string> &options);

// `options`, and those that measure windows of `on` instructions with gaps of `off`. Windows turn between pieces of
// translated code: here those are single instructions, and single rounds of rep string instructions.
std::vector<std::string> with_windows(std::vector<std::string> options, uint64_t on, uint64_t off);

}  // namespace hagstone::truth

#endif
