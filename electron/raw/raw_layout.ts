/**
 * Byte layout of native/common/raw_format.h. raw_layout.test.ts compiles the C header and compares every number here
 * with it; change both together.
 */

export const RAW_MAGIC = 0x454e4f5453474148n
export const EXTENT_MAGIC = 0x54584548
export const RAW_VERSION = 2
export const HEADER_SIZE = 4096
export const EXTENT_SIZE = 16384
export const EXTENT_HEADER_SIZE = 64
export const RECORD_HEADER_SIZE = 8
export const RAW_SUFFIX = '.hagraw'
/** unrecorded-PID-ERRNO-NAME, of a process that could create no raw file. */
export const UNRECORDED_NOTE = /^unrecorded-([1-9]\d{0,9})-(\d{1,4})-([\w.]{0,15})$/

export const STATES = { 1: 'running', 2: 'finished', 3: 'executed', 4: 'out-of-space', 5: 'unable' } as const
export const ENGINES = { 1: 'software', 2: 'pebs', 3: 'ibs', 4: 'exhaustive', 5: 'virtual' } as const
export const DRIVERS = { 1: 'accesses', 2: 'cpu-time' } as const
export const TRANSPORTS = { 1: 'sigtrap', 2: 'async', 3: 'tracer' } as const
export const RESERVOIRS = { 1: 'registers', 2: 'common', 3: 'oldest', 4: 'never' } as const
export const ATTRIBUTIONS = { 1: 'proportional', 2: 'none' } as const

export const EXTENT_LOG = 1
export const EXTENT_COUNTERS = 2

export const RECORD = {
  module: 1,
  moduleUnload: 2,
  thread: 3,
  threadEnd: 4,
  context: 5,
  trap: 6,
  reuse: 7,
  censored: 8,
  block: 9,
  scope: 10,
  object: 11,
  region: 12,
  timePoint: 13,
  pair: 64,
  watchContext: 65,
  statistics: 66,
  sharedPair: 67,
  exactPair: 68,
  blockCount: 69,
  withoutPair: 70,
  reuseCount: 71,
  objectCount: 72,
  accessCount: 73,
  valueTable: 74,
  contextCount: 75,
  objectReuseCount: 76,
  pairCounts: 77,
  interruptedContext: 78,
  trace: 79,
  spatialValues: 80,
} as const

export const MODULE_UNKNOWN = 0xffffffff
export const MODULE_THREAD_ROOT = 0xfffffffe
/** Leaf that represents the kernel; its offset is the number of the system call. */
export const MODULE_SYSTEM_CALL = 0xfffffffd
/** Region that the program named; its offset is the region's id. */
export const MODULE_REGION = 0xfffffffc

export const CONTEXT_RETURN_ADDRESS = 1
export const CONTEXT_TRUNCATED = 2
export const CONTEXT_PARTIAL = 4
export const CONTEXT_FRAME_POINTER = 8
export const CONTEXT_SIGNAL_FRAME = 16
export const CONTEXT_AFTER = 32
/** The call of a parallel region's code; its offset is where the function begins. */
export const CONTEXT_REGION_CALL = 64
/** A thread's root whose parent is where the thread was created. */
export const CONTEXT_CREATED = 256

/** Offsets within struct hagstone_header. */
export const HEADER = {
  magic: 0,
  version: 8,
  header_size: 12,
  extent_size: 16,
  extent_count: 20,
  state: 24,
  failure: 28,
  process_id: 32,
  parent_process_id: 36,
  start_time: 40,
  start_realtime: 48,
  end_time: 56,
  engine: 64,
  driver: 68,
  transport: 72,
  watch_registers: 76,
  reservoir: 80,
  attribution: 84,
  period: 88,
  seed: 96,
  tools: 104,
  skip_range: 112,
  stop_budget: 116,
  depth_cap: 120,
  registers_found: 124,
  executable: 128,
  distance_unit: 1152,
  granularity: 1156,
  tolerance: 1160,
  rank: 1164,
  load_event: 1168,
  store_event: 1176,
  window_on: 1184,
  window_off: 1192,
  reuse_granularities: 1200,
  value_table_size: 1204,
  value_roles: 1208,
  value_profile: 1212,
  value_back_off: 1216,
  value_flags: 1220,
  spatial_threshold: 1224,
  early_periods: 1228,
  steady_periods: 1232,
  early_time: 1240,
} as const
export const EXECUTABLE_SIZE = 1024

/** File `pace` beside the raw files, which processes write (struct hagstone_pace). */
export const PACE = { name: 'pace', size: 4096 } as const

/** Offsets within struct hagstone_extent. */
export const EXTENT = { magic: 0, kind: 4, writer: 8, ordinal: 12, used: 16 } as const

/** Offsets within the payloads; `size` is the fixed part. */
export const MODULE = { index: 0, bias: 8, start: 16, end: 24, load_time: 32, build_id_length: 40, path_length: 42, size: 48 } as const
export const MODULE_UNLOAD = { index: 0, time: 8, size: 16 } as const
export const THREAD = { index: 0, thread_id: 4, start_time: 8, start_module: 16, start_offset: 24, name: 32, size: 48 } as const
export const THREAD_END = { index: 0, end_time: 8, cpu_time: 16, name: 24, unwatched_time: 40, size: 48 } as const
/** Size in recordings without the unwatched time. */
export const THREAD_END_SMALLEST_SIZE = THREAD_END.unwatched_time
export const THREAD_NAME_SIZE = 16
export const CONTEXT = { id: 0, parent: 4, module: 8, flags: 12, offset: 16, size: 24 } as const
export const REGION = { id: 0, name_length: 4, size: 8 } as const
export const TRAP = { time: 0, pair: 8, credit: 12, size: 16 } as const
export const PAIR = {
  id: 0,
  tool: 4,
  relation: 5,
  flags: 6,
  watch: 8,
  trap: 12,
  traps: 16,
  credit: 24,
  amount: 32,
  bytes: 40,
  partial: 48,
  latency: 56,
  latency_credit: 64,
  cache_misses: 72,
  size: 80,
} as const
/** Pairs of the first agents end here; the missing fields are zero. */
export const PAIR_SMALLEST_SIZE = PAIR.latency
export const SHARED_PAIR = { pair: 0, watch_writer: 80, line_module: 84, line_offset: 88, watch_stores: 96, trap_stores: 100, size: 104 } as const
export const REUSE = { time: 0, distance: 8, pair: 16, credit: 20, address: 24, periods: 32, size: 40 } as const
export const CENSORED = { time: 0, distance: 8, context: 16, flags: 20, address: 24, periods: 32, size: 40 } as const
/** Without address and periods, which recordings of earlier versions lack. */
export const REUSE_SMALLEST_SIZE = 24
export const WATCH_CONTEXT = {
  context: 0,
  tool: 4,
  sampled: 8,
  accounted: 16,
  armed: 24,
  bytes: 32,
  weighed_waste: 40,
  weighed_use: 48,
  weighed_ended: 56,
  samples: 64,
  size: 72,
} as const
export const TRACE = { base: 0, count: 8, size: 16 } as const
export const TRACE_SAMPLE = { context: 0, time: 4, cpu_time: 8, size: 12 } as const
export const INTERRUPTED_CONTEXT = { context: 0, interrupts: 8, periods: 16, time: 24, size: 32 } as const
/** Without time, which recordings of earlier versions give in periods. */
export const INTERRUPTED_CONTEXT_SMALLEST_SIZE = 24
/** Without outcomes of watchpoints, and the number of samples. */
export const WATCH_CONTEXT_SMALLEST_SIZE = 40

/** Written by the exhaustive engine. */
export const BLOCK = { id: 0, module: 4, offset: 8, access_count: 16, instruction_count: 20, size: 24 } as const
export const BLOCK_ACCESS = { offset: 0, kind: 4, element: 5, bytes: 6, size: 8 } as const
/** Size of a number of instructions. There is one for each access, after all accesses. */
export const BLOCK_INSTRUCTIONS_SIZE = 2
export const BLOCK_COUNT = { block: 0, context: 4, count: 8, size: 16 } as const
export const ACCESS_COUNT = { context: 0, kind: 4, instances: 8, bytes: 16, size: 24 } as const
export const CONTEXT_COUNT = { context: 0, kind: 4, instances: 8, bytes: 16, size: 24 } as const
export const TIME_POINT = { time: 0, instructions: 8, tool: 16, waste: 24, accessed: 32, size: 40 } as const

export const EXACT_PAIR = {
  id: 0,
  tool: 4,
  relation: 5,
  flags: 6,
  watch: 8,
  trap: 12,
  scope: 16,
  object: 20,
  instances: 24,
  bytes: 32,
  interleaved_instances: 40,
  interleaved_bytes: 48,
  size: 56,
} as const
/** Counts of pairs with ids in a row. */
export const PAIR_COUNTS = { first: 0, counts: 8 } as const
export const PAIR_COUNT = { instances: 0, bytes: 4, size: 8 } as const
export const WITHOUT_PAIR = { context: 0, tool: 4, unfinished: 8, freed: 16, interleaved: 24, first: 32, size: 40 } as const
export const OBJECT_REUSE_COUNT = { object: 0, axis: 4, granularity: 5, bucket: 8, count: 16, size: 24 } as const
export const REUSE_COUNT = { pair: 0, axis: 4, granularity: 5, bucket: 8, count: 16, size: 24 } as const
export const SCOPE = { id: 0, kind: 4, context: 8, module: 12, offset: 16, size: 24 } as const
export const OBJECT = { id: 0, kind: 4, context: 8, module: 12, offset: 16, bytes: 24, name_length: 32, size: 40 } as const
export const OBJECT_COUNT = {
  object: 0,
  tool: 4,
  instances: 8,
  bytes: 16,
  redundant_instances: 24,
  redundant_bytes: 32,
  approximate_instances: 40,
  approximate_bytes: 48,
  size: 56,
} as const

export const VALUE_TABLE = {
  id: 0,
  module: 4,
  offset: 8,
  role: 16,
  instruction_class: 17,
  element: 18,
  bytes: 19,
  slot: 20,
  flags: 22,
  entry_count: 23,
  operation: 24,
  in_memory: 25,
  executions: 32,
  profiled: 40,
  repeats: 48,
  zeros: 56,
  retried: 64,
  converged: 72,
  increasing: 80,
  decreasing: 88,
  size: 96,
} as const
export const VALUE_COUNT = { value: 0, count: 8, size: 16 } as const
export const VALUE_TABLE_FLAG_REFERENCE = 1
/** A role that tables of profiles do not have: where computed calls and jumps go. */
export const VALUE_TARGET = 6
/** Values of header.value_profile. A convergent profile has the number of its heuristic. */
export const VALUE_PROFILES = { 0: 'full', 1: 'rising', 2: 'bounds' } as const
/** Bit of header.value_flags. */
export const VALUE_FLAG_CONSTANT_BACK_OFF = 1
export const VALUE_FLAG_NO_CLEARING = 2
export const VALUE_FLAG_REFERENCE = 4

export const SPATIAL_VALUES = {
  id: 0,
  context: 4,
  object: 8,
  element_bytes: 12,
  group: 16,
  type: 17,
  approximate: 18,
  value_count: 19,
  strip_count: 20,
  inspections: 24,
  above: 32,
  elements: 40,
  unique: 48,
  latest_elements: 56,
  latest_unique: 64,
  common: 72,
  strip: 312,
  size: 1336,
} as const
export const SPATIAL_VALUE = { count: 0, value: 8, size: 24 } as const
export const SPATIAL_VALUE_BYTES = 16
/** Room for this many of the most frequent values, and of elements in order. */
export const SPATIAL_COMMON = 10
export const SPATIAL_STRIP = 64

export const ACCESS_LOAD = 1
export const ACCESS_STORE = 2
/** Values written to registers, and loaded into them (tool registers). */
export const ACCESS_REGISTER = 3
export const ACCESS_LOADED_REGISTER = 4
export const SCOPES = { 1: 'loop', 2: 'function' } as const
export const OBJECTS = { 1: 'static', 2: 'heap', 3: 'mapped' } as const
export const VALUE_GROUPS = { 0: 'array', 1: 'general', 2: 'x87', 3: 'simd' } as const
/** Types of resources/include/hagstone.h. */
export const MARKED_TYPES = { 0: 'bytes', 1: 'signed', 2: 'unsigned', 3: 'float', 4: 'pointer' } as const
export const AXES = { 1: 'time', 2: 'stack', 3: 'first' } as const
export const PAIR_FLAG_APPROXIMATE = 1
export const PAIR_FLAG_CALLING_UNSURE = 2
export const PAIR_FLAG_OTHER_PART = 4
export const PAIR_FLAG_OVERLAP = 8
export const PAIR_FLAG_LOADED = 16
export const CENSORED_FLAG_EVICTED = 1
export const CENSORED_FLAG_OTHER_PART = 2
export const CENSORED_FLAG_FREED = 4
/** header.granularity, in bytes. */
export const GRANULARITIES = { 1: 'byte', 8: 'word', 64: 'line' } as const
export const DISTANCE_UNITS = { 1: 'cpu-time', 2: 'accesses' } as const

/** The file through which a running recording is asked to pause or stop. */
export const CONTROL = { name: 'control', size: 4096, magic: 0x4c52544e4f434748n, requestOffset: 8, record: 0, pause: 1, stop: 2 } as const

export const RELATION_COUNT = 6

/** Counters of a statistics record in their order in the file: [name, meaning]. */
export const STATISTICS = [
  ['timer_signals', 'sampling interrupts that reached the thread'],
  ['samples', 'samples that ended at a wanted access'],
  ['armed', 'samples that got a watchpoint'],
  ['replaced', 'watchpoints given up for a newer sample (reservoir)'],
  ['not_chosen', 'samples that no watchpoint was given up for (reservoir)'],
  ['traps', 'watchpoint traps that ended in a pair'],
  ['own_traps', 'traps by the sampled access itself, swallowed'],
  ['unfinished', 'watchpoints still armed when their thread ended'],
  ['walk_stops', 'execution stops on the way to the sampled accesses'],
  ['walk_stops_avoided', 'branches decided without a stop'],
  ['blind_runs', 'runs of consecutive samples that could not be watched'],
  ['blind_samples', 'samples in blind runs longer than one'],
  ['blind_longest', 'longest blind run (maximum over threads)'],
  ['dropped_stop_budget', 'walk needed more stops than its budget'],
  ['dropped_barren', 'code region known to hold no wanted access'],
  ['dropped_undecodable', 'instruction on the way could not be decoded'],
  ['dropped_system_call', 'system call on the way'],
  ['dropped_code_unreadable', 'code on the way was not readable or not in a known module'],
  ['dropped_address_unsupported', 'wanted access with an address form that is not computed (gather, scatter)'],
  ['dropped_address_unreadable', 'branch target in memory was not readable'],
  ['dropped_address_forbidden', 'access to the thread control block or to profiler memory, never watched'],
  ['dropped_own_code', 'interrupt or access inside the profiler itself'],
  ['dropped_overrun', 'interrupt arrived while the profiler was still busy'],
  ['dropped_walk_lost', 'the stop did not come where it was expected before the next interrupt'],
  ['dropped_arm_failed', 'kernel refused to move a watchpoint'],
  ['dropped_stale_trap', 'trap of a watchpoint that had been moved meanwhile'],
  ['dropped_blocked_trap', 'trap reported late because the signal was blocked'],
  ['dropped_imprecise', 'trapping instruction could not be determined'],
  ['dropped_no_context', 'no room for a calling context or a pair'],
  ['dropped_overlap', 'sampled bytes are watched already'],
  ['contexts', 'unwinds, of samples and of traps'],
  ['contexts_truncated', 'unwinds cut at the depth cap'],
  ['contexts_partial', "unwinds that ended before the thread's root"],
  ['frames_by_tables', 'frames unwound by call frame information'],
  ['frames_by_frame_pointer', 'frames unwound without call frame information'],
  ['handler_time', "ns inside the profiler's handlers"],
  ['cpu_time', 'ns of CPU time of the threads, at their last sample or end'],
  ['trap_log_full', 'traps counted but not in the trap log (quota)'],
  ['foreign_signals', 'SIGTRAPs of the target, handed on to it'],
  ['threads_unwatched', 'threads that got no debug registers or timer'],
  ['unsafe_modules', 'modules without usable call frame information'],
  ['kept_traps', 'traps that left their watchpoint armed (a store under a redundant-loads watchpoint, an access of the profiler)'],
  ['censored_evicted', 'reuse watchpoints given up for a newer sample'],
  ['dropped_value_unreadable', 'value of the sampled access was not readable when it was to be kept or compared'],
  ['dropped_counter_backwards', 'reuse whose counters went backwards'],
  ['dropped_counter_multiplexed', 'reuse whose counters were multiplexed or throttled'],
  ['dropped_sample_lost', 'samples that the kernel reported as lost or throttled'],
  ['dropped_sample_foreign', 'sample records that were not of the thread or the events asked for'],
  ['dropped_sample_inexact', 'samples without an exact instruction or data address'],
  ['published', 'sampled addresses shown to the other threads (false sharing)'],
  ['published_watched', "watchpoints armed on another thread's address, several for one address"],
  ['published_expired', "watchpoints on another thread's address given up because it was too old"],
  ['accesses', 'loads and stores counted by the PMU'],
  ['own_accesses', 'accesses of the profiler, taken off the counted ones'],
  ['period_raised', 'times the sampling period was doubled to hold the overhead'],
  ['period_lowered', 'times the sampling period was halved again'],
  ['paused', 'sampling interrupts while recording was paused'],
  ['threads_rotated', 'times a thread gave its debug registers to another'],
  ['cpu_time_unwatched', 'ns of CPU time of threads while they had no debug registers'],
  ['registers_refused', 'errno of the last refused debug register, 0: none'],
  ['sampled_no_access', 'sampled operations that were no loads or stores (ibs)'],
  ['dropped_kept_too_often', 'watchpoints given up after too many traps that left them armed'],
  ['instructions', 'instructions executed (exhaustive), in measured windows and outside'],
  ['instructions_measured', 'instructions executed in measured windows (exhaustive)'],
  ['windows', 'measured windows (exhaustive, bursty)'],
  ['loads', 'loads measured (exhaustive)'],
  ['load_bytes', 'bytes loaded (exhaustive)'],
  ['stores', 'stores measured (exhaustive)'],
  ['store_bytes', 'bytes stored (exhaustive)'],
  ['kernel_load_bytes', 'bytes that system calls read (exhaustive)'],
  ['kernel_store_bytes', 'bytes that system calls wrote (exhaustive)'],
  ['dropped_pairs_full', 'accesses whose pair found no room (exhaustive)'],
  ['dropped_access_form', 'accesses of a form that is not followed (exhaustive)'],
  ['stack_repairs', 'returns that did not match their call: longjmp, exceptions (exhaustive)'],
  ['dropped_distances_full', 'reuses whose distance found no room (exhaustive)'],
  ['collection_stops', 'times the program stopped collection (hagstone_stop_collection)'],
  ['dropped_marks_unreadable', 'marked arrays that were not readable (exhaustive)'],
  ['dropped_marks_no_object', 'marked objects that are no static variable, heap block or mapping (exhaustive)'],
  ['dropped_marks_unusable', 'marks with sizes or types that mean nothing (exhaustive)'],
  ['dropped_marks_no_room', 'marks that found no room (exhaustive)'],
  ['dropped_regions', 'regions that were not followed: nested too deeply, or too many names'],
  ['dropped_values_full', 'value tables that found no room (exhaustive)'],
  ['repeating_instructions', 'instructions that wrote to a register what it held (exhaustive, registers)'],
  ['repeating_floating_instructions', 'instructions that wrote floating point to a register that held it within tolerance (exhaustive, registers)'],
  ['dropped_register_form', 'register writes in translated code that the translation hides (exhaustive, registers)'],
  ['freed', 'watchpoints whose memory ended: free, munmap, mremap'],
  ['interrupts_without_context', 'sampling interrupts whose calling context found no room'],
  ['dropped_ended', 'the thread ended before the clock tick that was to bring its first sample'],
  ['sampled_periods', 'base periods that the sampling interrupts stand for'],
  ['squared_periods', 'sum of the squares of these periods'],
  ['longest_period', 'most base periods that one sampling interrupt represents (maximum over threads)'],
  ['kernel_time', "ns of CPU time that threads spent in the kernel, the profiler's calls included; of threads that ran 10 ms or longer to their end"],
  ['ended_by_seccomp', 'processes whose recording ended because they confined themselves (seccomp)'],
  ['ended_by_tracing', 'processes whose recording ended because another tracer took over'],
  ['ended_by_breakpoints', 'processes whose recording ended because they opened breakpoint events of their own'],
  ['signal_blocked', "threads that ended with SIGTRAP blocked by a system call of the program's own, after few interrupts"],
  ['signal_replaced', 'threads that ended with another handler of SIGTRAP, set by such a call, after few interrupts'],
  ['clock_closed', 'threads whose sampling clock was closed by such a call'],
  ['displaced_traps', 'traps whose signal was lost to that of a clock tick, and that were found by their counters'],
  ['joined_in_trace', 'sampling interrupts that the trace joined with the next one of their thread (quota)'],
  ['published_met', "traps of another thread's address that needed no watchpoint: the sampled access touched its cache line"],
  ['published_beside', "other threads' addresses not watched: they ran on the same processor (earlier versions only)"],
  ['published_spare', "further watchpoints on another thread's address that ended without a trap"],
  ['clock_ticks', "threads sampled at clock ticks, because they changed between waiting and running too often for perf's clock"],
  ['rests', 'sampling interrupts of such threads in times without watchpoints, which cost too much at each wait'],
  ['given_up_resting', 'watchpoints given up where such a time began'],
  ['published_in_turns', "other threads' addresses taken that were published on the same processor, where threads take turns"],
  ['shared_in_turns', "traps of another thread's address whose two threads ran on the same processor"],
  ['kernel_interrupts', 'interrupts of the timer used without perf that came in a system call: no samples, only CPU time'],
  ['processor_wait', 'ns that threads were ready to run but had no processor; of threads that ran 10 ms or longer'],
] as const
export type StatisticName = (typeof STATISTICS)[number][0]
export const STATISTIC_INDEX = Object.fromEntries(STATISTICS.map(([name], index) => [name, index])) as Record<StatisticName, number>

/** The process forbade a system call of its recording while it was sampled. */
export const FORBIDDEN_CALLS = 'it forbids the system calls that the sampler needs (seccomp, by a system call of its own)'

/** header.failure, in the agent's order (agent_environment.h). */
export const FAILURES = [
  '',
  'a HAGSTONE_ variable could not be read',
  'perf_event_open is not permitted',
  'no debug register is free',
  'watchpoints open but never fire',
  'the CPU-time event opens but never interrupts',
  'the kernel gave no memory',
  'the recording could not be written',
  'the kernel knows no perf breakpoints',
  "the program's Go runtime takes over all signals",
  'a debugger, another tracer or Valgrind controls the program',
  "the processor's sampling events cannot be opened",
  "the processor's sampling events open but give no addresses",
  'the tracer did not answer',
  'it is statically linked, so the sampler cannot be preloaded into it',
  'it uses another C library than glibc, which the sampler needs',
  'it is no 64-bit program',
  'it is set-user-ID, set-group-ID or has capabilities, so the loader ignores the sampler',
  'LeakSanitizer does not work in a traced process',
  'its limit on open files is too low for the sampler: raise it (ulimit -n) to 64 or more',
  'its limit on file sizes left no room for the recording: raise it (ulimit -f)',
  FORBIDDEN_CALLS,
] as const
