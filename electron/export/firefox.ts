/** Profiles as the Firefox Profiler reads them: its processed format, version 60, which newer versions upgrade. */
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { baseName } from '../../shared/profile/frames.ts'
import { quoteArguments } from '../../shared/names/command_line.ts'
import { hagstoneVersion } from '../version.ts'
import { kindText, startOf, type SampleKind, type Samples } from './samples.ts'
import type { StackTable } from './stacks.ts'

const processedVersion = 60
/** Version of Firefox's own recordings, the origin of the processed format. */
const geckoVersion = 30
const libraryResource = 1
const nanosecondsPerMillisecond = 1e6
const millisecondsPerSecond = 1e3
/** Firefox measures threads in time. Waste has no time, so the samples of a thread follow one another. */
const interval = 1

/** @returns one thread for each tool and metric that has weights */
export function firefoxOf(profile: ProfileTables, { kinds, stacks, samples }: Samples): object {
  const { run, modules } = profile
  const strings = new Strings()
  const name = quoteArguments(run.command)
  return {
    meta: {
      interval,
      startTime: startOf(run),
      startTimeAsClockMonotonicNanosecondsSinceBoot: 0,
      profilingEndTime: run.duration * millisecondsPerSecond,
      processType: 0,
      product: name,
      importedFrom: `hagstone ${hagstoneVersion()}`,
      arguments: name,
      stackwalk: 1,
      debug: false,
      version: geckoVersion,
      preprocessedProfileVersion: processedVersion,
      categories: [
        { name: 'Other', color: 'grey', subcategories: ['Other'] },
        { name: 'Program', color: 'yellow', subcategories: ['Other'] },
      ],
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
    threads: kinds.flatMap((kind, number) => {
      const ofKind = samples.filter((sample) => sample.kind === number)
      return ofKind.length === 0 ? [] : [threadOf(kind, number, ofKind)]
    }),
  }
}

function threadOf(kind: SampleKind, number: number, samples: Samples['samples']): object {
  return {
    processType: 'default',
    processStartupTime: 0,
    processShutdownTime: null,
    registerTime: 0,
    unregisterTime: null,
    pausedRanges: [],
    name: kindText(kind),
    isMainThread: number === 0,
    processName: kind.tool,
    pid: '0',
    tid: number,
    samples: {
      stack: samples.map(({ stack }) => stack),
      time: samples.map((_, at) => at * interval),
      weight: samples.map(({ weight }) => (kind.unit === 'ns' ? weight / nanosecondsPerMillisecond : weight)),
      weightType: kind.unit === 'ns' ? 'tracing-ms' : kind.unit === 'bytes' ? 'bytes' : 'samples',
      length: samples.length,
    },
    markers: { data: [], name: [], startTime: [], endTime: [], phase: [], category: [], length: 0 },
  }
}

function sharedTables({ modules, functions, files }: ProfileTables, stacks: StackTable, strings: Strings): object {
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
      category: none(frames.length, 1),
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
