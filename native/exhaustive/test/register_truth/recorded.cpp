// SPDX-License-Identifier: GPL-2.0-or-later
#include "recorded.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <stdexcept>

#include "programs/assembled_program.h"
#include "engine_run.h"
#include "generated/generator.h"
#include "raw_file.h"

namespace hagstone::register_truth {

namespace {

using exhaustive::testing::RawFile;
using truth::ContextId;
using truth::NodeKind;

void demand(bool kept, const std::string &promise) {
  if (!kept) throw std::runtime_error("not so: " + promise);
}

class Reader {
 public:
  // `system_calls`: in the program's code, which is translated again when it has a second thread.
  Reader(const RawFile &file, size_t system_calls, truth::ContextTable &contexts)
      : file_(file), system_calls_translated_(2 * system_calls), contexts_(contexts) {}

  Results results() {
    read_statistics();
    read_contexts();
    read_writes();
    read_pairs();
    read_values();
    return std::move(results_);
  }

 private:
  void read_statistics() {
    const auto statistics = file_.of(HAGSTONE_RECORD_STATISTICS);
    demand(statistics.size() == 1, "there are statistics");
    const auto &words = statistics[0]->words;
    for (uint32_t dropped : {HAGSTONE_STATISTIC_dropped_no_context, HAGSTONE_STATISTIC_dropped_pairs_full,
                             HAGSTONE_STATISTIC_dropped_values_full})
      demand(words.at(dropped) == 0, "nothing was left out");
    demand(words.at(HAGSTONE_STATISTIC_dropped_register_form) <= system_calls_translated_,
           "nothing was left out but R11 of system calls");
    results_.registers.repeating_instructions = words.at(HAGSTONE_STATISTIC_repeating_instructions);
    results_.registers.repeating_floating_instructions = words.at(HAGSTONE_STATISTIC_repeating_floating_instructions);
  }

  void read_contexts() {
    ids_.push_back(0);
    for (const auto &context : file_.all<hagstone_context>(HAGSTONE_RECORD_CONTEXT)) {
      NodeKind kind = context.flags & HAGSTONE_CONTEXT_RETURN_ADDRESS ? NodeKind::call : NodeKind::instruction;
      if (context.module == HAGSTONE_MODULE_THREAD_ROOT) kind = NodeKind::thread;
      if (context.module == HAGSTONE_MODULE_SYSTEM_CALL) kind = NodeKind::system_call;
      ids_.push_back(contexts_.intern({ids_.at(context.parent), kind, context.offset}));
    }
  }

  void read_writes() {
    std::map<uint32_t, const exhaustive::testing::RawRecord *> blocks;
    for (const auto *record : file_.of(HAGSTONE_RECORD_BLOCK)) blocks[record->as<hagstone_block>().id] = record;
    for (const auto &count : file_.all<hagstone_block_count>(HAGSTONE_RECORD_BLOCK_COUNT)) {
      const auto &block = blocks.at(count.block)->as<hagstone_block>();
      const auto *accesses = reinterpret_cast<const hagstone_block_access *>(&block + 1);
      for (uint32_t i = 0; i < block.access_count && count.count; i++) {
        if (accesses[i].kind != HAGSTONE_ACCESS_REGISTER && accesses[i].kind != HAGSTONE_ACCESS_LOADED_REGISTER) continue;
        const ContextId leaf =
            contexts_.intern({ids_.at(count.context), NodeKind::instruction, block.offset + accesses[i].offset});
        Count &written = results_.registers.writes[{accesses[i].kind == HAGSTONE_ACCESS_LOADED_REGISTER, leaf}];
        written.instances += count.count;
        written.bytes += count.count * accesses[i].bytes;
      }
    }
  }

  void read_pairs() {
    for (const auto &pair : file_.all<hagstone_exact_pair>(HAGSTONE_RECORD_EXACT_PAIR)) {
      if (pair.tool != HAGSTONE_TOOL_REGISTERS) continue;
      demand(pair.relation == HAGSTONE_RELATION_REDUNDANT_WITH, "registers are redundant");
      Count &count =
          results_.registers.pairs[{(pair.flags & HAGSTONE_PAIR_APPROXIMATE) != 0, (pair.flags & HAGSTONE_PAIR_LOADED) != 0,
                                    ids_.at(pair.watch), ids_.at(pair.trap)}];
      count.instances += pair.instances;
      count.bytes += pair.bytes;
    }
    for (const auto &without : file_.all<hagstone_without_pair>(HAGSTONE_RECORD_WITHOUT_PAIR))
      if (without.tool == HAGSTONE_TOOL_REGISTERS && without.first)
        results_.registers.first[ids_.at(without.context)] += without.first;
  }

  void read_values() {
    for (const auto *record : file_.of(HAGSTONE_RECORD_VALUE_TABLE)) {
      const auto &recorded = record->as<hagstone_value_table>();
      ValueTable &table = results_.values[{recorded.offset, static_cast<Role>(recorded.role), recorded.slot}];
      table = {recorded.executions, recorded.profiled,   recorded.retried,
               recorded.converged,  recorded.increasing, recorded.decreasing,
               recorded.repeats,    recorded.zeros,      {}};
      const auto *entries = reinterpret_cast<const hagstone_value_count *>(&recorded + 1);
      for (uint32_t i = 0; i < recorded.entry_count && entries[i].count; i++)
        table.entries.emplace_back(entries[i].value, entries[i].count);
    }
  }

  const RawFile &file_;
  const uint64_t system_calls_translated_;
  truth::ContextTable &contexts_;
  Results results_;
  std::vector<ContextId> ids_;
};

class Directory {
 public:
  Directory() {
    char name[] = "/tmp/hagstone-truth-XXXXXX";
    if (!mkdtemp(name)) throw std::runtime_error("no directory could be made in /tmp");
    path = name;
  }
  ~Directory() { std::filesystem::remove_all(path); }
  Directory(const Directory &) = delete;
  Directory &operator=(const Directory &) = delete;
  std::string path;
};

std::vector<std::string> options_of(const Measured &measured) {
  std::vector<std::string> options = {"--measure=registers,values", "--values=all"};
  options.insert(options.end(), measured.options.begin(), measured.options.end());
  if (measured.windows.on) options = truth::with_windows(std::move(options), measured.windows.on, measured.windows.off);
  if (measured.profile.kind == ValueProfile::full) return options;
  options.push_back(measured.profile.kind == ValueProfile::rising ? "--value-profile=rising" : "--value-profile=bounds");
  options.push_back("--value-back-off-kind=constant");
  options.push_back("--value-back-off=" + std::to_string(measured.profile.back_off));
  return options;
}

// Tells the references which parts of the run are measured.
class Course {
 public:
  Course(const Windows &windows, const std::vector<Fault> &faults, const ValueProfile &profile,
         std::vector<Comparison> &compared)
      : windows_(windows), compared_(compared) {
    for (size_t i = 0; i < faults.size(); i++) {
      registers_.emplace_back(compared[i].contexts, faults[i]);
      values_.emplace_back(faults[i], profile);
    }
  }

  void step(const Step &step) {
    const uint64_t place = windows_.on ? steps_ % (windows_.on + windows_.off) : 0;
    for (size_t i = 0; i < compared_.size(); i++) {
      if (windows_.on && place == 0) {
        registers_[i].begin_window();
        values_[i].begin_window();
      }
      if (!windows_.on || place < windows_.on) {
        registers_[i].step(step, compared_[i].truth.registers);
        values_[i].step(step);
        compared_[i].steps++;
      }
      registers_[i].follow(step);
    }
    steps_++;
  }

  void system_call_ends(uint32_t thread) {
    for (RegisterReference &each : registers_) each.system_call_ends(thread);
  }

  void end() {
    for (size_t i = 0; i < compared_.size(); i++) compared_[i].truth.values = values_[i].tables();
  }

 private:
  const Windows windows_;
  std::vector<Comparison> &compared_;
  std::vector<RegisterReference> registers_;
  std::vector<ValueReference> values_;
  uint64_t steps_ = 0;
};

std::set<uint64_t> addresses_left_out(const std::vector<Line> &lines, const std::vector<uint64_t> &places) {
  std::set<uint64_t> addresses;
  size_t place = 0;
  for (const Line &line : lines) {
    if (line.is_left_out) addresses.insert(places.at(place));
    place += line.is_instruction;
  }
  return addresses;
}

void leave_out(const std::set<uint64_t> &addresses, const truth::ContextTable &contexts, Results &results) {
  std::erase_if(results.registers.writes,
                [&](const auto &write) { return addresses.contains(contexts[write.first.context].value); });
  std::erase_if(results.values, [&](const auto &table) { return addresses.contains(table.first.address); });
}

}  // namespace

std::vector<Comparison> compare(uint64_t seed, uint32_t programs, uint32_t rounds, const std::vector<Fault> &faults,
                                const Measured &measured) {
  const Directory directory;
  const std::vector<Line> lines = generate(seed, programs, rounds);
  const std::vector<uint64_t> places = truth::assemble(assembly_of(lines), directory.path, "program");
  const std::string program = directory.path + "/program";
  std::vector<Comparison> compared(faults.size());
  const auto system_calls = static_cast<size_t>(
      std::count_if(lines.begin(), lines.end(), [](const Line &line) { return line.text == "syscall"; }));
  Course course(measured.windows, faults, measured.profile, compared);
  run_natively(program, lines, places,
               {[&](const Step &step) { course.step(step); }, [&](uint32_t thread) { course.system_call_ends(thread); }});
  course.end();
  const RawFile recording =
      exhaustive::testing::read_raw_file(truth::run_engine(program, directory.path, options_of(measured)));
  const std::set<uint64_t> left_out = addresses_left_out(lines, places);
  for (Comparison &each : compared) {
    each.found = Reader(recording, system_calls, each.contexts).results();
    for (Results *results : {&each.truth, &each.found}) leave_out(left_out, each.contexts, *results);
  }
  return compared;
}

}  // namespace hagstone::register_truth
