// SPDX-License-Identifier: MIT
// Functions of GCC's OpenMP runtime (libgomp.h, and the same of LLVM's kmp_gsupport.cpp) that have a team run a function.
// They get one of the agent's in its place, and a ParallelRegion instead of its data. Programs begin very many regions:
// nothing is unwound here, and no system call is made.
#include "parallel/parallel_region.h"
#include "parallel/runtime_function.h"
#include "process/agent.h"
#include "process/functions/next_function.h"

namespace hagstone {

namespace {

using Outlined = void(void *);

struct FunctionRegion : ParallelRegion {
  Outlined *function;
  void *data;
};

void run_outlined(void *region_pointer) {
  const auto &region = *static_cast<const FunctionRegion *>(region_pointer);
  RegionCall call(region, reinterpret_cast<uint64_t>(region.function));
  region.function(region.data);
}

// The region's scope, in the frame of the function that it is inlined into.
template <typename Function, typename... Rest>
__attribute__((always_inline)) inline auto run_region(RuntimeFunction &runtime, const void *return_address,
                                                      Outlined *function, void *data, Rest... rest) {
  auto *next = reinterpret_cast<Function *>(runtime.find(reinterpret_cast<uint64_t>(return_address)));
  // The caller asked by a weak reference whether there is a runtime, and found the agent's function: a team of one does it.
  if (!next) {
    function(data);
    if constexpr (__is_same(decltype(next(function, data, rest...)), void))
      return;
    else
      return decltype(next(function, data, rest...)){1};
  }
  FunctionRegion region;
  region.begin(reinterpret_cast<uint64_t>(next));
  region.function = function;
  region.data = data;
  if constexpr (__is_same(decltype(next(function, data, rest...)), void)) {
    next(run_outlined, &region, rest...);
    region.end();
  } else {
    region.first_word_of_data = *static_cast<uint64_t *>(data);
    auto result = next(run_outlined, &region, rest...);
    region.end();
    return result;
  }
}

}  // namespace

}  // namespace hagstone

// NAME(function, data, ...) returning RESULT; the further parameters, and the arguments for them.
#define HAGSTONE_REGION_FUNCTION(RESULT, NAME, PARAMETERS, ...) \
  HAGSTONE_INTERPOSED HAGSTONE_REGION_BEGIN RESULT NAME(void (*function)(void *), void *data, \
                                                        HAGSTONE_UNPACK PARAMETERS) { \
    using namespace hagstone; \
    static constinit RuntimeFunction runtime(#NAME); \
    return run_region<decltype(NAME)>(runtime, __builtin_return_address(0), function, data, __VA_ARGS__); \
  }
#define HAGSTONE_UNPACK(...) __VA_ARGS__

#define HAGSTONE_LOOP_FUNCTION(NAME) \
  HAGSTONE_REGION_FUNCTION(void, NAME, (unsigned threads, long start, long end, long step, long chunk, unsigned flags), \
                           threads, start, end, step, chunk, flags)
#define HAGSTONE_RUNTIME_LOOP_FUNCTION(NAME) \
  HAGSTONE_REGION_FUNCTION(void, NAME, (unsigned threads, long start, long end, long step, unsigned flags), threads, \
                           start, end, step, flags)

HAGSTONE_REGION_FUNCTION(void, GOMP_parallel, (unsigned threads, unsigned flags), threads, flags)
HAGSTONE_REGION_FUNCTION(unsigned, GOMP_parallel_reductions, (unsigned threads, unsigned flags), threads, flags)
HAGSTONE_REGION_FUNCTION(void, GOMP_parallel_sections, (unsigned threads, unsigned count, unsigned flags), threads, count,
                         flags)
HAGSTONE_REGION_FUNCTION(void, GOMP_teams_reg, (unsigned teams, unsigned limit, unsigned flags), teams, limit, flags)
HAGSTONE_LOOP_FUNCTION(GOMP_parallel_loop_static)
HAGSTONE_LOOP_FUNCTION(GOMP_parallel_loop_dynamic)
HAGSTONE_LOOP_FUNCTION(GOMP_parallel_loop_guided)
HAGSTONE_LOOP_FUNCTION(GOMP_parallel_loop_nonmonotonic_dynamic)
HAGSTONE_LOOP_FUNCTION(GOMP_parallel_loop_nonmonotonic_guided)
HAGSTONE_RUNTIME_LOOP_FUNCTION(GOMP_parallel_loop_runtime)
HAGSTONE_RUNTIME_LOOP_FUNCTION(GOMP_parallel_loop_nonmonotonic_runtime)
HAGSTONE_RUNTIME_LOOP_FUNCTION(GOMP_parallel_loop_maybe_nonmonotonic_runtime)
