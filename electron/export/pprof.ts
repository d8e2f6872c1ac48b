/** Profiles as pprof reads them (github.com/google/pprof, proto/profile.proto), before compression. */
import { Function as PprofFunction, Label, Line, Location, Mapping, Profile as PprofProfile, Sample as PprofSample, StringTable, ValueType } from 'pprof-format'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { quoteArguments } from '../../shared/names/command_line.ts'
import { kindText, startOf, type Samples } from './samples.ts'
import type { StackFrame } from './stacks.ts'

const units = { bytes: 'bytes', ns: 'nanoseconds', count: 'count' } as const
const nanosecondsPerSecond = 1e9
const nanosecondsPerMillisecond = 1_000_000n

const sampleField = 2
const lengthDelimited = 2

/** A field of a message, as Protocol Buffers encode it: messages are their fields, one behind the other in any order. */
function messageField(field: number, message: Uint8Array): Uint8Array {
  const head = [(field << 3) | lengthDelimited]
  let rest = message.length
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) head.push((rest % 0x80) | 0x80)
  head.push(rest)
  const encoded = new Uint8Array(head.length + message.length)
  encoded.set(head)
  encoded.set(message, head.length)
  return encoded
}

/**
 * One sample type for each tool and metric; labels say relation, the pair's other access and the data object, so that
 * `pprof -tagfocus` and `-tagshow` work on them. Frames inlined into one another are lines of one location.
 * @returns a piece for each sample, then the rest
 */
export function* pprofPieces(profile: ProfileTables, { kinds, stacks, samples }: Samples): Generator<Uint8Array> {
  const { run, modules } = profile
  const strings = new StringTable()
  const text = (value: string): number => strings.dedup(value)
  const functions = new FunctionTable(profile, text)
  const locations = new LocationTable(functions)
  const locationsOfStack = new Map<number, number[]>()
  for (const { stack, kind, weight, pair } of samples) {
    const path = locationsOfStack.get(stack) ?? locations.of(stacks.path(stack).map((frame) => stacks.frames[frame]!))
    locationsOfStack.set(stack, path)
    const labels = pair === null ? [] : [['relation', pair.relation], ['other', pair.other], ...(pair.object === null ? [] : [['object', pair.object]])]
    const sample = new PprofSample({
      locationId: path,
      value: kinds.map((_, number) => (number === kind ? Math.round(weight) : 0)),
      label: labels.map(([key, value]) => new Label({ key: text(key!), str: text(value!) })),
    })
    yield messageField(sampleField, sample.encode())
  }
  yield new PprofProfile({
    sampleType: kinds.map((kind) => new ValueType({ type: text(kindText(kind)), unit: text(units[kind.unit]) })),
    mapping: modules.map(
      ({ path, buildId }, module) =>
        new Mapping({
          id: module + 1,
          memoryStart: 0,
          memoryLimit: locations.limit(module),
          fileOffset: 0,
          filename: text(path),
          buildId: text(buildId),
          hasFunctions: true,
          hasFilenames: true,
          hasLineNumbers: true,
          hasInlineFrames: true,
        }),
    ),
    location: locations.all,
    function: functions.all,
    stringTable: strings,
    timeNanos: BigInt(startOf(run)) * nanosecondsPerMillisecond,
    durationNanos: Math.round(run.duration * nanosecondsPerSecond),
    periodType: new ValueType({ type: text(run.driver), unit: text(run.driver === 'accesses' ? 'count' : 'nanoseconds') }),
    period: Math.round(run.meanPeriod ?? run.period),
    comment: [text(quoteArguments(run.command))],
    defaultSampleType: kinds[0] === undefined ? 0 : text(kindText(kinds[0])),
  }).encode()
}

/** Numbers from 1, as pprof wants them. */
class FunctionTable {
  readonly all: PprofFunction[] = []
  readonly #profile: ProfileTables
  readonly #text: (value: string) => number
  readonly #numbers = new Map<string, number>()

  constructor(profile: ProfileTables, text: (value: string) => number) {
    this.#profile = profile
    this.#text = text
  }

  of({ name, functionIndex, file }: StackFrame): number {
    const key = functionIndex < 0 ? name : `${functionIndex} ${file}`
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const { functions, files } = this.#profile
    const described = functions[functionIndex]
    const id = this.all.length + 1
    this.all.push(
      new PprofFunction({
        id,
        name: this.#text(name),
        systemName: this.#text(described?.linkageName || name),
        filename: this.#text(files[described?.file ?? -1] ?? files[file] ?? ''),
        startLine: Math.max(0, described?.line ?? 0),
      }),
    )
    this.#numbers.set(key, id)
    return id
  }
}

class LocationTable {
  readonly all: Location[] = []
  readonly #functions: FunctionTable
  readonly #numbers = new Map<string, number>()
  /** One past the highest address of each module. */
  readonly #limits = new Map<number, number>()

  constructor(functions: FunctionTable) {
    this.#functions = functions
  }

  limit(module: number): number {
    return this.#limits.get(module) ?? 0
  }

  /** @param frames outermost first @returns numbers of locations, innermost first */
  of(frames: StackFrame[]): number[] {
    const path: number[] = []
    for (let last = frames.length - 1; last >= 0;) {
      let first = last
      while (first > 0 && frames[first]!.inlined) first--
      path.push(this.#number(frames.slice(first, last + 1).reverse()))
      last = first - 1
    }
    return path
  }

  /** @param frames of one location, innermost first */
  #number(frames: StackFrame[]): number {
    const [{ module, address }] = frames as [StackFrame]
    const lines = frames.map((frame) => ({ functionId: this.#functions.of(frame), line: Math.max(0, frame.line) }))
    const key = `${module} ${address} ${lines.map(({ functionId, line }) => `${functionId}:${line}`).join(' ')}`
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const id = this.all.length + 1
    this.all.push(new Location({ id, mappingId: module + 1, address: Math.max(0, address), line: lines.map((line) => new Line(line)) }))
    this.#limits.set(module, Math.max(this.limit(module), address + 1))
    this.#numbers.set(key, id)
    return id
  }
}
