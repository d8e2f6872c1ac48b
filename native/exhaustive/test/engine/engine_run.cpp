// SPDX-License-Identifier: GPL-2.0-or-later
#include "engine_run.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <set>
#include <stdexcept>

#include "common/compare.h"
#include "support/program_symbols.h"

namespace hagstone::exhaustive::testing {
namespace {

const char *element_name(uint8_t element) {
  switch (element) {
    case HAGSTONE_ELEMENT_F32: return "f32";
    case HAGSTONE_ELEMENT_F64: return "f64";
    case HAGSTONE_ELEMENT_F80: return "f80";
    default: return "bytes";
  }
}

const char *kind_name(uint32_t kind) { return kind == HAGSTONE_ACCESS_LOAD ? "load" : "store"; }

// Reads one recording in terms of the functions of `program`.
class Reader {
 public:
  Reader(RawFile file, const std::string &program) : symbols_(program) {
    process_.file = std::move(file);
    for (const RawRecord *record : process_.file.of(HAGSTONE_RECORD_MODULE)) {
      const auto &module = record->as<hagstone_module>();
      if (record->text(sizeof module + module.build_id_length, module.path_length) == program)
        program_module_ = module.index;
    }
    for (const auto &context : process_.file.all<hagstone_context>(HAGSTONE_RECORD_CONTEXT))
      contexts_[context.id] = context;
  }

  Process read() {
    for (const auto &[id, context] : contexts_) process_.chains[id] = chain_of(id);
    for (const RawRecord *record : process_.file.of(HAGSTONE_RECORD_BLOCK))
      blocks_[record->as<hagstone_block>().id] = record;
    for (const auto &count : process_.file.all<hagstone_block_count>(HAGSTONE_RECORD_BLOCK_COUNT)) add_block(count);
    for (const auto &count : process_.file.all<hagstone_access_count>(HAGSTONE_RECORD_ACCESS_COUNT)) {
      AccessTotal &total = process_.apart[chain_of(count.context) + " " + kind_name(count.kind)];
      total.instances += count.instances;
      total.bytes += count.bytes;
    }
    for (const auto &[place, executions] : accesses_) {
      const auto &[offset, number, text] = place;
      process_.accesses[symbols_.function_at(offset)].push_back(text + " x" + std::to_string(executions));
    }
    return std::move(process_);
  }

 private:
  // The frame's function; nothing for those of other modules.
  std::string frame_of(const hagstone_context &context) const {
    if (context.module == HAGSTONE_MODULE_THREAD_ROOT) return "thread " + std::to_string(context.offset);
    if (context.module == HAGSTONE_MODULE_SYSTEM_CALL) return "system call " + std::to_string(context.offset);
    if (context.module != program_module_) return "";
    return symbols_.function_at(context.offset - (context.flags & HAGSTONE_CONTEXT_RETURN_ADDRESS ? 1 : 0));
  }

  std::string chain_of(uint32_t id) const {
    std::string chain;
    for (; id; id = contexts_.at(id).parent) {
      const std::string frame = frame_of(contexts_.at(id));
      // Functions that the C library runs ahead of main (in a static program) are left out.
      if (!frame.empty() && frame[0] != '_') chain = chain.empty() ? frame : frame + "/" + chain;
    }
    return chain;
  }

  void add_block(const hagstone_block_count &count) {
    const RawRecord &record = *blocks_.at(count.block);
    const auto &block = record.as<hagstone_block>();
    if (block.module != program_module_ || !count.count) return;
    const std::string function = symbols_.function_at(block.offset);
    const std::string chain = chain_of(count.context) + "/" + function;
    process_.executions[chain] += count.count;
    if (block.instruction_count && (!block.offset || symbols_.function_at(block.offset - 1) != function))
      process_.entries[chain] += count.count;
    const auto *accesses =
        reinterpret_cast<const hagstone_block_access *>(reinterpret_cast<const char *>(record.words.data()) + sizeof block);
    std::map<uint64_t, unsigned> numbers;
    for (uint32_t i = 0; i < block.access_count; i++) {
      const uint64_t offset = block.offset + accesses[i].offset;
      const std::string text = std::string(kind_name(accesses[i].kind)) + " " + element_name(accesses[i].element) + " " +
                               std::to_string(accesses[i].bytes);
      accesses_[{offset, numbers[offset]++, text}] += count.count;
    }
  }

  ProgramSymbols symbols_;
  Process process_;
  uint32_t program_module_ = 0;
  std::map<uint32_t, hagstone_context> contexts_;
  std::map<uint32_t, const RawRecord *> blocks_;
  std::map<std::tuple<uint64_t, unsigned, std::string>, uint64_t> accesses_;
};

}  // namespace

std::ostream &operator<<(std::ostream &stream, const Outcome &outcome) {
  return stream << "status " << outcome.status << ", output \"" << outcome.output << '"';
}

Outcome run(const std::vector<std::string> &command) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t process = fork();
  if (process == 0) {
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    alarm(600);
    std::vector<char *> arguments;
    for (const std::string &argument : command) arguments.push_back(const_cast<char *>(argument.c_str()));
    arguments.push_back(nullptr);
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  close(ends[1]);
  Outcome outcome = {};
  char buffer[4096];
  for (ssize_t bytes; (bytes = read(ends[0], buffer, sizeof buffer)) > 0;)
    outcome.output.append(buffer, static_cast<size_t>(bytes));
  close(ends[0]);
  waitpid(process, &outcome.status, 0);
  return outcome;
}

uint64_t Process::statistic(hagstone_statistic which) const {
  const auto records = file.of(HAGSTONE_RECORD_STATISTICS);
  return records.empty() || records[0]->words.size() <= static_cast<size_t>(which) ? 0 : records[0]->words[which];
}

EngineRun run_below_engine(const std::string &program, const std::vector<std::string> &options,
                           const std::vector<std::string> &arguments) {
  const TemporaryDirectory directory;
  setenv("VALGRIND_LIB", HAGSTONE_LIBEXEC, 1);
  std::vector<std::string> command = {"valgrind",        "--quiet",          "--command-line-only=yes",      "--vgdb=no",
                                      "--tool=hagstone", "--check-code=yes", "--recording=" + directory.path};
  command.insert(command.end(), options.begin(), options.end());
  command.push_back(program);
  command.insert(command.end(), arguments.begin(), arguments.end());
  EngineRun result = {run(command), {}};
  for (const std::string &path : raw_files_in(directory.path)) {
    RawFile file = read_raw_file(path);
    result.processes.push_back(Reader(std::move(file), program).read());
  }
  std::sort(result.processes.begin(), result.processes.end(), [](const Process &left, const Process &right) {
    return left.file.header.start_time < right.file.header.start_time;
  });
  return result;
}

std::map<std::string, uint64_t> ending_in(const std::map<std::string, uint64_t> &counts, const std::string &function) {
  std::map<std::string, uint64_t> found;
  for (const auto &each : counts)
    if (each.first.ends_with("/" + function)) found.insert(each);
  return found;
}

}  // namespace hagstone::exhaustive::testing
