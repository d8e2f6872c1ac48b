// SPDX-License-Identifier: GPL-2.0-or-later
// Generates programs, runs them under the engine and compares all counts with the reference:
//   hagstone_truth FIRST_SEED PROCESSES PROGRAMS_EACH [--tools=LIST] [--fault=NAME] [--keep=DIRECTORY] [--trace]
//                 [--windows=ON,OFF | --collecting | --signalling] [--scope=once|always] [ENGINE OPTION...]
// Prints a line for each difference. Exit status 1 if there are any. `--tools`: letters d(ead), s(ilent), l(oads),
// r(euse), o(bjects). `--windows`: measured in windows of so many instructions with
// such gaps. `--collecting`: programs that stop and start collection. The engine option `--tolerance=BILLIONTHS` is the
// reference's too.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "programs/assembled_program.h"
#include "engine_run.h"
#include "programs/generator.h"
#include "simulation/native_steps.h"
#include "recorded_results.h"
#include "reference/reference.h"
#include "simulation/simulation.h"
#include "simulation/windows.h"

using namespace hagstone::truth;

namespace {

Fault fault_named(const std::string &name) {
#define HAGSTONE_X(fault) \
  if (name == #fault) return Fault::fault;
  HAGSTONE_TRUTH_FAULTS(HAGSTONE_X)
  HAGSTONE_TRUTH_WINDOW_FAULTS(HAGSTONE_X)
  HAGSTONE_TRUTH_SCOPE_FAULTS(HAGSTONE_X)
  HAGSTONE_TRUTH_SIGNAL_FAULTS(HAGSTONE_X)
#undef HAGSTONE_X
  fprintf(stderr, "no fault is named %s\n", name.c_str());
  exit(2);
}

void print(const Trace &trace) {
  static constexpr const char *kinds[] = {"load",   "store", "freed",       "unmapped",   "allocated",
                                          "mapped", "grown", "loop header", "window ends"};
  static constexpr const char *elements[] = {"", " f32", " f64", " f80"};
  for (const Event &event : trace.events) {
    printf("thread %u %s %lx %lu%s", event.thread, kinds[static_cast<int>(event.kind)],
           static_cast<unsigned long>(event.address), static_cast<unsigned long>(event.bytes),
           elements[static_cast<int>(event.element)]);
    for (char byte : event.value) printf(" %02x", static_cast<unsigned char>(byte));
    printf(" [%s]\n", trace.contexts.text(event.context).c_str());
  }
}

std::set<Tool> tools_named(const std::string &letters) {
  std::set<Tool> tools;
  for (char letter : letters) tools.insert(static_cast<Tool>(std::string("dslro").find(letter)));
  return tools;
}

}  // namespace

int main(int count_of_arguments, char **arguments) {
  if (count_of_arguments < 4) {
    fprintf(stderr,
            "usage: %s FIRST_SEED PROCESSES PROGRAMS_EACH [--tools=dslro] [--fault=NAME] [--keep=DIRECTORY] "
            "[--windows=ON,OFF | --collecting | --signalling] [--scope=once|always] [ENGINE OPTION...]\n",
            arguments[0]);
    return 2;
  }
  const uint64_t first = strtoull(arguments[1], nullptr, 10), processes = strtoull(arguments[2], nullptr, 10);
  const auto programs = static_cast<uint32_t>(strtoul(arguments[3], nullptr, 10));
  std::set<Tool> tools = tools_named("dslro");
  Fault fault = Fault::none;
  ScopesTold scopes = ScopesTold::none;
  std::string kept;
  bool print_traces = false, has_tolerance = false;
  unsigned long on = 0, off = 0, tolerance = 0;
  Kind kind = Kind::usual;
  std::vector<std::string> options;
  for (int i = 4; i < count_of_arguments; i++) {
    const std::string argument = arguments[i];
    if (argument.starts_with("--tools="))
      tools = tools_named(argument.substr(8));
    else if (argument.starts_with("--fault="))
      fault = fault_named(argument.substr(8));
    else if (argument.starts_with("--keep="))
      kept = argument.substr(7);
    else if (argument == "--trace")
      print_traces = true;
    else if (argument == "--scope=once")
      scopes = ScopesTold::once;
    else if (argument == "--scope=always")
      scopes = ScopesTold::always;
    else if (argument == "--signalling")
      kind = Kind::signalling;
    else if (argument == "--collecting")
      kind = Kind::collecting;
    else if (sscanf(arguments[i], "--windows=%lu,%lu", &on, &off) == 2)
      options = with_windows(std::move(options), on, off);
    else
      options.push_back(argument);
    if (sscanf(arguments[i], "--tolerance=%lu", &tolerance) == 1) has_tolerance = true;
  }
  uint64_t different = 0, accesses = 0;
  for (uint64_t seed = first; seed < first + processes; seed++) {
    char made[] = "/tmp/hagstone-truth-XXXXXX";
    const std::string directory = kept.empty() ? mkdtemp(made) : kept;
    std::filesystem::create_directories(directory);
    try {
      const Process process = generate(seed, programs, kind);
      const std::vector<uint64_t> places = build(process, directory, "program");
      Trace trace = simulate(process, places, process.has_handler ? signal_frame() : SignalFrame{});
      std::vector<std::string> all = options;
      if (scopes != ScopesTold::none) tell_scopes(process, places, directory + "/program", scopes, all);
      if (on) cut_into_windows(trace, native_steps(directory + "/program"), on, off);
      if (has_tolerance) trace.tolerance = tolerance;
      if (print_traces) print(trace);
      accesses += trace.events.size();
      const std::string recording = run_engine(directory + "/program", directory, tools, all);
      const Results found = recorded_results(recording, trace.contexts, tools);
      const auto lines = differences(only(count(trace, fault, scopes), tools), found, trace.contexts, 20);
      different += !lines.empty();
      for (const std::string &line : lines) printf("seed %lu: %s\n", static_cast<unsigned long>(seed), line.c_str());
    } catch (const std::runtime_error &error) {
      different++;
      printf("seed %lu: %s\n", static_cast<unsigned long>(seed), error.what());
    }
    if (kept.empty()) std::filesystem::remove_all(directory);
  }
  printf("%lu programs in %lu processes, %lu accesses: %lu processes differ\n",
         static_cast<unsigned long>(processes * programs), static_cast<unsigned long>(processes),
         static_cast<unsigned long>(accesses), static_cast<unsigned long>(different));
  return different ? 1 : 0;
}
