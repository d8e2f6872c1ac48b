/** Faults in native code. */
import type { Fault, NativeRun } from './fault.ts'

const algorithms = (ctest: string): NativeRun => ({ ctest, build: ['hagstone_algorithms_test'] })
const ownStack = { ctest: 'OwnStack', build: ['hagstone_sampler_test'] }
const scriptedSharing: NativeRun = { ctest: '^ScriptedSharing', build: ['hagstone_scripted_sampling_test'] }
const shortThreads: NativeRun = { ctest: '^Crowd/Fairness', build: ['hagstone_tracer_test'] }
const demangled = { vitest: ['electron/symbols/demangle.test.ts'], build: ['hagstone_symbols'] }

export const nativeFaults: Fault[] = [
  {
    name: 'trace-stride', means: 'a trace ends where its quota does, instead of becoming coarser before',
    file: 'native/agent/recording/interrupt_trace.cpp', find: 'stride *= 2', replace: 'stride *= 1',
    test: { ctest: '^InterruptTrace', build: ['hagstone_sampler_test'] },
  },
  {
    name: 'reservoir-probability', means: 'a debug register keeps its first sample too often',
    file: 'native/common/reservoir.c', find: 'hagstone_random_below(random, reservoir->registers[chosen].samples) == 0', replace: 'hagstone_random_below(random, reservoir->registers[chosen].samples + 1) == 0',
    test: algorithms('^Reservoir'),
  },
  {
    name: 'reservoir-inclusion', means: 'the probability with which a sample stayed is forgotten',
    file: 'native/common/reservoir.c', find: 'reservoir->registers[i].inclusion *= 1 - taking[i];', replace: 'reservoir->registers[i].inclusion *= 1;',
    test: algorithms('^Reservoir'),
  },
  {
    name: 'blind-spot', means: 'runs of samples without a free register are counted without their first one',
    file: 'native/common/reservoir.c', find: 'blind_spot->samples += 2;', replace: 'blind_spot->samples++;',
    test: algorithms('^BlindSpot'),
  },
  {
    name: 'freed-block', means: 'a freed block is watched until its next owner accesses it',
    file: 'native/agent/process/freed_memory.cpp', find: 'if (const size_t size = watched_size(block)) armed_memory', replace: 'if (const size_t size = watched_size(block); size == 1) armed_memory',
    test: { ctest: '^Transports/FreedMemory.IsNeitherWasteNorUse/auto', build: ['hagstone_agent', 'hagstone_freed_memory_test'] },
  },
  {
    name: 'sharing-one-processor', means: 'threads that take turns on one processor seem to share its cache lines',
    file: 'native/agent/sampling/tools/false_sharing.cpp', find: 'if (is_same_processor(taken.processor, taker.processor)) {', replace: 'if (false) {',
    test: scriptedSharing,
  },
  {
    name: 'sharing-met', means: 'a sampled access in the line of another thread waits for a register to see it',
    file: 'native/agent/sampling/tools/false_sharing.cpp', find: 'else if (conflicts(watch, sample.access))', replace: 'else if (conflicts(watch, sample.access) && false)',
    test: scriptedSharing,
  },
  {
    name: 'sharing-group', means: 'each watchpoint of one sample counts as a decided sample',
    file: 'native/agent/sampling/watchpoints.cpp', find: 'if (!watch.decided) account_for_sample(watch);', replace: 'account_for_sample(watch);',
    test: scriptedSharing,
  },
  {
    name: 'sharing-weight', means: 'a watched part of a line speaks for itself alone',
    file: 'native/agent/sampling/tools/line_part.cpp', find: 'choices * left / wanted', replace: 'choices / wanted',
    test: { ctest: '^ChosenParts', build: ['hagstone_sampler_test'] },
  },
  {
    name: 'attribution-live', means: 'one trap gets the credit of all watchpoints of its context',
    file: 'native/common/attribution.c', find: '((double)sampled - *accounted) / (double)live', replace: '((double)sampled - *accounted) / (live ? 1.0 : 0.0)',
    test: algorithms('^Attribution'),
  },
  {
    name: 'judged-loads', means: 'a store that is loaded again is dead',
    file: 'native/common/judgement.c', find: 'loads ? HAGSTONE_RELATION_USED_BY : HAGSTONE_RELATION_KILLED_BY', replace: 'loads ? HAGSTONE_RELATION_KILLED_BY : HAGSTONE_RELATION_USED_BY',
    test: algorithms('^Judge'),
  },
  {
    name: 'tolerance', means: 'the tolerance of floating-point numbers is relative to the later value',
    file: 'native/common/compare.c', find: '(long double)tolerance * magnitude(earlier)', replace: '(long double)tolerance * magnitude(later)',
    test: algorithms('^Compare|^FloatingPoint'),
  },
  {
    name: 'watched-part', means: 'a watchpoint reaches in front of the access',
    file: 'native/common/watched_part.c', find: 'if (start >= address && start + part', replace: 'if (start + part',
    test: algorithms('WatchedPart'),
  },
  {
    name: 'other-word', means: 'the other part of a cache line may be the accessed one',
    file: 'native/common/watched_part.c', find: '(own + 1 + hagstone_random_below(', replace: '(own + hagstone_random_below(',
    test: algorithms('WatchedWord|WatchedPart'),
  },
  {
    name: 'unequal-periods', means: 'samples of short and long periods count as equal',
    file: 'native/agent/sampling/thread_sampler.cpp', find: 'counters->sampled += thread_.weight;', replace: 'counters->sampled += 1;',
    test: { ctest: 'WeighTheirOwnPeriods', build: ['hagstone_agent', 'hagstone_agent_test'] },
  },
  {
    name: 'period-below-two-ticks', means: 'samples under the tracer stand for two periods each',
    file: 'native/agent/process/agent.cpp', find: 'hagstone_prime_from(shortest_timer_period())', replace: 'hagstone_nearest_prime(shortest_timer_period())',
    test: { ctest: 'ComeOnceInEachPeriod', build: ['hagstone_agent', 'hagstone_tracer_test'] },
  },
  {
    name: 'overhead-limit', means: 'the sampling period does not grow beyond the allowed overhead',
    file: 'native/agent/sampling/clocks/adaptive_period.cpp', find: 'if (profiler > allowed && doublings_ < most_doublings) {', replace: 'if (profiler > allowed && doublings_ > most_doublings) {',
    test: { ctest: 'AdaptivePeriod', build: ['hagstone_sampler_test'] },
  },
  {
    name: 'first-sample-moment', means: 'threads shorter than a period have no sample',
    file: 'native/agent/sampling/thread_sampler.cpp', find: 'first.due = 1 + hagstone_random_below(&first.random, first.periods * settings.period);', replace: 'first.due = first.periods * settings.period;',
    test: shortThreads,
  },
  {
    name: 'first-sample-weight', means: "a short thread's first sample stands for one period where it has many",
    file: 'native/agent/sampling/thread_sampler.h', find: 'periods_ = first.periods;', replace: 'periods_ = 1;',
    test: shortThreads,
  },
  {
    name: 'walk-system-call', means: 'the walk to the next access goes on behind a system call',
    file: 'native/agent/code/walk/walk.cpp', find: '      if (transfer_ == Transfer::system_call) return give_up(HAGSTONE_STATISTIC_dropped_system_call);\n', replace: '',
    test: { ctest: 'WalkTest', build: ['hagstone_code_test'] },
  },
  {
    name: 'walk-left-frame', means: 'a function that was left and called anew is taken for the interrupted one, callers included',
    file: 'native/agent/code/walk/walk.cpp', find: 'left_frame_ = true;', replace: 'left_frame_ = false;',
    test: { ctest: 'WalkTest', build: ['hagstone_code_test'] },
  },
  {
    name: 'walk-next', means: "an access's own trap is expected at another place than it comes at",
    file: 'native/agent/code/walk/walk.cpp', find: 'access.next = next.known ? next.bits : 0;', replace: 'access.next = next.known ? place_ : 0;',
    test: { ctest: 'WalkTest', build: ['hagstone_code_test'] },
  },
  {
    name: 'stack-page', means: 'a handler reads pages of the stack that have been taken away since the one before it',
    file: 'native/agent/base/own_stack.cpp', find: '  if (!is_readable(address & ~uint64_t{7})) return false;\n', replace: '',
    test: ownStack,
  },
  {
    name: 'stack-watched', means: 'a handler reads words of the stack that a debug register waits for',
    file: 'native/agent/base/own_stack.cpp', find: 'start < range.end && range.start < end', replace: 'start < range.end && range.start > end',
    test: ownStack,
  },
  {
    name: 'frame-restore', means: 'the rule of a register stays changed behind DW_CFA_restore',
    file: 'native/agent/unwind/tables/frame_row.cpp', find: 'case cfa_restore: return restore(low);', replace: 'case cfa_restore: return true;',
    test: { ctest: 'Unwind|Frame', build: ['hagstone_unwind_test'] },
  },
  {
    name: 'fortran-submodule', means: "parts of a Fortran submodule's name are joined as they are mangled",
    file: 'native/symbols/names/demangle.cpp', find: 'if (c == \'.\') text += "::";', replace: 'if (c == \':\') text += "::";',
    test: demangled,
  },
  {
    name: 'plt-name', means: "the name of a procedure linkage table's stub stays mangled",
    file: 'native/symbols/names/demangle.cpp', find: 'return demangle(name.substr(0, name.size() - stub.size())) + std::string(stub);', replace: 'return name;',
    test: demangled,
  },
  {
    name: 'common-loop', means: 'the scope of a repeated load is an inner loop that only one access is in',
    file: 'native/exhaustive/scope/scope.c', find: '    if (one > other)\n      one = parent_loop(one);', replace: '    if (one > other)\n      return one;',
    test: { ctest: '^Scope', build: ['hagstone_scope_test'] },
  },
  {
    name: 'scope-of-latest-round', means: 'a loop counts as passed though its header ran before the first access',
    file: 'native/exhaustive/scope/scope.c', find: 'end) > time) found = loop;', replace: 'end) > 0 * time) found = loop;',
    test: { ctest: '^Scope', build: ['hagstone_scope_test'] },
  },
  {
    name: 'spatial-threads', means: 'a load repeats what another thread loaded from the object',
    file: 'native/exhaustive/loads/spatial_loads.c', find: 'if (load->thread == thread) return load;', replace: 'if (load->thread == thread || load->next == 0) return load;',
    test: { ctest: 'SpatialLoads', build: ['hagstone_loads_test'] },
  },
  {
    name: 'own-breakpoints', means: 'a program that uses debug registers itself gets none',
    file: 'native/agent/process/functions/sandbox_functions.cpp', find: 'agent.stop(HAGSTONE_STATISTIC_ended_by_breakpoints);', replace: '{}',
    test: { ctest: 'Pitfall.ItsOwnBreakpoints/sigtrap', build: ['hagstone_agent', 'hagstone_tracer_test'] },
  },
  {
    name: 'skeleton-files', means: 'files of inlined calls in split units are looked up in the line table of type units',
    file: 'native/symbols/dwarf/unit_index.cpp', find: 'dwarf_getsrcfiles(&compile_unit_, &call_files_, &count) != 0 && ', replace: '',
    test: { vitest: ['electron/symbols/debug_files.test.ts'], build: ['hagstone_symbols'] },
  },
  {
    name: 'tail-call-part', means: 'a jump to a part of the same function that lies elsewhere is a tail call',
    file: 'native/symbols/calls/tail_calls.cpp', find: '|| stack_depth_.is_that_of_entry(jump) == false) {', replace: ') {',
    test: { vitest: ['electron/symbols/tail_calls.test.ts'], build: ['hagstone_symbols'] },
  },
  {
    name: 'region-of-a-worker-exhaustively', means: 'in exhaustive runs a thread of an OpenMP team stands below what created it',
    file: 'native/exhaustive/parallel/team_regions.c', find: 'if (root) work_below(top, root);', replace: 'if (!root) work_below(top, root);',
    test: { vitest: ['e2e/cli/recording/openmp.test.ts'], build: ['hagstone_exhaustive'] },
  },
  {
    name: 'no-runtime', means: 'a program without an OpenMP runtime is ended by a region',
    file: 'native/agent/parallel/openmp_functions.cpp', find: '    function(data);\n    if constexpr', replace: '    __builtin_trap();\n    if constexpr',
    test: { ctest: 'Pitfall.WeakFunctionsOfARuntimeThatIsNotThere/sigtrap', build: ['hagstone_agent', 'hagstone_tracer_test', 'agent_target_weak_runtime'] },
  },
  {
    name: 'region-of-a-worker', means: 'a thread of an OpenMP team stands below no region',
    file: 'native/agent/parallel/logical_stack.cpp', find: 'if (!read(run.region, region)) return;', replace: 'if (read(run.region, region)) return;',
    test: { vitest: ['e2e/cli/recording/openmp.test.ts'], build: ['hagstone_agent'] },
  },
]
