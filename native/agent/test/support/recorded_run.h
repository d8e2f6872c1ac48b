// SPDX-License-Identifier: MIT
// Runs a program with or without the agent and reads its recording, through hagstone_rawdump.
#ifndef HAGSTONE_TEST_RECORDED_RUN_H
#define HAGSTONE_TEST_RECORDED_RUN_H

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

struct Outcome {
  std::string output;  // standard output and error
  int status;          // of wait(2)
  bool operator==(const Outcome &other) const { return output == other.output && status == other.status; }
};
std::ostream &operator<<(std::ostream &stream, const Outcome &outcome);

struct PairLine {
  std::string relation;
  std::string watch;  // module+offset
  std::string trap;
  uint64_t traps;
  double credit;
  unsigned tool;
  unsigned flags;  // enum hagstone_pair_flag
  std::string line; // of a pair of two threads: module+offset of the cache line; otherwise empty
};

// A trap of reuse-distance, or a watchpoint that ended without one.
struct ReuseLine {
  uint64_t distance;
  double credit;  // 0: censored
  unsigned flags; // enum hagstone_censored_flag
};

struct RawFile {
  bool sound;  // hagstone_rawdump found no broken promise
  std::string complaint;
  std::map<std::string, std::string> header;
  std::vector<PairLine> pairs;
  std::vector<ReuseLine> reuses;
  std::map<std::string, uint64_t> statistics;
  unsigned threads;
  unsigned thread_ends;
  std::vector<std::string> contexts;  // their lines
};

using Variables = std::map<std::string, std::string>;

// Ends a run that does not end by itself.
struct EndOfRun {
  int signal;  // sent to the program, or to its tracer, once
  std::function<bool(const RawFile &)> enough;  // given the recording so far
};

class RecordedRun {
 public:
  // Runs `command` under the agent; by the transport tracer, if HAGSTONE_TRANSPORT says so, without perf_event_open, else
  // the test is skipped where that is forbidden, and where no watchpoint fires. Killed after ten minutes, so that a hang is a failure.
  explicit RecordedRun(const std::vector<std::string> &command, Variables variables = {}, const EndOfRun &end = {});
  ~RecordedRun();
  RecordedRun(const RecordedRun &) = delete;
  RecordedRun &operator=(const RecordedRun &) = delete;

  const Outcome &outcome() const { return outcome_; }
  // In the order in which they were begun: the started process first.
  const std::vector<RawFile> &files() const { return files_; }
  // The file of the process that was started.
  const RawFile &file() const { return files_.front(); }

 private:
  std::string directory_;
  Outcome outcome_;
  std::vector<RawFile> files_;
};

// Those of a recording directory, in the order in which they were begun.
std::vector<RawFile> read_recordings(const std::string &directory);

Outcome run_plainly(const std::vector<std::string> &command);

// Removed also where the run that was to fill it is skipped.
struct TemporaryFile {
  TemporaryFile();
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;
  std::string path;
};

// Records the run and, by clock_ticks.c, the offsets in the program at which its clock ticks fell.
class TickedRun {
  TemporaryFile tick_file_;

 public:
  explicit TickedRun(const std::vector<std::string> &command, Variables variables = {});
  RecordedRun run;
  std::vector<uint64_t> ticks;
};

#endif
