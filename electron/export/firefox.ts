/** Profiles as the Firefox Profiler reads them: its processed format, version 60, which newer versions upgrade. */
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { baseName } from '../../shared/profile/frames.ts'
import { quoteArguments } from '../../shared/names/command_line.ts'
import { ownersOfFunctions, OWN } from '../../shared/findings/own_code.ts'
import { hagstoneVersion } from '../version.ts'
import { timedThreads, type TimedThread } from './firefox_trace.ts'
import { kindText, startOf, type SampleKind, type Samples } from './samples.ts'
import type { StackTable } from './stacks.ts'

const processedVersion = 60
/** Version of Firefox's own recordings, the origin of the processed format. */
const geckoVersion = 30
const libraryResource = 1
const nanosecondsPerMillisecond = 1e6
const microsecondsPerMillisecond = 1e3
const millisecondsPerSecond = 1e3
const interval = 1
const categories = [
  { name: 'Other', color: 'grey', subcategories: ['Other'] },
  { name: 'Program', color: 'yellow', subcategories: ['Other'] },
  { name: 'Libraries', color: 'blue', subcategories: ['Other'] },
]
const [ofProgram, ofLibraries] = [1, 2]
/** Others can be shown by the menu of tracks. */
const mostShown = 16

/**
 * @param withTimes the CPU time of each recorded thread over time, instead of its sums, where the profile has the times
 * @returns the recorded threads, and one thread for each tool and metric that has weights
 */
export function firefoxOf(profile: ProfileTables, { kinds, stacks, samples }: Samples, withTimes: boolean): object {
  const { run, modules } = profile
  const strings = new Strings()
  const name = quoteArguments(run.command)
  const timed = withTimes ? timedThreads(profile, stacks) : []
  const busiest = busiestFirst(timed)
  const duration = run.duration * millisecondsPerSecond
  const measured = kinds.flatMap((kind, number) => {
    const ofKind = samples.filter((sample) => sample.kind === number)
    return ofKind.length === 0 || (timed.length > 0 && kind.tool === 'cpu-time')
      ? []
      : [measuredThread(kind, number, ofKind, timed.length > 0 ? duration : null)]
  })
  return {
    meta: {
      interval,
      startTime: startOf(run),
      startTimeAsClockMonotonicNanosecondsSinceBoot: 0,
      profilingEndTime: duration,
      processType: 0,
      product: name,
      importedFrom: `hagstone ${hagstoneVersion()}`,
      arguments: name,
      stackwalk: 1,
      debug: false,
      version: geckoVersion,
      preprocessedProfileVersion: processedVersion,
      categories,
      // Otherwise the Firefox Profiler hides threads with few samples, such as waste with few contexts.
      initialVisibleThreads: [...busiest.slice(0, mostShown).sort((a, b) => a - b), ...measured.map((_, number) => timed.length + number)],
      ...(timed.length > 0 ? { initialSelectedThreads: busiest.slice(0, 1) } : {}),
      sampleUnits: { time: 'ms', eventDelay: 'ms', threadCPUDelta: 'µs' },
      markerSchema: [],
      symbolicated: true,
      usesOnlyOneStackType: true,
      sourceCodeIsNotOnSearchfox: true,
      keepProfileThreadOrder: true,
    },
    libs: modules.map(({ path, buildId }) => ({
      arch: 'x86_64',
      name: baseName(path),
      path,
      debugName: baseName(path),
      debugPath: path,
      breakpadId: '',
      codeId: buildId === '' ? null : buildId,
    })),
    pages: [],
    shared: { ...sharedTables(profile, stacks, strings), stringArray: strings.all },
    threads: [...timed.map((thread, number) => threadOverTime(thread, kinds.length + number)), ...measured],
  }
}

/** Positions of the threads with the most CPU time. */
function busiestFirst(threads: readonly TimedThread[]): number[] {
  const all = threads.map(({ cpuTime }) => cpuTime.reduce((sum, each) => sum + each, 0))
  return [...threads.keys()].sort((a, b) => all[b]! - all[a]!)
}

function threadOverTime({ name, processName, process, isFirst, stack, time, cpuTime }: TimedThread, number: number): object {
  return threadOf(
    { name, processName, pid: process, tid: number, isMainThread: isFirst },
    {
      stack,
      time,
      weight: cpuTime.map((each) => each / microsecondsPerMillisecond),
      weightType: 'tracing-ms',
      threadCPUDelta: cpuTime,
      length: stack.length,
    },
  )
}

/** @param duration ms; waste has no times, so its samples are spread evenly; null: they follow one another */
function measuredThread(kind: SampleKind, number: number, samples: Samples['samples'], duration: number | null): object {
  const step = duration === null ? interval : duration / samples.length
  return threadOf(
    { name: kindText(kind), processName: 'Waste and use', pid: 'not over time', tid: number, isMainThread: number === 0 },
    {
      stack: samples.map(({ stack }) => stack),
      time: samples.map((_, at) => at * step),
      weight: samples.map(({ weight }) => (kind.unit === 'ns' ? weight / nanosecondsPerMillisecond : weight)),
      weightType: kind.unit === 'ns' ? 'tracing-ms' : kind.unit === 'bytes' ? 'bytes' : 'samples',
      length: samples.length,
    },
  )
}

interface ThreadNames {
  name: string
  processName: string
  pid: string
  tid: number
  isMainThread: boolean
}

function threadOf(names: ThreadNames, samples: object): object {
  return {
    processType: 'default',
    processStartupTime: 0,
    processShutdownTime: null,
    registerTime: 0,
    unregisterTime: null,
    pausedRanges: [],
    ...names,
    samples,
    markers: { data: [], name: [], startTime: [], endTime: [], phase: [], category: [], length: 0 },
  }
}

function sharedTables(profile: ProfileTables, stacks: StackTable, strings: Strings): object {
  const { modules, functions, files } = profile
  const owners = ownersOfFunctions(profile)
  const { frames } = stacks
  // A frame of words gets a function of its own, behind those of the profile.
  const words = [...new Set(frames.filter(({ functionIndex }) => functionIndex < 0).map(({ name }) => name))]
  const functionOf = frames.map(({ functionIndex, name }) => (functionIndex < 0 ? functions.length + words.indexOf(name) : functionIndex))
  const none = <T>(length: number, value: T): T[] => Array.from({ length }, () => value)
  const known = (value: number): number | null => (value > 0 ? value : null)
  const all = functions.length + words.length
  return {
    stackTable: {
      frame: Array.from({ length: stacks.length }, (_, stack) => stacks.frame(stack)),
      prefix: Array.from({ length: stacks.length }, (_, stack) => (stacks.parent(stack) < 0 ? null : stacks.parent(stack))),
      length: stacks.length,
    },
    frameTable: {
      address: frames.map(({ address }) => address),
      inlineDepth: inlineDepths(stacks),
      category: frames.map(({ functionIndex }) => (functionIndex < 0 || owners[functionIndex] === OWN ? ofProgram : ofLibraries)),
      subcategory: none(frames.length, 0),
      func: functionOf,
      nativeSymbol: none(frames.length, null),
      innerWindowID: none(frames.length, null),
      line: frames.map(({ line }) => known(line)),
      column: none(frames.length, null),
      length: frames.length,
    },
    funcTable: {
      isJS: none(all, false),
      relevantForJS: none(all, false),
      name: [...functions.map(({ name }) => strings.number(name)), ...words.map((word) => strings.number(word))],
      resource: [...functions.map(({ module }) => module), ...none(words.length, -1)],
      source: [...functions.map(({ file }) => (file < 0 ? null : file)), ...none(words.length, null)],
      lineNumber: [...functions.map(({ line }) => known(line)), ...none(words.length, null)],
      columnNumber: none(all, null),
      length: all,
    },
    resourceTable: {
      lib: modules.map((_, module) => module),
      name: modules.map(({ path }) => strings.number(baseName(path))),
      host: none(modules.length, null),
      type: none(modules.length, libraryResource),
      length: modules.length,
    },
    nativeSymbols: { libIndex: [], address: [], name: [], functionSize: [], length: 0 },
    sources: { uuid: none(files.length, null), filename: files.map((file) => strings.number(file)), length: files.length },
  }
}

/** How deep each frame is inlined, where it first occurs. */
function inlineDepths(stacks: StackTable): number[] {
  const depths = stacks.frames.map(() => 0)
  for (let stack = 0; stack < stacks.length; stack++) {
    const parent = stacks.parent(stack)
    if (stacks.frames[stacks.frame(stack)]!.inlined && parent >= 0) depths[stacks.frame(stack)] = depths[stacks.frame(parent)]! + 1
  }
  return depths
}

class Strings {
  readonly all: string[] = []
  readonly #numbers = new Map<string, number>()

  number(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    this.#numbers.set(text, this.all.length)
    return this.all.push(text) - 1
  }
}
