/** Faults in TypeScript. */
import type { Fault } from './fault.ts'

export const scriptFaults: Fault[] = [
  {
    name: 'trace-shared-writer', means: 'samples of threads that shared a writer all count for the first one',
    file: 'electron/analysis/trace/merge_trace.ts', find: 'threadsOf[trace.context[row]!]!', replace: 'threadsOf[0]!',
    test: { vitest: ['electron/analysis/trace/merge_trace.test.ts'] },
  },
  {
    name: 'trace-joined-time', means: 'CPU time of samples that a large trace leaves out is lost',
    file: 'electron/analysis/trace/merge_trace.ts', find: 'joined[thread]! += cpuTime', replace: 'joined[thread] = cpuTime',
    test: { vitest: ['electron/analysis/trace/merge_trace.test.ts'] },
  },
  {
    name: 'frames-of-the-runtime', means: "frames of the OpenMP runtime stand between a region and its tasks",
    file: 'electron/analysis/parallel/parallel_callers.ts', find: "this.#calls[context] !== BY_PROGRAM && this.#kindOf(module) === 'program' ? ", replace: "this.#calls[context] === 99 && this.#kindOf(module) === 'program' ? ",
    test: { vitest: ['electron/analysis/parallel/parallel_contexts.test.ts'] },
  },
  {
    name: 'binding-of-fortran', means: "what Fortran calls of MPI keeps the library's own name",
    file: 'shared/names/runtimes/mpi_calls.ts', find: "  if (ofFortran === null) return null", replace: "  return null",
    test: { vitest: ['shared/names/runtimes/mpi_calls.test.ts'] },
  },
  {
    name: 'job-of-hydra', means: "ranks of MPICH know of no job",
    file: 'electron/record/ranks.ts', find: "?? environment['PMI_JOBID'] ?? ofHydra()", replace: "?? environment['PMI_JOBID']",
    test: { vitest: ['electron/record/ranks.test.ts'] },
  },
  {
    name: 'region-row', means: 'a region whose code is in its own frame has two rows',
    file: 'electron/analysis/build_tree.ts', find: 'frame === from && called === functionIndex && isRegionCall', replace: 'frame < from && called === functionIndex && isRegionCall',
    test: { vitest: ['electron/analysis/parallel/parallel_contexts.test.ts'] },
  },
  {
    name: 'patience-by-the-clock', means: 'a recorded process is given up while it waits for a processor',
    file: 'electron/record/finishing/patience.ts', find: 'if (!activity.runs) known.asleep += elapsed', replace: 'known.asleep += elapsed',
    test: { vitest: ['electron/record/finishing/patience.test.ts'] },
  },
  {
    name: 'executed-at-access', means: 'instructions of a block all count at its last access',
    file: 'electron/analysis/merge/counted_accesses.ts', find: 'Math.min(left, count * accesses.instructions[access]!)', replace: '0',
    test: { vitest: ['electron/analysis/executed.test.ts'] },
  },
  {
    name: 'executed-incomplete', means: 'executed instructions are shown where most were counted in no context',
    file: 'electron/analysis/merge/merge_executed.ts', find: 'const LEAST_COUNTED = 0.99', replace: 'const LEAST_COUNTED = 0',
    test: { vitest: ['electron/analysis/executed.test.ts'] },
  },
  {
    name: 'compared-cost-side', means: 'a row of two runs has the new run\'s cost in both columns',
    file: 'electron/services/query/tree_models/compared_model.ts', find: "old: this.#model.metrics(row, 'run-cost-old')", replace: "old: this.#model.metrics(row, 'run-cost-new')",
    test: { vitest: ['electron/report/comparison/compared_costs.test.ts'] },
  },
  {
    name: 'binomial-tail', means: 'the upper bound of a share is that of a 90 % interval',
    file: 'shared/metrics/statistics/binomial.ts', find: 'shareWith(seen, trials, 0.025)', replace: 'shareWith(seen, trials, 0.05)',
    test: { vitest: ['shared/metrics/statistics/binomial.test.ts'] },
  },
  {
    name: 'undecided-upper', means: 'samples without a verdict do not raise the upper bound',
    file: 'shared/metrics/undecided_interval.ts', find: 'high * (1 - share) + share]', replace: 'high * (1 - share)]',
    test: { vitest: ['shared/metrics/undecided_interval.test.ts'] },
  },
  {
    name: 'freed-credit', means: 'nothing counts as freed',
    file: 'shared/metrics/freed_samples.ts', find: 'Math.min(accounted, credited.get(place) ?? 0)', replace: 'accounted',
    test: { vitest: ['shared/metrics/freed_samples.test.ts'] },
  },
  {
    name: 'bootstrap-quantile', means: 'the lower bound of a bootstrap interval is a quartile',
    file: 'shared/metrics/statistics/bootstrap.ts', find: 'quantile(sorted, 0.025)', replace: 'quantile(sorted, 0.25)',
    test: { vitest: ['shared/metrics/statistics/bootstrap.test.ts'] },
  },
  {
    name: 'subtree-sum', means: 'an inclusive sum lacks what is below the row',
    file: 'shared/metrics/node_sums.ts', find: 'own.sum(charged.rank(node), charged.rank(this.#subtrees.endOf(node)))', replace: 'own.sum(charged.rank(node), charged.rank(node + 1))',
    test: { vitest: ['shared/metrics/node_sums.test.ts'] },
  },
  {
    name: 'reweighted-kind', means: 'silent stores are weighed by counted loads',
    file: 'shared/metrics/reweighting.ts', find: "'silent-stores': ['stores']", replace: "'silent-stores': ['loads']",
    test: { vitest: ['electron/analysis/weights/reweighting.test.ts'] },
  },
  {
    name: 'distance-octave', means: 'buckets of long reuse distances begin at the wrong distance',
    file: 'shared/metrics/reuse/distance_bucket.ts', find: 'Math.floor(bucket / OCTAVE_BUCKETS) - 1', replace: 'Math.floor(bucket / OCTAVE_BUCKETS)',
    test: { vitest: ['shared/metrics/reuse', 'electron/report/exact_reuse.test.ts'] },
  },
  {
    name: 'aligned-end', means: 'equal ends of two sequences are not aligned where nothing else anchors them',
    file: 'shared/compare/align_sequences.ts', find: 'first[to - 1] === second[end - 1]) found[--to] = --end', replace: 'first[to - 1] === second[end - 1]) found[--to] = end--',
    test: { vitest: ['shared/compare/align_sequences.test.ts'] },
  },
  {
    name: 'clone-name', means: 'copies that the compiler makes of a function are other functions in a comparison',
    file: 'shared/names/normalise.ts', find: ".replace(cloneNote, '').replace(cloneSuffix, '')", replace: ".replace(cloneNote, '')",
    test: { vitest: ['shared/names/normalise.test.ts'] },
  },
  {
    name: 'wasted-is-used', means: 'the interval of a fraction is that of the useful share',
    file: 'electron/analysis/weights/intervals.ts', find: 'const wasted = log.filter((trap) => isWasteful(', replace: 'const wasted = log.filter((trap) => isUse(',
    test: { vitest: ['electron/analysis/weights/intervals.test.ts'] },
  },
  {
    name: 'attribution-shift', means: 'intervals do not hold what attribution may have moved',
    file: 'electron/analysis/weights/intervals.ts', find: 'widenByShift(widenRare(interval, ...sizesOf(wasted, log)), shiftOf(tool))', replace: 'widenByShift(widenRare(interval, ...sizesOf(wasted, log)), shiftOf(-1))',
    test: { vitest: ['electron/analysis/weights/intervals.test.ts', 'electron/analysis/symbols/attribution_shift.test.ts'] },
  },
  {
    name: 'shared-out-twice', means: 'accesses that were given to an instruction are given to the next one too',
    file: 'electron/analysis/share_out.ts', find: '        left -= share\n', replace: '',
    test: { vitest: ['electron/analysis/share_out.test.ts'] },
  },
  {
    name: 'repeated-extent', means: 'an extent that occurs twice is read twice',
    file: 'electron/raw/raw_extents.ts', find: 'return first || extent.ordinal !== previous.ordinal', replace: 'return true',
    test: { vitest: ['electron/raw/raw_reader.test.ts'] },
  },
  {
    name: 'record-checksum', means: 'a record with a wrong checksum is believed',
    file: 'electron/raw/raw_extents.ts', find: 'check !== rawChecksum(view, payload, length)', replace: 'check !== check',
    test: { vitest: ['electron/raw/raw_reader.test.ts'] },
  },
  {
    name: 'record-length', means: 'a record may lead out of its extent',
    file: 'electron/raw/raw_extents.ts', find: 'if (length === 0 || next > used) {', replace: 'if (length === 0) {',
    test: { vitest: ['electron/raw/raw_reader.test.ts'] },
  },
  {
    name: 'newer-recording', means: 'a recording of the next version is read as one of this version',
    file: 'electron/raw/raw_header.ts', find: 'if (version > RAW_VERSION) {', replace: 'if (version > RAW_VERSION + 1) {',
    test: { vitest: ['electron/raw/raw_reader.test.ts'] },
  },
  {
    name: 'interval-above-one', means: 'a profile with shares above 1 is opened',
    file: 'electron/profile/validate_tables.ts', find: '(high >= 0 && high <= 1)', replace: 'high >= 0',
    test: { vitest: ['electron/profile/profile_file.test.ts'] },
  },
  {
    name: 'sum-over-time', means: 'a source that was only touched counts as changed',
    file: 'electron/services/query/sources/source_files.ts', find: 'differs(bytes, reference.sums) ?? ', replace: '',
    test: { vitest: ['electron/export/html/sources.test.ts'] },
  },
  {
    name: 'folded-call', means: 'a call of one of several functions with one body has the names of all',
    file: 'electron/analysis/symbols/folded_calls.ts', find: 'return this.#framesMeant(location, caller) ?? all', replace: 'return all',
    test: { vitest: ['e2e/cli/results/folded.test.ts'] },
  },
  {
    name: 'tail-call-several', means: 'one of several possible chains of tail calls is taken for the only one',
    file: 'electron/analysis/tail_calls/tail_call_chains.ts', find: 'if (onward.length !== 1 || onward[0] === NOT_KNOWN) break', replace: 'if (onward[0] === NOT_KNOWN) break', test: { vitest: ['electron/analysis/tail_calls/tail_call_chains.test.ts'] },
  },
  {
    name: 'tail-call-unknown', means: 'a jump through a pointer beside a chain of tail calls is forgotten',
    file: 'electron/analysis/tail_calls/tail_call_chains.ts', find: 'if (unresolved || graph', replace: 'if (graph', test: { vitest: ['electron/analysis/tail_calls/tail_call_chains.test.ts'] },
  },
  {
    name: 'unknown-tool', means: 'a profile with samples of an unknown tool is opened',
    file: 'electron/profile/validate_tables.ts', find: ' && watches.tool.every((tool) => tool < TOOLS.length)', replace: '',
    test: { vitest: ['electron/profile/profile_file.test.ts'] },
  },
  {
    name: 'folded-waste', means: 'a printed tree folds a row that has most of the waste and little of the accesses',
    file: 'electron/report/folded_children.ts', find: ' || wasteShare(child) >= SMALLEST_SHARE', replace: '',
    test: { vitest: ['electron/report/folded_children.test.ts'] },
  },
  {
    name: 'any-token', means: 'the server takes every token',
    file: 'electron/serve/access.ts', find: 'return timingSafeEqual(digest(given), digest(expected))', replace: 'return timingSafeEqual(digest(given), digest(given)) || expected === given',
    test: { vitest: ['electron/serve/server.test.ts'] },
  },
  {
    name: 'any-port', means: 'the server answers under another port of its name',
    file: 'electron/serve/access.ts', find: 'Number(match[2] ?? 80) === port', replace: 'Number(match[2] ?? 80) > 0',
    test: { vitest: ['electron/serve/server.test.ts'] },
  },
  {
    name: 'any-origin', means: 'a page of another server may open a WebSocket',
    file: 'electron/serve/access.ts', find: 'request.headers.origin === `http://${request.headers.host}`', replace: "request.headers.origin !== ''",
    test: { vitest: ['electron/serve/server.test.ts'] },
  },
  {
    name: 'framed-window', means: 'another page may put the window into a frame',
    file: 'electron/serve/content_security.ts', find: "  \"frame-ancestors 'none'\",\n", replace: '',
    test: { vitest: ['electron/serve/server.test.ts'] },
  },
  {
    name: 'requests-without-end', means: 'a window may have any number of unanswered requests',
    file: 'electron/rpc/host.ts', find: 'if (running.size >= mostRequests) {', replace: 'if (running.size > 2 ** 30) {',
    test: { vitest: ['electron/rpc/host.test.ts'] },
  },
  {
    name: 'request-number-twice', means: 'two requests under one number are answered',
    file: 'electron/rpc/host.ts', find: 'if (running.has(id)) {', replace: 'if (id < 0) {',
    test: { vitest: ['electron/rpc/host.test.ts'] },
  },
  {
    name: 'cancelled-on-close', means: 'questions of a window that is gone go on',
    file: 'electron/rpc/host.ts', find: '      for (const cancelling of running.values()) cancelling.abort()\n', replace: '',
    test: { vitest: ['electron/rpc/host.test.ts'] },
  },
  {
    name: 'rows-without-end', means: 'a window may ask for any number of rows at once',
    file: 'electron/services/validation.ts', find: 'z.number().int().nonnegative().max(mostRows)', replace: 'z.number().int().nonnegative().max(mostRows * 1e6)',
    test: { vitest: ['electron/rpc/host.test.ts', 'electron/services/query'] },
  },
  {
    name: 'tree-order', means: 'a top-down tree begins with the functions that access most themselves',
    file: 'renderer/tree/tree_model.ts', find: "this.kind === 'top-down' ? 'wasteInclusive' : 'wasteExclusive'", replace: "this.kind === 'top-down' ? 'wasteExclusive' : 'wasteInclusive'",
    test: { vitest: ['renderer/tree'] },
  },
  {
    name: 'flame-sliver', means: 'boxes that cannot be seen are drawn',
    file: 'renderer/flame/flame_layout.ts', find: 'if (own >= leastWidth && ', replace: 'if (',
    test: { vitest: ['renderer/flame/flame_layout.test.ts'] },
  },
  {
    name: 'pair-order', means: 'pairs come with the least waste first',
    file: 'renderer/pairs/pair_model.ts', find: "this.#heaviestFirst = { column: neutral ? 'shareOfTotal' : 'waste', descending: true }", replace: "this.#heaviestFirst = { column: neutral ? 'shareOfTotal' : 'waste', descending: false }",
    test: { vitest: ['renderer/pairs/pair_model.test.ts'] },
  },
  {
    name: 'survivor-descriptor', means: 'a process without an environment is not known to be of the recording',
    file: 'electron/record/finishing/survivors.ts', find: ' || holds(id, recordingDirectory)', replace: '',
    test: { vitest: ['electron/record/finishing/survivors.test.ts'] },
  },
  {
    name: 'ssh-arguments', means: 'ssh -V is said to have started a program elsewhere',
    file: 'electron/analysis/notes/starting_clients.ts', find: 'return starts(args) ? { why, action } : null', replace: 'return { why, action }',
    test: { vitest: ['electron/analysis/notes/unsampled_processes.test.ts'] },
  },
  {
    name: 'cause-kernel-time', means: 'time in the kernel is no cause of missing samples',
    file: 'shared/outcome.ts', find: "if (count('samples') > 0 || kernel < NEARLY_ALL) return null", replace: 'if (kernel >= 0) return null',
    test: { vitest: ['shared/outcome.test.ts'] },
  },
  {
    name: 'kept-examination', means: 'the modules of a program that was examined before are examined anew',
    file: 'electron/record/exhaustive/examination.ts', find: '  if (kept !== null) return kept\n', replace: '',
    test: { vitest: ['electron/record/exhaustive/examination.test.ts'] },
  },
]
