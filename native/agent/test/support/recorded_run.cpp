// SPDX-License-Identifier: MIT
#include "recorded_run.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <sstream>
#include <utility>

#include "common/raw_format.h"
#include "machine_needs.h"

namespace {

constexpr unsigned longest_run = 600;  // seconds; only a hang takes so long, also on a machine that is busy
constexpr useconds_t polling = 20'000;

std::string read_all(int descriptor) {
  std::string text;
  char buffer[4096];
  for (ssize_t length; (length = read(descriptor, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<size_t>(length));
  return text;
}

bool uses_tracer(const Variables &variables) {
  auto transport = variables.find("HAGSTONE_TRANSPORT");
  return transport != variables.end() && transport->second == "tracer";
}

// Under the tracer, where perf_event_open is forbidden, if that is the transport.
std::vector<std::string> as_recorded(std::vector<std::string> command, const Variables &variables) {
  if (!uses_tracer(variables)) return command;
  command.insert(command.begin(), {HAGSTONE_TARGETS "/without_perf", HAGSTONE_TRACER, "run", "--"});
  return command;
}

struct Child {
  pid_t process;
  std::string output_file;
};

Child start(const std::vector<std::string> &command, const Variables &variables) {
  char output_file[] = "/tmp/hagstone-test-output-XXXXXX";
  int output = mkstemp(output_file);
  std::vector<char *> arguments;
  for (const std::string &argument : command) arguments.push_back(const_cast<char *>(argument.c_str()));
  arguments.push_back(nullptr);
  pid_t child = fork();
  if (child == 0) {
    for (const auto &[name, value] : variables) setenv(name.c_str(), value.c_str(), 1);
    dup2(output, 1);
    dup2(output, 2);
    close(output);
    alarm(longest_run);
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  close(output);
  return {child, output_file};
}

Outcome finish(const Child &child) {
  Outcome outcome = {};
  waitpid(child.process, &outcome.status, 0);
  int output = open(child.output_file.c_str(), O_RDONLY);
  outcome.output = read_all(output);
  close(output);
  unlink(child.output_file.c_str());
  return outcome;
}

// "kind key=value key=value ..." into its fields.
std::map<std::string, std::string> fields(const std::string &line) {
  std::map<std::string, std::string> result;
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    size_t equals = word.find('=');
    if (equals != std::string::npos) result[word.substr(0, equals)] = word.substr(equals + 1);
  }
  return result;
}

RawFile read_raw(const std::string &path) {
  Outcome dump = finish(start({HAGSTONE_RAWDUMP, path}, {}));
  RawFile file = {};
  file.sound = dump.status == 0;
  file.complaint = file.sound ? "" : dump.output;
  std::istringstream lines(dump.output);
  for (std::string line; std::getline(lines, line);) {
    std::string kind = line.substr(0, line.find(' '));
    auto values = fields(line);
    if (kind == "header") file.header = values;
    if (kind == "thread") file.threads++;
    if (kind == "thread_end") file.thread_ends++;
    if (kind == "context") file.contexts.push_back(line);
    if (kind == "statistic")
      for (const auto &[name, value] : values) file.statistics[name] = std::stoull(value);
    if (kind == "pair" || kind == "shared_pair")
      file.pairs.push_back({values["relation"], values["watch"], values["trap"], std::stoull(values["traps"]),
                            std::stod(values["credit"]), static_cast<unsigned>(std::stoul(values["tool"])),
                            static_cast<unsigned>(std::stoul(values["flags"])), values["line"]});
    if (kind == "reuse" || kind == "censored")
      file.reuses.push_back({std::stoull(values["distance"]), kind == "reuse" ? std::stod(values["credit"]) : 0,
                             kind == "reuse" ? 0 : static_cast<unsigned>(std::stoul(values["flags"]))});
  }
  return file;
}

// process-ID-TIME.hagraw
uint64_t start_time(const std::string &path) { return std::stoull(path.substr(path.rfind('-') + 1)); }

// The started process first.
std::vector<std::string> recordings(const std::string &directory) {
  std::vector<std::string> paths;
  for (const auto &entry : std::filesystem::directory_iterator(directory))
    if (entry.path().extension() == HAGSTONE_RAW_SUFFIX) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end(),
            [](const std::string &a, const std::string &b) { return start_time(a) < start_time(b); });
  return paths;
}

}  // namespace

std::ostream &operator<<(std::ostream &stream, const Outcome &outcome) {
  return stream << "status " << outcome.status << ", output:\n" << outcome.output;
}

Outcome run_plainly(const std::vector<std::string> &command) { return finish(start(command, {})); }

std::vector<RawFile> read_recordings(const std::string &directory) {
  std::vector<RawFile> files;
  for (const std::string &path : recordings(directory)) files.push_back(read_raw(path));
  return files;
}

RecordedRun::RecordedRun(const std::vector<std::string> &command, Variables variables, const EndOfRun &end) {
  need_debug_exceptions();
  if (!uses_tracer(variables)) need_perf_event_open();
  char directory[] = "/tmp/hagstone-test-XXXXXX";
  directory_ = mkdtemp(directory);
  variables.insert({"LD_PRELOAD", HAGSTONE_AGENT});
  variables.insert({"HAGSTONE_RECORDING", directory_});
  variables.insert({"HAGSTONE_PERIOD", "500000"});
  variables.insert({"HAGSTONE_MAX_OVERHEAD", "0"});
  variables.insert({"HAGSTONE_SEED", "1"});
  Child child = start(as_recorded(command, variables), variables);
  while (end.enough) {
    usleep(polling);
    auto paths = recordings(directory_);
    siginfo_t ended = {};
    waitid(P_PID, static_cast<id_t>(child.process), &ended, WEXITED | WNOHANG | WNOWAIT);
    if (ended.si_pid) break;
    if (paths.empty()) continue;
    RawFile file = read_raw(paths.front());
    if (file.sound && end.enough(file)) {
      kill(child.process, end.signal);
      break;
    }
  }
  outcome_ = finish(child);
  files_ = read_recordings(variables["HAGSTONE_RECORDING"]);
}

RecordedRun::~RecordedRun() { std::filesystem::remove_all(directory_); }

TemporaryFile::TemporaryFile() {
  char made[] = "/tmp/hagstone-test-ticks-XXXXXX";
  close(mkstemp(made));
  path = made;
}

TemporaryFile::~TemporaryFile() { unlink(path.c_str()); }

namespace {

std::vector<uint64_t> read_ticks(const std::string &path) {
  std::ifstream file(path);
  std::vector<uint64_t> ticks;
  for (uint64_t tick; file >> std::hex >> tick;) ticks.push_back(tick);
  return ticks;
}

Variables with_ticks(Variables variables, const std::string &tick_file) {
  variables["LD_PRELOAD"] = HAGSTONE_AGENT ":" HAGSTONE_CLOCK_TICKS;
  variables["CLOCK_TICKS"] = tick_file;
  return variables;
}

}  // namespace

TickedRun::TickedRun(const std::vector<std::string> &command, Variables variables)
    : run(command, with_ticks(std::move(variables), tick_file_.path)), ticks(read_ticks(tick_file_.path)) {}
