// SPDX-License-Identifier: MIT
// Regions of LLVM's OpenMP runtime (libomp, also called libiomp5), as openmp_functions.cpp for GCC's.
//
// A tool of OpenMP's interface (OMPT) gets the address that a region is begun from, which would be one of the agent's. Where
// the program has such a tool, its regions are left alone.
#include <stdarg.h>
#include <stdlib.h>

#include "parallel/parallel_region.h"
#include "parallel/runtime_function.h"
#include "process/agent.h"
#include "process/functions/next_function.h"

namespace hagstone {

namespace {

using Microtask = void(int32_t *global_thread, int32_t *bound_thread, ...);
using ForkFunction = void(void *location, int32_t count, void *microtask, ...);

struct MicrotaskRegion : ParallelRegion {
  void *microtask;
  int32_t count;
  void **arguments;
};

constinit RuntimeFunction fork_functions[] = {RuntimeFunction("__kmpc_fork_call"), RuntimeFunction("__kmpc_fork_teams")};

extern "C" __attribute__((visibility("hidden"))) void hagstone_call_microtask(void *microtask, int32_t *global_thread,
                                                                              int32_t *bound_thread, int32_t count,
                                                                              void **arguments);

void run_microtask(int32_t *global_thread, int32_t *bound_thread, MicrotaskRegion *region) {
  RegionCall call(*region, reinterpret_cast<uint64_t>(region->microtask));
  hagstone_call_microtask(region->microtask, global_thread, bound_thread, region->count, region->arguments);
}

// The runtime has its own function with this name, which finds none.
bool has_tool(void *runtime) {
  const char *libraries = getenv("OMP_TOOL_LIBRARIES");
  if (libraries && libraries[0]) return true;
  void *tool = next_symbol("ompt_start_tool");
  return tool && !are_of_one_object(tool, runtime);
}

bool leaves_alone(void *runtime) {
  static int8_t known = -1;
  int8_t answer = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (answer < 0) __atomic_store_n(&known, answer = has_tool(runtime), __ATOMIC_RELAXED);
  return answer;
}

// In the form that the runtime's __kmpc_fork_call takes.
constexpr int fewest_readable = 4;

template <unsigned number>
__attribute__((always_inline)) inline void begin_region(void *return_address, void *location, int32_t count,
                                                        void *microtask, void **arguments) {
  void *next = fork_functions[number].find(reinterpret_cast<uint64_t>(return_address));
  // A team of one, like in openmp_functions.cpp.
  if (!next) {
    int32_t first = 0;
    hagstone_call_microtask(microtask, &first, &first, count, arguments);
    return;
  }
  MicrotaskRegion region;
  region.begin(reinterpret_cast<uint64_t>(next));
  region.microtask = microtask;
  region.count = count;
  region.arguments = arguments;
  reinterpret_cast<ForkFunction *>(next)(location, 1, reinterpret_cast<void *>(run_microtask), &region);
  region.end();
}

}  // namespace

}  // namespace hagstone

// The runtime's function where the call is to be left alone, otherwise nullptr.
extern "C" __attribute__((visibility("hidden"))) void *hagstone_fork_to_leave_alone(unsigned number,
                                                                                    uint64_t return_address) {
  using namespace hagstone;
  void *runtime = fork_functions[number].find(return_address);
  return runtime && leaves_alone(runtime) ? runtime : nullptr;
}

#define HAGSTONE_FORK_FUNCTION(NUMBER) \
  extern "C" __attribute__((visibility("hidden"))) HAGSTONE_REGION_BEGIN void hagstone_fork_##NUMBER( \
      void *location, int32_t count, void *microtask, ...) { \
    using namespace hagstone; \
    const int32_t room = count > fewest_readable ? count : fewest_readable; \
    auto **arguments = static_cast<void **>(__builtin_alloca(static_cast<size_t>(room) * sizeof(void *))); \
    va_list given; \
    va_start(given, microtask); \
    for (int32_t i = 0; i < count; i++) arguments[i] = va_arg(given, void *); \
    va_end(given); \
    begin_region<NUMBER>(__builtin_return_address(0), location, count, microtask, arguments); \
  }
HAGSTONE_FORK_FUNCTION(0)
HAGSTONE_FORK_FUNCTION(1)
