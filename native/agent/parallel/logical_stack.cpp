// SPDX-License-Identifier: MIT
#include "parallel/logical_stack.h"

#include "common/raw_format.h"
#include "parallel/parallel_region.h"

namespace hagstone {
namespace {

constexpr unsigned deepest_nesting = 64;
// The frame that holds a RegionRun has at most so many.
constexpr uint64_t frame_bytes = 512;

class LogicalStack {
 public:
  LogicalStack(const ModuleMapSnapshot &modules, RuleCache &cache, const MemoryReader &memory, UnwindFrame *frames,
               size_t capacity, UnwindStatistics &statistics, KnownFrames &known)
      : modules_(modules),
        cache_(cache),
        memory_(memory),
        frames_(frames),
        capacity_(capacity),
        statistics_(statistics),
        known_(known) {}

  void unwind_own(const Registers &registers) {
    result_ = unwind(registers, modules_, cache_, no_stack, memory_, frames_, capacity_, statistics_, &known_);
  }

  void unwind_again(const Registers &registers) {
    unwind_own(registers);
    // The first unwinding has replaced the data that the frames would be compared with.
    result_.unchanged = 0;
    as_unwound_ = true;
  }

  // Marks the frames from `first` on that call code of regions: `run` and those around it. Above a region that another
  // thread began, continues with that thread's calling context.
  void follow(const RegionRun *run_address, size_t first) {
    as_unwound_ = false;
    for (unsigned depth = 0; run_address && depth < deepest_nesting; depth++) {
      const size_t call = frame_of(run_address, first);
      RegionRun run;
      if (call == result_.frame_count || !read(run_address, run)) return;
      frames_[call] = {run.function, frames_[call].stack_pointer, modules_.find(run.function),
                       HAGSTONE_CONTEXT_REGION_CALL};
      first = call + 1;
      if (run.is_creators) {
        run_address = run.outer;
        continue;
      }
      ParallelRegion region;
      if (!read(run.region, region)) return;
      go_on_at(region, first);
      run_address = region.creators_run;
    }
  }

  // For a thread that has left the region's code, and waits for others there or works on its tasks. False if the region
  // had ended before, or did so meanwhile.
  bool follow_left(const ThreadParallelism &parallel, const MemoryReader &current) {
    ParallelRegion region;
    if (!read(parallel.left, region) || !is_left(region, parallel)) return false;
    const Module *runtime = modules_.find(region.runtime);
    size_t kept = result_.frame_count;
    while (kept > 0 && frames_[kept - 1].module != runtime) kept--;
    if (!runtime || !kept || result_.end != UnwindEnd::complete) return false;
    go_on_at(region, kept);
    follow(region.creators_run, kept);
    return current(reinterpret_cast<uint64_t>(parallel.left), &region, sizeof region) && is_left(region, parallel);
  }

  // Removes the frames of the agent and the runtime between a region's code and the code that began it.
  void fold() {
    size_t kept = 0;
    for (size_t i = 0; i < result_.frame_count; i++) {
      if (i > 0 && is_region_begin(frames_[i].instruction)) continue;
      frames_[kept++] = frames_[i];
      if (frames_[i].flags & HAGSTONE_CONTEXT_REGION_CALL) i = begin_of_region(i);
    }
    if (kept != result_.frame_count) as_unwound_ = false;
    result_.frame_count = kept;
  }

  UnwindResult result() const {
    UnwindResult result = result_;
    result.is_as_unwound = as_unwound_;
    if (!as_unwound_) result.unchanged = 0;
    return result;
  }

 private:
  // Parts of stacks may be watched, and reading them is not to trip anything.
  static constexpr StackBounds no_stack = {0, 0};

  template <typename T>
  bool read(const T *address, T &value) const {
    return memory_(reinterpret_cast<uint64_t>(address), &value, sizeof value);
  }

  static bool is_left(const ParallelRegion &region, const ThreadParallelism &parallel) {
    return region.serial == parallel.left_serial && region.creator == parallel.left_creator;
  }

  // The frame that holds a RegionRun, from `first` on; frame_count: the thread is on another stack at present.
  size_t frame_of(const RegionRun *run, size_t first) const {
    const auto place = reinterpret_cast<uint64_t>(run);
    size_t found = result_.frame_count;
    for (size_t i = first; i + 1 < result_.frame_count; i++)
      if (frames_[i].stack_pointer <= place && place - frames_[i].stack_pointer < frame_bytes &&
          frames_[i + 1].stack_pointer > place)
        found = i;
    return found;
  }

  // The frame of the agent's that is above the call of a region's code; where the stack ends before it, the call itself.
  size_t begin_of_region(size_t call) const {
    for (size_t i = call + 1; i < result_.frame_count; i++) {
      if (is_region_begin(frames_[i].instruction)) return i;
      if (frames_[i].flags & HAGSTONE_CONTEXT_REGION_CALL) break;
    }
    return call;
  }

  // Replaces the frames from `count` on by the callers of the code that began the region.
  void go_on_at(const ParallelRegion &region, size_t count) {
    if (count >= capacity_) {
      result_ = {count, UnwindEnd::truncated, true};
      return;
    }
    const UnwindResult above = unwind(region.position.registers(), modules_, cache_, no_stack, memory_, frames_ + count,
                                      capacity_ - count, statistics_);
    result_ = {count + above.frame_count, above.end, true};
  }

  const ModuleMapSnapshot &modules_;
  RuleCache &cache_;
  const MemoryReader &memory_;
  UnwindFrame *frames_;
  size_t capacity_;
  UnwindStatistics &statistics_;
  KnownFrames &known_;
  UnwindResult result_ = {};
  bool as_unwound_ = true;
};

}  // namespace

UnwindResult unwind_logically(const Registers &registers, const ModuleMapSnapshot &modules, RuleCache &cache,
                              const MemoryReader &memory, const MemoryReader &current, UnwindFrame *frames, size_t capacity,
                              UnwindStatistics &statistics, KnownFrames &known) {
  const ThreadParallelism &parallel = hagstone_thread_storage.parallel;
  LogicalStack stack(modules, cache, memory, frames, capacity, statistics, known);
  stack.unwind_own(registers);
  if (parallel.run)
    stack.follow(parallel.run, 0);
  else if (parallel.left && !stack.follow_left(parallel, current))
    stack.unwind_again(registers);
  stack.fold();
  return stack.result();
}

}  // namespace hagstone
