// SPDX-License-Identifier: GPL-2.0-or-later
// Runs a program of this test under the engine and reads the recording in terms of the program's functions.
#ifndef HAGSTONE_EXHAUSTIVE_ENGINE_RUN_H
#define HAGSTONE_EXHAUSTIVE_ENGINE_RUN_H

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "raw_file.h"

namespace hagstone::exhaustive::testing {

// Deleted with its contents when the object is destroyed.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "hagstone-engine-XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("no temporary directory");
    path = name;
  }
  ~TemporaryDirectory() { std::filesystem::remove_all(path); }
  std::string path;
};

struct Outcome {
  std::string output;
  int status;  // of wait(2)
  bool operator==(const Outcome &) const = default;
};
std::ostream &operator<<(std::ostream &stream, const Outcome &outcome);

Outcome run(const std::vector<std::string> &command);

// Accesses of one kind, as block or guarded access or by the kernel: "load f64 8", "store bytes 1".
struct AccessTotal {
  uint64_t instances;
  uint64_t bytes;
  bool operator==(const AccessTotal &) const = default;
};

// One process. Chains are the names of the program's own functions from the root on, separated by "/"; frames in other
// modules are left out, threads' roots are "thread N".
struct Process {
  RawFile file;
  // The chain of each context record, by its id.
  std::map<uint32_t, std::string> chains;
  // How often functions were entered.
  std::map<std::string, uint64_t> entries;
  // Chains of everything that ran.
  std::map<std::string, uint64_t> executions;
  // Accesses of each function of the program, in the order of addresses, with the executions of each: "load f64 8 x10".
  std::map<std::string, std::vector<std::string>> accesses;
  // Accesses that no block tells: chain, then "/" and the system call's number for the kernel's; "load" or "store".
  std::map<std::string, AccessTotal> apart;
  uint64_t statistic(hagstone_statistic which) const;
};

struct EngineRun {
  Outcome outcome;
  std::vector<Process> processes;  // in the order of their beginnings
};

EngineRun run_below_engine(const std::string &program, const std::vector<std::string> &options = {"--measure=dead-stores"},
                           const std::vector<std::string> &arguments = {});

// Those of `counts` whose last function is `function`.
std::map<std::string, uint64_t> ending_in(const std::map<std::string, uint64_t> &counts, const std::string &function);

}  // namespace hagstone::exhaustive::testing

#endif
