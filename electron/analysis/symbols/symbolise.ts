/** Turns code locations into source frames: functions, inlined functions, files and lines. */
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { mpiCallName } from '../../../shared/names/runtimes/mpi_calls.ts'
import { growingInt32, growingUint8 } from '../../../shared/profile/columns/growing_column.ts'
import type { ProfileFunction, ProfileModule } from '../../../shared/profile/profile.ts'
import { LoopCollector, type LocationLoops } from './loops.ts'
import type { Locations, MergedModule } from '../merged.ts'
import { OutlinedFunctions, type FoundFunction } from '../parallel/outlined_functions.ts'
import { messageOf } from '../../failure.ts'
import type { Debuginfod } from '../../symbols/debuginfod.ts'
import type { LookupResult, LoopStatistics } from '../../symbols/symbols_addon.ts'
import type { SymbolModule, SymbolSource } from './symbol_source.ts'

/** Where the addon looks if it is given no directories. */
const usualDebugDirectory = '/usr/lib/debug'

/** Frames of location i are at start[i] … start[i + 1] − 1, outermost first; every location has at least one. */
export interface LocationFrames {
  start: Int32Array
  functionIndex: Int32Array
  /** −1 if unknown; the place that runs in the frame. */
  file: Int32Array
  line: Int32Array
  inlined: Uint8Array
}

/** Interned names that grow while the tree is built. */
export class NameTables {
  readonly files: string[] = []
  readonly functions: ProfileFunction[] = []
  readonly #fileRows = new Map<string, number>()
  readonly #functionRows = new Map<string, number>()

  file(path: string): number {
    let row = this.#fileRows.get(path)
    if (row === undefined) {
      row = this.files.push(path) - 1
      this.#fileRows.set(path, row)
    }
    return row
  }

  /** Its row, if it was named before. */
  knownFile(path: string): number | undefined {
    return this.#fileRows.get(path)
  }

  /** Declarations differ by module, names and line. Where none is known, the file may vary with the executed line (included code). */
  function(described: ProfileFunction): number {
    const key = `${described.module}\n${described.line}\n${described.linkageName}\n${described.name}`
    let row = this.#functionRows.get(key)
    if (row === undefined) {
      row = this.functions.push(described) - 1
      this.#functionRows.set(key, row)
    }
    return row
  }
}

export interface Symbolised {
  frames: LocationFrames
  loops: LocationLoops
  loopStatistics: LoopStatistics
  modules: ProfileModule[]
  /** By module; null where it could not be opened. The caller closes them. */
  opened: Array<SymbolModule | null>
}

/**
 * @param generated names of locations in no module
 * @param vdsoPath image for the module "[vdso]"
 * @param onProgress share 0..1 of the modules done
 * @param debuginfod asked for modules without lines; null: the user has no servers
 */
export async function symbolise(
  modules: MergedModule[],
  locations: Locations,
  generated: ReadonlyMap<number, string>,
  names: NameTables,
  symbols: SymbolSource | null,
  vdsoPath: string | null,
  onProgress: (share: number) => Promise<void>,
  debuginfod: Debuginfod | null = null,
): Promise<Symbolised> {
  const collector = new FrameCollector(modules, locations, generated, names)
  const loopCollector = new LoopCollector(locations.length, (path) => names.file(path))
  const byModule = groupByModule(locations, modules.length)
  const described: ProfileModule[] = []
  const opened: Array<SymbolModule | null> = []
  for (const [index, module] of modules.entries()) {
    const used = byModule[index]!
    const result = used.length === 0 ? { module: null, note: null } : await withDebuginfod(openModule(module, symbols, vdsoPath), module, symbols, debuginfod)
    if (result.module) {
      collector.lookUp(index, used, result.module)
      loopCollector.lookUp(locations, used, result.module)
    }
    described.push({ path: module.path, buildId: module.buildId, note: withWarnings(module, result) })
    opened.push(result.module)
    await onProgress((index + 1) / modules.length)
  }
  const { loops, statistics } = loopCollector.finish()
  return { frames: collector.finish(), loops, loopStatistics: statistics, modules: described, opened }
}

interface OpenResult {
  module: SymbolModule | null
  note: string | null
}

/** Warnings of the symbols addon during the lookup are part of the note. */
function withWarnings({ path }: MergedModule, { module, note }: OpenResult): string | null {
  const sentences = [...(note === null ? [] : [note]), ...(module?.warnings ?? []).map((warning) => `${basename(path)}: ${warning}.`)]
  return sentences.length > 0 ? sentences.join(' ') : null
}

function openModule(module: MergedModule, symbols: SymbolSource | null, vdsoPath: string | null): OpenResult {
  const name = basename(module.path)
  const path = module.path === '[vdso]' ? vdsoPath : module.path
  if (symbols === null) return { module: null, note: `${name}: no symbols, because the symbols addon is not built.` }
  if (path === null || !existsSync(path)) return { module: null, note: `${name}: the file no longer exists; shown as module + offset.` }
  let opened: SymbolModule
  try {
    opened = symbols.openModule(path, module.buildId === '' ? {} : { buildId: module.buildId })
  } catch (error) {
    return { module: null, note: `${name}: ${messageOf(error)}.` }
  }
  if (module.buildId !== '' && opened.buildId !== module.buildId) {
    opened.close()
    return { module: null, note: `${name}: the file changed since the recording (different build ID); shown as module + offset.` }
  }
  if (!opened.hasLines) return { module: opened, note: `${name}: no debug information, so there are no lines and no inlined functions.` }
  return { module: opened, note: null }
}

/** The module again with debug information from the servers; otherwise the reason, in the note. */
async function withDebuginfod(
  found: OpenResult,
  { path, buildId }: MergedModule,
  symbols: SymbolSource | null,
  debuginfod: Debuginfod | null,
): Promise<OpenResult> {
  const { module, note } = found
  if (debuginfod === null || symbols === null || module === null || module.hasLines || buildId === '' || path === '[vdso]') return found
  const fetched = await debuginfod.debugFile(buildId)
  if (fetched.path === null) return { module, note: `${note ?? ''} debuginfod: ${fetched.reason}.`.trim() }
  try {
    const again = symbols.openModule(path, { buildId, debugDirectories: [usualDebugDirectory, debuginfod.directory] })
    module.close()
    return { module: again, note: again.hasLines ? null : `${note ?? ''} debuginfod: the file that it sent has no lines.`.trim() }
  } catch (error) {
    return { module, note: `${note ?? ''} debuginfod: ${messageOf(error)}.`.trim() }
  }
}

function groupByModule(locations: Locations, moduleCount: number): number[][] {
  const groups: number[][] = Array.from({ length: moduleCount }, () => [])
  for (let location = 0; location < locations.length; location++) groups[locations.module[location]!]?.push(location)
  return groups
}

/** A frame as the tables of names know it. */
export interface NamedFrame {
  functionIndex: number
  /** −1: not known. */ file: number
  line: number
  inlined: number
}

function mpiFunction({ name, linkageName }: FoundFunction, modulePath: string): Partial<ProfileFunction> | null {
  const call = mpiCallName(name || linkageName, modulePath)
  return call === null ? null : { name: call, linkageName: linkageName || name }
}

/** @param renamed of code of parallel regions and tasks, and of MPI's functions @param nameless row of the function where nothing names it */
function namedFrame(
  found: LookupResult,
  frame: number,
  module: number,
  names: NameTables,
  renamed: (described: FoundFunction) => Partial<ProfileFunction> | null,
  nameless: () => number,
): NamedFrame {
  const text = (string: number): string => found.strings[string] ?? ''
  const path = text(found.file[frame]!)
  const file = path === '' ? -1 : names.file(path)
  const line = file >= 0 && found.line[frame]! > 0 ? found.line[frame]! : -1
  const name = text(found.functionName[frame]!)
  const linkageName = text(found.linkageName[frame]!)
  const functionLine = found.functionLine[frame]! > 0 ? found.functionLine[frame]! : -1
  const defined = text(found.functionFile[frame]!)
  const functionIndex =
    name === '' && linkageName === ''
      ? nameless()
      : names.function({
          name: name || linkageName,
          linkageName,
          module,
          file: defined === '' ? file : names.file(defined),
          line: functionLine,
          ...renamed({ name, linkageName, file: path, functionLine }),
        })
  return { functionIndex, file, line, inlined: found.inlined[frame]! }
}

/**
 * Frames at a code address that no location of the recording is at, the function first. @param entry where the function
 * begins, which names it
 */
export function namedFrames(symbols: SymbolModule, { path }: MergedModule, module: number, address: number, entry: number, names: NameTables): NamedFrame[] {
  const nameless = (): number =>
    names.function({ name: symbols.functionAt(entry)?.name ?? `${basename(path)}+0x${entry.toString(16)}`, linkageName: '', module, file: -1, line: -1 })
  const renamed = (described: FoundFunction): Partial<ProfileFunction> | null =>
    mpiFunction(described, path) ?? new OutlinedFunctions(symbols, { flags: new Int32Array() }, [], found).nameOf(described, address)
  const found = symbols.lookup(Float64Array.of(entry, address))
  const { functionIndex } = namedFrame(found, 0, module, names, renamed, nameless)
  const frames = Array.from({ length: found.frameStart[2]! - found.frameStart[1]! }, (_, i) =>
    namedFrame(found, found.frameStart[1]! + i, module, names, renamed, nameless),
  )
  return frames.map((frame, i) => (i === 0 ? { ...frame, functionIndex } : frame))
}

class FrameCollector {
  readonly #modules: MergedModule[]
  readonly #locations: Locations
  readonly #generated: ReadonlyMap<number, string>
  readonly #names: NameTables
  readonly #first: Int32Array
  readonly #count: Int32Array
  readonly #columns = { functionIndex: growingInt32(), file: growingInt32(), line: growingInt32(), inlined: growingUint8() }

  constructor(modules: MergedModule[], locations: Locations, generated: ReadonlyMap<number, string>, names: NameTables) {
    this.#modules = modules
    this.#locations = locations
    this.#generated = generated
    this.#names = names
    this.#first = new Int32Array(locations.length)
    this.#count = new Int32Array(locations.length)
  }

  lookUp(module: number, used: number[], symbols: SymbolModule): void {
    const found = symbols.lookup(Float64Array.from(used, (location) => this.#locations.lookup[location]!))
    const outlined = new OutlinedFunctions(symbols, this.#locations, used, found)
    const { path } = this.#modules[module]!
    used.forEach((location, i) => {
      const from = found.frameStart[i]!
      const to = found.frameStart[i + 1]!
      this.#first[location] = this.#columns.line.length
      for (let frame = from; frame < to; frame++) {
        const { functionIndex, file, line, inlined } = namedFrame(
          found,
          frame,
          module,
          this.#names,
          (described) => mpiFunction(described, path) ?? outlined.nameOf(described, this.#locations.lookup[location]!),
          () => this.#nameless(location, symbols),
        )
        this.#push(location, functionIndex, file, line, inlined)
      }
    })
  }

  finish(): LocationFrames {
    const { functionIndex, file, line, inlined } = this.#columns
    for (let location = 0; location < this.#locations.length; location++) {
      if (this.#count[location] !== 0) continue
      this.#first[location] = line.length
      this.#push(location, this.#nameless(location, null), -1, -1, 0)
    }
    return inLocationOrder(this.#first, this.#count, {
      functionIndex: functionIndex.finish(),
      file: file.finish(),
      line: line.finish(),
      inlined: inlined.finish(),
    })
  }

  #push(location: number, functionIndex: number, file: number, line: number, inlined: number): void {
    this.#count[location]!++
    this.#columns.functionIndex.push(functionIndex)
    this.#columns.file.push(file)
    this.#columns.line.push(line)
    this.#columns.inlined.push(inlined)
  }

  /** By the function's own start if known, else by the map of code compiled at run time, else each place by itself. */
  #nameless(location: number, symbols: SymbolModule | null): number {
    const module = this.#locations.module[location]!
    const offset = this.#locations.offset[location]!.toString(16)
    const found = symbols?.functionAt(this.#locations.lookup[location]!)
    const unknown = module < 0 ? `0x${offset}` : `${basename(this.#modules[module]!.path)}+0x${offset}`
    const name = found?.name ?? this.#generated.get(location) ?? unknown
    return this.#names.function({ name, linkageName: '', module, file: -1, line: -1 })
  }
}

type FrameColumns = Omit<LocationFrames, 'start'>

function inLocationOrder(first: Int32Array, count: Int32Array, columns: FrameColumns): LocationFrames {
  const start = new Int32Array(first.length + 1)
  for (let location = 0; location < first.length; location++) start[location + 1] = start[location]! + count[location]!
  const total = start[first.length]!
  const ordered: LocationFrames = {
    start,
    functionIndex: new Int32Array(total),
    file: new Int32Array(total),
    line: new Int32Array(total),
    inlined: new Uint8Array(total),
  }
  for (let location = 0; location < first.length; location++) {
    for (let i = 0; i < count[location]!; i++) {
      const from = first[location]! + i
      const to = start[location]! + i
      ordered.functionIndex[to] = columns.functionIndex[from]!
      ordered.file[to] = columns.file[from]!
      ordered.line[to] = columns.line[from]!
      ordered.inlined[to] = columns.inlined[from]!
    }
  }
  return ordered
}
