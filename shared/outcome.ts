/**
 * The outcome of a tool's recording: something found, nothing found among the observed accesses, or nothing measured, with
 * the reason and the remedy (docs/metrics.md, Outcome). Every place without results shows this text and no other.
 */
import { counted } from './names/counted.ts'
import { visible } from './names/visible.ts'
import type { LackingModule } from './run.ts'
import type { RunDescription, Statistics, Tool, Totals, UnrecordedProcesses } from './run.ts'
import { significant } from './significant.ts'

export type Outcome =
  | { kind: 'found' }
  /** `observations` were no waste; `atMost`: upper end of the 95 % interval of the wasted share, 0 where every access was counted. */
  | { kind: 'none-found'; observations: number; atMost: number }
  /** `why`: a clause without a capital or full stop; `action`: a sentence. */
  | { kind: 'not-measured'; why: string; action: string }

type NotMeasured = Extract<Outcome, { kind: 'not-measured' }>

/** The common part of a report and a profile's summary. */
export interface Recorded {
  run: Pick<RunDescription, 'driver' | 'engine' | 'exit' | 'period' | 'early' | 'targetCpuSeconds' | 'tools' | 'unrecorded'>
  stats: Pick<Statistics, 'counters'>
  totals: Partial<Record<Tool, Totals>>
  /** The module that samples are missing of the most; absent where none is known. */
  lacking?: LackingModule
}

/** For tools that find waste or reuses; values have tables of their own. */
export function outcomeOf(recorded: Recorded, tool: Tool): Outcome {
  const totals = recorded.totals[tool]
  const observations = observationsOf(recorded, tool)
  if (tool === 'values' || (tool === 'reuse-distance' && observations > 0)) return { kind: 'found' }
  if (totals !== undefined && totals.waste > 0) return { kind: 'found' }
  // Of profiles of earlier versions.
  const turns = tool === 'false-sharing' && observations > 0 ? counterOf(recorded, 'published_beside') / observations : 0
  if (turns >= NEARLY_ALL)
    return {
      kind: 'not-measured',
      why: `in ${shareText(turns)} of the samples, the other thread had run on the same processor, where no cache line moves`,
      action: 'Record it again: Hagstone now measures sharing between such threads, too.',
    }
  if (totals !== undefined && totals.fraction !== null) return { kind: 'none-found', observations, atMost: upperBound(totals, observations) }
  if ((totals?.waiting ?? 0) > 0)
    return {
      kind: 'not-measured',
      why: 'all observed accesses wait for other threads, which is neither waste nor use',
      action: 'See in the findings where threads wait.',
    }
  const facts = factsOf(recorded, tool)
  for (const cause of CAUSES) {
    const found = cause(facts)
    if (found !== null) return { kind: 'not-measured', ...found }
  }
  return { kind: 'not-measured', why: 'no sampled access was accessed again before its thread ended', action: LONGER }
}

/**
 * The tool that a run is shown by at first, in its window and in the list of runs: that of its first finding; until the
 * findings are known, and without any, the first recorded one that found anything. Null: the run has no tools.
 */
export function firstTool(recorded: Recorded & { ofFirstFinding?: Tool }): Tool | null {
  const { ofFirstFinding, run } = recorded
  return ofFirstFinding !== undefined && run.tools.includes(ofFirstFinding) ? ofFirstFinding : firstToolOf(run.tools, [recorded])
}

/** The same of runs that are shown together: the first of the tools that found anything in one of them. */
export function firstToolOf(tools: Tool[], runs: Recorded[]): Tool | null {
  return tools.find((tool) => tool !== 'values' && runs.some((run) => outcomeOf(run, tool).kind === 'found')) ?? tools[0] ?? null
}

/** How often something was seen. Sharing has a trap only where there is waste: a line that no other thread wanted was observed, too. */
export function observationsOf(recorded: Pick<Recorded, 'totals' | 'stats'>, tool: Tool): number {
  const traps = recorded.totals[tool]?.traps ?? 0
  return tool === 'false-sharing' ? traps + counterOf(recorded, 'published_expired') + counterOf(recorded, 'published_beside') : traps
}

function counterOf({ stats }: Pick<Recorded, 'stats'>, wanted: string): number {
  return stats.counters.reduce((sum, { name, value }) => (name === wanted ? sum + value : sum), 0)
}

/** One line for every outcome but `found`. */
export function outcomeText(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'found':
      return ''
    case 'none-found': {
      const bound = outcome.atMost === 0 ? '' : `; at most ${shareText(outcome.atMost)} is waste (95 % confidence)`
      return `none found in ${counted(outcome.observations, 'observation')}${bound}.`
    }
    case 'not-measured':
      return `not measured: ${outcome.why}. ${outcome.action}`
  }
}

/** Without an interval: that of a share of which none was seen in so many draws. */
function upperBound({ ci95, exact }: Totals, observations: number): number {
  if (exact === true) return 0
  if (ci95 !== null) return ci95[1]
  return observations > 0 ? 1 - 0.05 ** (1 / observations) : 1
}

const LONGER = 'Record a longer run, or sample faster (--rate).'
const EXHAUSTIVE = 'Record it with --engine exhaustive, which needs no interrupts and no watchpoints.'

interface Facts {
  recorded: Recorded
  tool: Tool
  count: (name: string) => number
  /** Sampling periods in the CPU time of the run. */
  periods: number
}

function factsOf(recorded: Recorded, tool: Tool): Facts {
  const { run, stats } = recorded
  const counters = new Map(stats.counters.map(({ name, value }) => [name, value]))
  return {
    recorded,
    tool,
    count: (name) => counters.get(name) ?? 0,
    periods: run.driver === 'cpu-time' && run.period > 0 ? (run.targetCpuSeconds * 1e9) / run.period : Infinity,
  }
}

/** "dead stores": in sentences tools have the names of the windows, not those of the command line. */
function spoken(tool: Tool): string {
  return tool.replaceAll('-', ' ')
}

/** @param groups at least one */
function unrecordedText(groups: readonly UnrecordedProcesses[]): string {
  const [first] = groups
  return `${counted(
    groups.reduce((sum, { processes }) => sum + processes, 0),
    'process was',
    'processes were',
  )} not recorded (${visible(first!.program)}: ${first!.why})`
}

type Cause = (facts: Facts) => Omit<NotMeasured, 'kind'> | null

function wasInterrupted(count: Facts['count']): boolean {
  return count('timer_signals') > 0 || count('samples') > 0
}

/** Interrupts come with each period: of so many none is missing by chance. */
const FEWEST_PERIODS = 5

function interruptsText(count: Facts['count']): string {
  return wasInterrupted(count) ? `only ${counted(count('timer_signals'), 'sampling interrupt')}` : 'no sampling interrupt'
}

/** Counters of the reasons that ended recording early. */
const EARLY_ENDS: Loss[] = [
  { counter: 'ended_by_seccomp', because: 'the program confined itself (seccomp)', action: EXHAUSTIVE },
  { counter: 'ended_by_tracing', because: 'another program began to trace it (ptrace)', action: 'Run it without that debugger or tracer.' },
  { counter: 'ended_by_breakpoints', because: 'the program began to use debug registers itself (perf_event_open)', action: EXHAUSTIVE },
]

/** Counters of the program's changes to the sampler's signal by system calls that the agent cannot intercept. */
const MISSING_INTERRUPTS: Loss[] = [
  { counter: 'signal_blocked', because: 'blocks SIGTRAP by a system call of its own', action: EXHAUSTIVE },
  { counter: 'signal_replaced', because: 'handles or ignores SIGTRAP by a system call of its own', action: EXHAUSTIVE },
  { counter: 'clock_closed', because: "closed the sampler's descriptors by system calls of its own", action: EXHAUSTIVE },
]

/** The first one that applies is the cause. A new one has its place before all that it explains better. */
const CAUSES: Cause[] = [
  ({ recorded: { run } }) => {
    const [first] = run.unrecorded ?? []
    if (first === undefined || run.exit.state !== 'unable') return null
    return { why: first.why, action: first.action }
  },
  ({ recorded: { run }, tool }) => {
    const [first] = run.unrecorded ?? []
    return run.engine !== 'exhaustive' || first === undefined
      ? null
      : { why: `${unrecordedText(run.unrecorded!)}, and in the others no access relevant to ${spoken(tool)} was followed by another`, action: first.action }
  },
  ({ recorded: { run }, tool }) =>
    run.engine !== 'exhaustive'
      ? null
      : { why: `no access relevant to ${spoken(tool)} was followed by another`, action: 'Check with --view stats that the program did its work.' },
  // Far less than the rest of the run's processes would have taken.
  ({ recorded: { run }, count, periods }) => {
    const [first] = run.unrecorded ?? []
    if (first === undefined || count('samples') > 0 || periods >= FEWEST_PERIODS) return null
    return { why: `${unrecordedText(run.unrecorded!)}, and the others used ${cpuTimeText(run)} of CPU time`, action: first.action }
  },
  ({ count }) =>
    wasInterrupted(count) || count('paused') === 0
      ? null
      : { why: 'recording was paused for all of the CPU time', action: 'Resume recording while the program works.' },
  ({ count }) => {
    const end = count('samples') > 0 ? undefined : EARLY_ENDS.find(({ counter }) => count(counter) > 0)
    return end === undefined ? null : { why: `${end.because} before its first sample, which ended recording`, action: end.action }
  },
  ({ recorded: { run }, count }) => {
    const { signal } = run.exit
    if (count('samples') > 0 || signal === null) return null
    if (signal === 'SIGSYS')
      return { why: 'the program was killed by its own seccomp filter (SIGSYS), perhaps for a system call of the sampler', action: EXHAUSTIVE }
    return wasInterrupted(count) ? null : { why: `the program was killed (${signal}) before its first sample`, action: LONGER }
  },
  ({ recorded: { run }, count, periods }) => {
    const cause =
      periods < 1 || count('samples') > 0 || count('timer_signals') >= FEWEST_PERIODS ? undefined : MISSING_INTERRUPTS.find(({ counter }) => count(counter) > 0)
    return cause === undefined
      ? null
      : { why: `the program ${cause.because}, so ${interruptsText(count)} reached it in ${cpuTimeText(run)} of CPU time`, action: cause.action }
  },
  ({ recorded: { run }, count }) => {
    const kernel = count('cpu_time') > 0 ? count('kernel_time') / count('cpu_time') : 0
    if (count('samples') > 0 || kernel < NEARLY_ALL) return null
    return {
      why: `${shareText(Math.min(1, kernel))} of the ${cpuTimeText(run)} of CPU time was spent in the kernel, where nothing is sampled`,
      action: 'Find its expensive system calls (strace -c), and record a longer run for the rest.',
    }
  },
  ({ recorded: { run }, count }) =>
    wasInterrupted(count) || run.targetCpuSeconds > 0
      ? null
      : {
          why: 'neither a sampling interrupt nor the end of the program was seen: it blocks SIGTRAP, or ended by a system call of its own before its first sample',
          action: LONGER,
        },
  ({ recorded: { run }, count, periods }) =>
    wasInterrupted(count) || periods >= FEWEST_PERIODS
      ? null
      : {
          why: `the program ended before its first sample: it used ${cpuTimeText(run)} of CPU time, and a sample is taken every ${millisecondsText(run.early?.period ?? run.period)}`,
          action: LONGER,
        },
  // Where more of the time is missing for this than was watched, no other loss can be larger.
  ({ count }) => {
    const unwatched = count('cpu_time') > 0 ? count('cpu_time_unwatched') / count('cpu_time') : 0
    if (unwatched < HALF) return null
    return {
      why: `threads had no debug registers for ${shareText(Math.min(1, unwatched))} of the CPU time, because the program needs nearly all descriptors that it may open`,
      action: 'Raise the limit (ulimit -n) and record again.',
    }
  },
  ({ count }) =>
    !wasInterrupted(count) && count('threads_unwatched') > 0
      ? {
          why: `${counted(count('threads_unwatched'), 'thread')} could not be sampled: the kernel refused a debug register or timer, as where the program gave up rights or confined itself`,
          action: EXHAUSTIVE,
        }
      : null,
  ({ recorded: { run }, count }) =>
    wasInterrupted(count)
      ? null
      : {
          why: `no sampling interrupt reached the program in ${cpuTimeText(run)} of CPU time: it runs in the kernel, blocks SIGTRAP or closes all descriptors by system calls of its own, or a debugger took the signals`,
          action: EXHAUSTIVE,
        },
  ({ recorded: { lacking }, count }) => {
    if (count('samples') > 0) return null
    const worst = worstLoss(INTERRUPT_LOSSES, count)
    const none = `none of ${counted(count('timer_signals'), 'interrupt')} led to a sample`
    const where = lacking === undefined ? '' : ` (${cpuTimeOf(lacking)})`
    return worst === null ? { why: `${none}${where}`, action: LONGER } : { why: `${none}, most often because ${worst.because}${where}`, action: worst.action }
  },
  ({ recorded: { totals, run }, tool, count }) =>
    (totals[tool]?.samples ?? 0) > 0
      ? null
      : {
          why: `none of ${counted(count('samples'), 'sample')} was of an access relevant to ${spoken(tool)}`,
          action: run.tools.length > 1 ? `Record longer, or with --tool ${tool} alone.` : LONGER,
        },
  ({ count }) => {
    const end = EARLY_ENDS.find(({ counter }) => count(counter) > 0)
    return end === undefined ? null : { why: `${end.because} before a watchpoint led to an observation, which ended recording`, action: end.action }
  },
  ({ count }) => {
    const worst = worstLoss(VERDICT_LOSSES, count)
    return worst === null ? null : { why: `no watchpoint led to an observation, most often because ${worst.because}`, action: worst.action }
  },
  ({ tool }) => (tool === 'false-sharing' ? { why: 'no other thread was seen on a sampled cache line', action: LONGER } : null),
]

interface Loss {
  /** Name of the counter in the raw format. */
  counter: string
  /** A clause. */
  because: string
  action: string
}

/** Why an interrupt led to no sample. Interrupts in the profiler's own code are not among them: that time is not the program's. */
const INTERRUPT_LOSSES: Loss[] = [
  { counter: 'dropped_code_unreadable', because: 'the code is in no file (generated at run time) or cannot be read', action: EXHAUSTIVE },
  {
    counter: 'dropped_barren',
    because: 'the code near the interrupts has no relevant access',
    action: 'Record another tool, or with --engine exhaustive.',
  },
  { counter: 'dropped_system_call', because: 'a system call came before the next access', action: LONGER },
  { counter: 'dropped_stop_budget', because: 'the next access was too many branches away', action: LONGER },
  { counter: 'dropped_undecodable', because: 'an instruction on the way to the access could not be decoded', action: EXHAUSTIVE },
  { counter: 'dropped_address_unsupported', because: 'the accesses are gathers and scatters, whose addresses are not computed', action: EXHAUSTIVE },
  { counter: 'dropped_address_unreadable', because: 'the memory that holds a branch target could not be read', action: EXHAUSTIVE },
  { counter: 'dropped_address_forbidden', because: 'the accesses are to memory that is never watched (thread control block)', action: EXHAUSTIVE },
  { counter: 'dropped_walk_lost', because: 'the program did not reach the expected access', action: LONGER },
  { counter: 'dropped_sample_inexact', because: 'the processor gave no exact address', action: 'Record with --engine software.' },
]

/** Why a watchpoint led to no observation. */
const VERDICT_LOSSES: Loss[] = [
  {
    counter: 'dropped_imprecise',
    because: 'the accessing instruction is uncertain, for example in code without call frame information or symbols',
    action: 'Build it with call frame information (-fasynchronous-unwind-tables), or record with --engine exhaustive.',
  },
  { counter: 'dropped_blocked_trap', because: 'the program blocked the signal of the watchpoint', action: EXHAUSTIVE },
  { counter: 'dropped_arm_failed', because: 'the kernel refused to set a watchpoint', action: 'Close debuggers and other profilers that use debug registers.' },
  { counter: 'dropped_no_context', because: 'the table of calling contexts was full', action: 'Raise the limits on memory and file size.' },
  { counter: 'dropped_value_unreadable', because: 'the value could not be read for the comparison', action: EXHAUSTIVE },
  { counter: 'dropped_kept_too_often', because: 'the watched bytes had too many accesses that decide nothing', action: EXHAUSTIVE },
  {
    counter: 'dropped_counter_multiplexed',
    because: "the processor's counters were shared with others",
    action: 'Stop other users of the performance counters.',
  },
]

function worstLoss(losses: Loss[], count: Facts['count']): Loss | null {
  const [worst] = losses.filter(({ counter }) => count(counter) > 0).sort((a, b) => count(b.counter) - count(a.counter))
  return worst ?? null
}

/** How much of the program the numbers of a tool speak for. */
export interface MeasuredPart {
  /** Share of the CPU time or accesses that led to an observation, 0..1. */
  share: number
  /** The main reason why something is missing; a clause. */
  because: string
  /** The module that it is missing of the most; absent where none is known. */
  module?: LackingModule
  /** Less than half of what could be measured: figures are dimmed. */
  little: boolean
}

/** At least so much: figures represent the whole, without a word. */
export const NEARLY_ALL = 0.9
/** Less: figures are dimmed. */
const HALF = 0.5
/** With fewer interrupts or samples such a share is chance. */
const FEWEST_FOR_SHARE = 20

/** Null where the numbers speak for (nearly) all, every access was counted, or too little was sampled to say. */
export function measuredPart(recorded: Recorded, tool: Tool): MeasuredPart | null {
  const { run, totals } = recorded
  const own = totals[tool]
  if (run.engine === 'exhaustive' || run.engine === 'virtual' || own === undefined || own.traps === 0) return null
  const { count } = factsOf(recorded, tool)
  const { sampled, decided, watched } = factors(recorded, tool)
  const share = sampled * decided * watched
  if (!(share < NEARLY_ALL)) return null
  const least = Math.min(sampled, decided, watched)
  const because =
    least === watched
      ? 'threads waited for debug registers'
      : least === sampled
        ? (worstLoss(INTERRUPT_LOSSES, count)?.because ?? 'interrupts led to no sample')
        : (worstLoss(VERDICT_LOSSES, count)?.because ?? 'the bytes were not accessed again in time')
  const { lacking } = recorded
  return { share, because, ...(lacking === undefined ? {} : { module: lacking }), little: obtainedShare(recorded, tool) < HALF }
}

/**
 * The share of what could be measured that led to an observation, 0..1. Code without an access of the tool's kind has nothing
 * to measure: if a program only loads for half of its time, none of its stores are missing because of that.
 */
export function obtainedShare(recorded: Recorded, tool: Tool): number {
  const { sampled, decided, watched } = factors(recorded, tool, NOTHING_TO_SAMPLE)
  return sampled * decided * watched
}

const NOTHING_TO_SAMPLE = 'dropped_barren'

/** The factors of the measured part. @param without interrupts that led to no sample for this reason */
function factors(recorded: Recorded, tool: Tool, without: string | null = null): { sampled: number; decided: number; watched: number } {
  const { count } = factsOf(recorded, tool)
  const own = recorded.totals[tool]
  const losses = INTERRUPT_LOSSES.filter(({ counter }) => counter !== without)
  const interrupts = losses.reduce((sum, { counter }) => sum + count(counter), count('samples'))
  return {
    sampled: interrupts >= FEWEST_FOR_SHARE ? count('samples') / interrupts : 1,
    // Accesses without reuse are a result of their own (censored).
    decided: tool !== 'reuse-distance' && own !== undefined && own.samples >= FEWEST_FOR_SHARE ? 1 - own.unaccountedShare : 1,
    watched: count('cpu_time') > 0 ? 1 - Math.min(1, count('cpu_time_unwatched') / count('cpu_time')) : 1,
  }
}

/** The measured parts of the run's tools, without tools whose numbers represent everything. */
export function measuredParts(recorded: Recorded): Partial<Record<Tool, MeasuredPart>> {
  const parts = recorded.run.tools.map((tool) => [tool, measuredPart(recorded, tool)] as const)
  return Object.fromEntries(parts.filter(([, part]) => part !== null))
}

/** "the total", or the words in its place. */
export function wholeText(part: MeasuredPart | null): string {
  return part === null ? 'the total' : `the ${shareText(part.share)} that was measured`
}

/** In a window nobody types options: each has a name there. */
const WINDOW_NAMES: ReadonlyArray<[option: RegExp, name: string]> = [
  [/--engine (\w+)/g, 'the $1 engine'],
  [/ \(--rate\)/g, ''],
  [/--follow children/g, 'its child processes'],
  [/--tool [a-z-]+ alone/g, 'this tool alone'],
]

/** `outcomeText` for a window, which names its choices instead of the command line's options. */
export function outcomeWords(outcome: Outcome): string {
  return WINDOW_NAMES.reduce((text, [option, name]) => text.replace(option, name), outcomeText(outcome))
}

/** A sentence. */
export function partText(part: MeasuredPart): string {
  const { module } = part
  const where = module === undefined ? '' : ` ${cpuTimeOf(module)} but ${shareText(module.share)} of the ${module.of}.`
  return `Only ${shareText(part.share)} was measured, most often because ${part.because}. All shares are of that part.${where}`
}

function cpuTimeOf({ name, cpuShare }: LackingModule): string {
  return `${visible(name)} has ${shareText(cpuShare)} of the CPU time`
}

function shareText(share: number): string {
  return share >= 0.995 ? '100 %' : `${significant(share * 100, share >= 0.1 ? 2 : 1)} %`
}

function cpuTimeText({ targetCpuSeconds }: Recorded['run']): string {
  const milliseconds = targetCpuSeconds * 1e3
  if (targetCpuSeconds >= 1) return `${significant(targetCpuSeconds, 3)} s`
  return `${milliseconds >= 100 ? Math.round(milliseconds) : significant(milliseconds, 2)} ms`
}

function millisecondsText(nanoseconds: number): string {
  return nanoseconds >= 1e9 ? `${significant(nanoseconds / 1e9, 3)} s` : `${significant(nanoseconds / 1e6, 3)} ms`
}
