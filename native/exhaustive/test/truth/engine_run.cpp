// SPDX-License-Identifier: GPL-2.0-or-later
#include "engine_run.h"

#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "descriptors.h"
#include "loops_text.h"
#include "raw_file.h"

namespace hagstone::truth {

namespace {

std::string list_of(const std::set<Tool>& tools) {
  static constexpr const char* names[] = {"dead-stores", "silent-stores", "redundant-loads", "reuse-distance", "spatial-loads"};
  std::string list;
  for (Tool tool : tools) list += (list.empty() ? "" : ",") + std::string(names[static_cast<int>(tool)]);
  return list;
}

}  // namespace

std::string run_engine(const std::string& program, const std::string& directory, const std::set<Tool>& tools,
                       const std::vector<std::string>& options) {
  std::vector<std::string> all = {"--measure=" + list_of(tools), "--granularities=byte,word,line"};
  all.insert(all.end(), options.begin(), options.end());
  return run_engine(program, directory, all);
}

std::string run_engine(const std::string& program, const std::string& directory, const std::vector<std::string>& options) {
  std::vector<std::string> words = {"valgrind", "--tool=hagstone", "--quiet", "--vgdb=no", "--recording=" + directory};
  words.insert(words.end(), options.begin(), options.end());
  words.push_back(program);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    setenv("VALGRIND_LIB", HAGSTONE_ENGINE_DIRECTORY, 1);
    if (make_descriptors()) execvp("valgrind", arguments.data());
    _exit(127);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) throw std::runtime_error("no process could be made");
  if (status != 0) throw std::runtime_error(program + " under the engine ended with status " + std::to_string(status));
  const auto recordings = exhaustive::testing::raw_files_in(directory);
  if (recordings.size() != 1) throw std::runtime_error("there is not one recording in " + directory);
  return recordings[0];
}

void tell_scopes(const Process& process, const std::vector<uint64_t>& places, const std::string& program, ScopesTold scopes,
                 std::vector<std::string>& options) {
  const std::string loops = program + ".loops";
  std::ofstream(loops) << loops_text(process, places, program);
  options.push_back(scopes == ScopesTold::once ? "--scope=once" : "--scope=always");
  options.push_back("--loops=" + loops);
}

std::vector<std::string> with_windows(std::vector<std::string> options, uint64_t on, uint64_t off) {
  options.push_back("--window-on=" + std::to_string(on));
  options.push_back("--window-off=" + std::to_string(off));
  options.push_back("--vex-guest-max-insns=1");
  options.push_back("--vex-iropt-unroll-thresh=0");
  return options;
}

}  // namespace hagstone::truth
