/** A wait as a sentence: "thread 1 waits 61 % of its CPU time at the barrier that ends …". */
import type { RunCost } from '../../metrics/run_cost.ts'
import { counterValue } from '../../profile/counters.ts'
import type { Counter } from '../../profile/profile.ts'
import { significant } from '../../significant.ts'
import { capitalized } from '../../names/capitalized.ts'
import { isParallelName } from '../../names/runtimes/parallel_code.ts'
import { filePlace } from '../../names/short_paths.ts'
import { shortFunctionName } from '../wording/short_names.ts'
import type { Gain } from './even_shares.ts'
import { percent, timesText } from './ratio_words.ts'
import { LEAST_IMBALANCE } from './thread_times.ts'
import type { Imbalance, TakenTurns, Wait, WaitCause, WaitKind, WaitPlace, WaitThread } from './wait.ts'

export interface WaitSurroundings {
  /** "static", "dynamic"; "": of a loop, but not known which; null: not known. */
  schedule: string | null
  /** The lock is that of an OpenMP critical section. */
  isCritical: boolean
  /** By row of threads. */
  numbers: readonly number[]
  /** By row of threads: "rank 1"; "" if all are of one process. */
  processes: readonly string[]
  /** By row of threads: its process has no other thread that works, so that the process stands for it. */
  aloneThreads: readonly boolean[]
  /** Files of the profile. */
  files: readonly string[]
  /** Threads of the OpenMP runtime were asked to sleep while they wait. */
  sleeps: boolean
}

/** Threads that wait at least this fraction of the longest wait are named with its thread. */
const ALIKE = 0.5

const REMEDIES: Record<WaitKind, string> = {
  'region-end': 'Have threads meet less often: put several loops into one parallel region, with nowait where no loop needs the one before.',
  barrier: 'Have threads meet less often, or give each the same work between two barriers.',
  lock: 'Hold the lock for less time, or protect parts of the data by locks of their own.',
  semaphore: 'Release the semaphore earlier, or give threads more work each time they acquire it.',
  latch: 'Share out more evenly the work before the latch: threads wait for the last one to count down.',
  atomic: 'Give threads more work between two changes of the variable: falling asleep and waking up takes time in the kernel.',
  tasks: 'Make more and smaller tasks, so that all threads have some until the end.',
  message: 'Give each rank the same work between messages, and do other work while messages are under way (nonblocking calls).',
  'between-regions': 'Run in parallel what the program does between its regions, and make short regions longer: each one wakes all threads.',
  loop: 'Share the work out more evenly. For longer waits let the thread sleep: a condition variable or futex.',
  sleep: 'Give threads more work each time they wake: falling asleep and waking up takes time in the kernel.',
  idle: 'Share the work out more evenly among these threads: smaller pieces, of which each thread takes the next one when it is free.',
  other: 'Share the work out more evenly, or let threads sleep while they wait.',
}
const CRITICAL =
  'Do less in the critical section: use atomic for a single update, or let each thread collect results of its own (reduction) and combine them once.'
const LET_SLEEP = ' If the program must be serial there, OMP_WAIT_POLICY=passive lets the threads sleep meanwhile.'
const START_AND_END = 'Each rank waits there once until all ranks have started, or ended: a longer run makes less of it.'
const TAKEN_TURNS =
  'Split this task into parts for several threads, or start the next one before it ends. If a lock lets only one thread in, hold it for less time.'
const LONGEST_TASK = 'Split this task, or start it before the others: no run takes less time than its longest task.'
const SHARE_OUT_RANKS = 'Share the work out more evenly among the ranks, and do other work while messages are under way (nonblocking calls).'
const SHARE_OUT = 'Share the iterations out more evenly: schedule(dynamic) or schedule(guided), or smaller chunks, schedule(static, N).'
const SHARE_OUT_WORK = 'Share the work of the region out more evenly among its threads.'

/** Head of the waits that stand behind the findings, where others stand before them. */
export const MORE_WAITS = 'More waiting for other threads'

const TURNS = 'The threads took turns while they were counted, so how long they waited tells little: sample the program to measure it.'
/** Of the CPU time. */
const NOTABLE_PROCESSOR_WAIT = 0.25

/** Of counted runs, whose threads wait for their turn, and of busy machines. @returns null where nothing makes the waits longer */
export function waitCaveat({ measure, amount }: Pick<RunCost, 'measure' | 'amount'>, counters: readonly Counter[]): string | null {
  if (measure === 'instructions') return TURNS
  const waited = counterValue(counters, 'processor_wait')
  return waited < NOTABLE_PROCESSOR_WAIT * amount
    ? null
    : `Part of this is the machine's: threads that were ready to run waited ${significant(waited / 1e9, 2)} s for a processor, beside ${significant(amount / 1e9, 2)} s of CPU time, and other threads waited for them. Measure waiting on an idle machine, with a processor for each thread.`
}

/** At least so many times as much, where no sample is of others. */
const AS_MUCH_AS_ALL = 20
/** Of the run: less is not promised. */
const LEAST_GAIN = 0.01

type Described = Omit<Wait, 'text' | 'remedy' | 'gain' | 'gainInterval'>

/** @param wait with a gain of 0 where even shares bring nothing */
export function waitWords(wait: Described & Gain, surroundings: WaitSurroundings): Pick<Wait, 'text' | 'remedy' | 'gain' | 'gainInterval'> {
  const { kind, cause, gain, gainInterval } = wait
  const brings = { gain, ...(gainInterval === undefined ? {} : { gainInterval }) }
  if (kind === 'idle') return { text: capitalized(idleText(wait, surroundings)), remedy: idleRemedy(wait), ...brings }
  const why = reason(wait, surroundings)
  const reasons = [why, code(wait, surroundings, why !== '')].filter((each) => each !== '').join('; ')
  const text = `${who(wait, surroundings)} ${where(wait, surroundings)}${reasons === '' ? '' : `: ${reasons}`}`
  const hasUnevenWork = (why !== '' && wait.serial === undefined) || (cause !== undefined && (kind === 'region-end' || kind === 'barrier'))
  const usual = surroundings.isCritical ? CRITICAL : `${REMEDIES[kind]}${kind === 'between-regions' && !surroundings.sleeps ? LET_SLEEP : ''}`
  const remedy = isPaidOnce(wait, gain)
    ? START_AND_END
    : kind === 'message' && why !== ''
      ? SHARE_OUT_RANKS
      : !hasUnevenWork
        ? usual
        : surroundings.schedule === null
          ? SHARE_OUT_WORK
          : SHARE_OUT
  return {
    text: capitalized(text),
    remedy,
    ...(why === '' || gain < LEAST_GAIN ? {} : brings),
  }
}

function idleRemedy({ cause, turns }: Described): string {
  if (turns !== undefined) return TAKEN_TURNS
  return cause?.isLastTask === true ? LONGEST_TASK : REMEDIES.idle
}

/** Whether ranks wait there for the start or the end of the job, and not for a rank with more work. */
export function isPaidOnce({ call }: Pick<Wait, 'call'>, gain = 0): boolean {
  return call !== null && /^MPI_(?:Init(?:_thread)?|Finalize)$/.test(call) && gain < LEAST_GAIN
}

function who({ threads, amount }: Described, { processes, aloneThreads }: WaitSurroundings): string {
  const waiting = threads.filter(({ share }) => share > 0)
  const [first] = [...waiting].sort((a, b) => b.share - a.share)
  // Threads that sleep take no CPU time. Otherwise they are not known, and the share of the run stands before the sentence.
  if (first === undefined) return amount === 0 ? 'threads sleep' : 'threads wait'
  const alike = waiting.filter(({ share }) => share >= ALIKE * first.share)
  const isRank = (thread: number): boolean => aloneThreads[thread] === true && processes[thread]?.startsWith('rank ') === true
  if (alike.length === 1) {
    const name = isRank(first.thread) ? processes[first.thread]! : `thread ${first.number}${ofProcess(processes[first.thread])}`
    return `${name} waits ${percent(first.share)} of its CPU time`
  }
  const [low, high] = [Math.min(...alike.map(({ share }) => share)), first.share]
  const shares = percent(low) === percent(high) ? percent(low) : `${percent(low).replace(' %', '')} to ${percent(high)}`
  const names = alike.every(({ thread }) => isRank(thread))
    ? listed(
        'ranks',
        alike.map(({ thread }) => Number(processes[thread]!.slice('rank '.length))),
      )
    : numbersText(alike, processes)
  return `${names} wait ${shares} of their CPU time`
}

/** "thread 1 works 3.1× as long as thread 2, which has nothing to do meanwhile; the difference is in …" */
function idleText(wait: Described, surroundings: WaitSurroundings): string {
  const { imbalance, threads: all, cause, turns } = wait
  if (turns !== undefined) return turnsText(turns, wait, surroundings)
  const { threads, busiest } = imbalance!
  const thread = `thread ${surroundings.numbers[busiest]!}${ofProcess(surroundings.processes[busiest])}`
  const code = shortFunctionName(wait.function!)
  if (cause?.isLastTask === true)
    return `${thread} works alone at the end, ${codeOf(cause, surroundings.files)}: this task is the longest one, and the other ${threads === 2 ? `thread of ${code}() has` : `${threads - 1} threads of ${code}() have`} nothing to do meanwhile`
  const others = threads === 2 ? `thread ${all[0]!.number}, which has` : `the mean of the other ${threads - 1} threads of ${code}(), which have`
  const more = `${thread} works ${timesText(...timesOthers(imbalance!))} as long as ${others} nothing to do meanwhile`
  return cause === undefined ? more : `${more}; the difference is ${codeOf(cause, surroundings.files)}`
}

/** "for 62–71 % of the run only one of the 3 threads of work() works, each time another one, in …" */
function turnsText(turns: TakenTurns, { function: name, threads: [first] }: Described, { processes, files }: WaitSurroundings): string {
  const [low, high] = turns.interval.map(percent) as [string, string]
  const share = low === high ? low : `${low.replace(' %', '')}–${high}`
  const pool = `the ${turns.threads} threads of ${shortFunctionName(name!)}()${ofProcess(processes[first!.thread])}`
  const code =
    turns.function === name ? '' : `, in ${shortFunctionName(turns.function)}()${turns.file === null ? '' : `, ${filePlace(files, turns.file, turns.line)}`}`
  return `for ${share} of the run only one of ${pool} works at a time${code}: they take turns, and the ${turns.threads === 2 ? 'other one has' : 'others have'} nothing to do meanwhile`
}

/** " of rank 1" */
function ofProcess(name: string | undefined): string {
  return name === undefined || name === '' ? '' : ` of ${name}`
}

/** "threads 1 and 3", "threads 1 to 7 of rank 2", "12 threads of 4 ranks". */
function numbersText(threads: readonly WaitThread[], processes: readonly string[]): string {
  const names = new Set(threads.map(({ thread }) => processes[thread] ?? ''))
  const [name = ''] = names
  if (names.size > 1) return `${threads.length} threads of ${names.size} ${name.startsWith('rank') ? 'ranks' : 'processes'}`
  const numbers = threads.map(({ number }) => number)
  return `${listed('threads', numbers)}${ofProcess(name)}`
}

function listed(unit: string, unsorted: readonly number[]): string {
  const numbers = [...unsorted].sort((a, b) => a - b)
  const [first, last] = [numbers[0]!, numbers.at(-1)!]
  if (numbers.length === 2) return `${unit} ${first} and ${last}`
  return last - first === numbers.length - 1 ? `${unit} ${first} to ${last}` : `${numbers.length} ${unit}`
}

function where({ kind, function: name, file, line, call, library, places }: Described, { files }: WaitSurroundings): string {
  if (places !== undefined) return inPlaces(kind, places, files)
  const place = `${name === null ? '' : ` ${shortFunctionName(name)}()`}${file === null ? '' : `${name === null ? ' ' : ', '}${filePlace(files, file, line)}`}`
  const inside = place === '' ? '' : `in${place}`
  switch (kind) {
    case 'region-end':
      return place === '' ? 'at the ends of parallel regions' : `at the end of the parallel region of${place}`
    case 'barrier':
      return `at a barrier ${inside}`.trimEnd()
    case 'lock':
      return `for a lock ${inside}`.trimEnd()
    case 'semaphore':
      return `for a semaphore ${inside}`.trimEnd()
    case 'latch':
      return `for a latch ${inside}`.trimEnd()
    case 'atomic':
      return `for an atomic variable to change ${inside}`.trimEnd()
    case 'tasks':
      return `for tasks ${inside}`.trimEnd()
    case 'message':
      return `${call === null ? 'for messages' : `in ${call}`} ${inside}`.trimEnd()
    case 'between-regions':
      return 'between parallel regions'
    case 'loop':
      if (library === null) return `${inside}${inside === '' ? '' : ', '}in a loop that only waits`
      return `in a loop of ${shortFunctionName(library.function)}() in ${library.name} that only waits${name === null || name === library.function ? '' : `, called from${place}`}`
    case 'sleep':
    case 'idle':
    case 'other':
      return `for other threads ${inside}`.trimEnd()
  }
}

const IN_PLACES: Record<WaitKind, string> = {
  'region-end': 'at the ends of # parallel regions',
  barrier: 'at # barriers',
  lock: 'for locks in # places',
  semaphore: 'for semaphores in # places',
  latch: 'for # latches',
  atomic: 'for atomic variables to change in # places',
  tasks: 'for tasks in # places',
  message: 'in # calls of MPI',
  'between-regions': 'between parallel regions in # places',
  loop: 'in # loops that only wait',
  sleep: 'for other threads in # places',
  idle: 'for other threads in # places',
  other: 'for other threads in # places',
}
/** Places that a sentence names. */
const MOST_NAMED = 3

/** "at the ends of 9 parallel regions with little waiting each, such as f(), a.c:5, and g(), a.c:20" */
function inPlaces(kind: WaitKind, places: readonly WaitPlace[], files: readonly string[]): string {
  const named = places.filter(({ function: name, file }) => name !== null || file !== null).slice(0, MOST_NAMED)
  const texts = named.map(({ function: name, file, line, call }) =>
    [call, name === null ? null : `${shortFunctionName(name)}()`, file === null ? null : filePlace(files, file, line)]
      .filter((part) => part !== null)
      .join(', '),
  )
  return `${IN_PLACES[kind].replace('#', String(places.length))} with little waiting each${texts.length === 0 ? '' : `, such as ${texts.join('; ')}`}`
}

/** Uneven work, if it is: "static schedule, thread 0 has 3.1× the work". */
function reason({ kind, imbalance, threads: all, serial }: Described, { schedule, numbers, processes, files }: WaitSurroundings): string {
  if (serial !== undefined) {
    const place = serial.file === null ? '' : `, ${filePlace(files, serial.file, serial.line)}`
    return `thread ${numbers[serial.thread]!}${ofProcess(processes[serial.thread])} works alone meanwhile, ${percent(serial.share)} of that in ${shortFunctionName(serial.function)}()${place}`
  }
  if (kind === 'message' && imbalance !== null && isUneven(imbalance)) {
    const others = imbalance.threads === 2 ? 'the other rank' : `the mean of the other ${imbalance.threads - 1}`
    if (imbalance.interval === null) return `${processes[imbalance.busiest]!} executes ${timesText(...timesOthers(imbalance))} the instructions of ${others}`
    return `${processes[imbalance.busiest]!} works ${timesText(...timesOthers(imbalance))} as long as ${others}`
  }
  if ((kind !== 'region-end' && kind !== 'barrier') || imbalance === null || !isUneven(imbalance)) return ''
  const parts = schedule === null || schedule === '' ? [] : [`${schedule} schedule`]
  const process = processes[imbalance.busiest]
  const threads = all.filter(({ thread }) => processes[thread] === process)
  // A thread that both waits most and works most waits for something else.
  if (threads[0]?.thread === imbalance.busiest && threads[0].waiting > 0) return ''
  const busiest = `${numbers[imbalance.busiest]!}${ofProcess(process)}`
  if (imbalance.threads > 2)
    return [...parts, `thread ${busiest} has ${timesText(imbalance.maxToMean, imbalance.interval)} the mean work of the ${imbalance.threads} threads`].join(
      ', ',
    )
  const [ratio, interval] = timesOthers(imbalance)
  const hasAll = ratio === Infinity && (interval === null || interval[0] >= AS_MUCH_AS_ALL)
  return [...parts, hasAll ? `thread ${busiest} has all the work` : `thread ${busiest} has ${timesText(ratio, interval)} the work`].join(', ')
}

/** The most work, divided by the mean of the others instead of the mean of all. */
function timesOthers({ maxToMean, interval, threads }: Imbalance): [ratio: number, interval: [low: number, high: number] | null] {
  const besides = (ratio: number): number => (ratio >= threads ? Infinity : (ratio * (threads - 1)) / (threads - ratio))
  return [besides(maxToMean), interval === null ? null : [besides(interval[0]), besides(interval[1])]]
}

/** "thread 0 spends 3.1× as long as the other in the loop at omp.c:11 in fill()"; of messages "rank 0 spends …" @param isTold the reason has told how much more work the same thread has */
function code({ kind, cause, imbalance }: Described, { numbers, processes, files }: WaitSurroundings, isTold: boolean): string {
  if (cause === undefined) return ''
  const inside = codeOf(cause, files)
  if (isTold && cause.thread === imbalance?.busiest) return `the difference is ${inside}`
  const process = processes[cause.thread] ?? ''
  const ofRanks = kind === 'message' && process !== ''
  const who = ofRanks ? process : `thread ${numbers[cause.thread]!}${ofProcess(process)}`
  if (cause.timesOthers === null && cause.interval[0] >= AS_MUCH_AS_ALL) return `only ${who} spends time ${inside}`
  const unit = ofRanks ? process.replace(/ .*/, '') : 'thread'
  const others = cause.threads === 2 ? `the other ${unit}` : `the mean of the other ${cause.threads - 1}`
  return `${who} spends ${timesText(cause.timesOthers ?? Infinity, cause.interval)} as long as ${others} ${inside}`
}

/** "in the loop at omp.c:11 in fill()", "in fill(), omp.c:10" */
function codeOf({ isLoop, function: name, file, line }: WaitCause, files: readonly string[]): string {
  const place = file === null ? '' : filePlace(files, file, line)
  if (!isLoop) return `in ${shortFunctionName(name)}()${place === '' ? '' : `, ${place}`}`
  // The compiler's name of a region says no more than its place, which the sentence has.
  if (isParallelName(name)) return place === '' ? 'in a loop of the region' : `in the loop at ${place}`
  return `in the loop ${place === '' ? 'of' : `at ${place} in`} ${shortFunctionName(name)}()`
}

function isUneven({ maxToMean, certain }: Imbalance): boolean {
  return certain && maxToMean >= LEAST_IMBALANCE
}
