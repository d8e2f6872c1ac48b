/**
 * Functions that a linker folded into one body (--icf), by the names their callers mean. The body has all their names;
 * debug information of the call site says which one the source calls.
 */
import { growingInt32, growingUint8 } from '../../../shared/profile/columns/growing_column.ts'
import { FOLDED_NAME } from '../../../shared/names/normalise.ts'
import { CONTEXT_AFTER, CONTEXT_RETURN_ADDRESS } from '../../raw/raw_layout.ts'
import type { Locations } from '../merged.ts'
import type { SymbolModule } from './symbol_source.ts'
import type { LocationFrames, NameTables } from './symbolise.ts'

/** Rows of frames, outermost first. */
export interface FrameRange {
  columns: Pick<LocationFrames, 'functionIndex' | 'file' | 'line' | 'inlined'>
  from: number
  to: number
  /** The loops of the location belong to this very function: their lines are right. */
  ownLoops: boolean
}

interface Symbolised {
  locations: Locations
  frames: LocationFrames
  names: NameTables
  opened: ReadonlyArray<SymbolModule | null>
}

export class FoldedCalls {
  readonly #known: Symbolised
  /** By row of functions, if known: whether it is a body of several. */
  readonly #isBody: Uint8Array
  readonly #any: boolean
  /** By location and linkage name. */
  readonly #meant = new Map<string, FrameRange | null>()

  constructor(known: Symbolised) {
    this.#known = known
    this.#isBody = Uint8Array.from(known.names.functions, ({ name }) => (FOLDED_NAME.test(name) ? 1 : 0))
    this.#any = this.#isBody.includes(1)
  }

  /** Frames of all locations, without regard to callers. */
  get all(): LocationFrames {
    return this.#known.frames
  }

  /** Frames of a location. @param caller location of the call; −1: unknown, or none */
  frames(location: number, caller: number): FrameRange {
    const { frames } = this.#known
    const all = { columns: frames, from: frames.start[location]!, to: frames.start[location + 1]!, ownLoops: true }
    if (!this.#any || caller < 0 || this.#isBody[frames.functionIndex[all.from]!] !== 1) return all
    return this.#framesMeant(location, caller) ?? all
  }

  #framesMeant(location: number, caller: number): FrameRange | null {
    const { locations, opened } = this.#known
    if ((locations.flags[caller]! & (CONTEXT_RETURN_ADDRESS | CONTEXT_AFTER)) === 0) return null
    // The looked-up address is inside the call.
    const called = opened[locations.module[caller]!]?.calledFunction(locations.lookup[caller]! + 1) ?? null
    if (called === null) return null
    const key = `${location} ${called}`
    let meant = this.#meant.get(key)
    if (meant === undefined) this.#meant.set(key, (meant = this.#lookUp(location, called)))
    return meant
  }

  #lookUp(location: number, called: string): FrameRange | null {
    const { locations, frames, names, opened } = this.#known
    const module = locations.module[location]!
    const found = opened[module]?.lookupAs(locations.lookup[location]!, called) ?? null
    if (found === null) return null
    const text = (string: number): string => found.strings[string] ?? ''
    const first = frames.start[location]!
    const body = names.functions[frames.functionIndex[first]!]!
    const columns = { functionIndex: growingInt32(), file: growingInt32(), line: growingInt32(), inlined: growingUint8() }
    for (let frame = 0; frame < found.functionName.length; frame++) {
      const path = text(found.file[frame]!)
      const file = path === '' ? -1 : names.file(path)
      const line = file >= 0 && found.line[frame]! > 0 ? found.line[frame]! : -1
      const linkageName = text(found.linkageName[frame]!)
      const defined = text(found.functionFile[frame]!)
      const described = {
        name: text(found.functionName[frame]!) || linkageName,
        linkageName,
        module,
        file: defined === '' ? file : names.file(defined),
        line: found.functionLine[frame]! > 0 ? found.functionLine[frame]! : -1,
      }
      columns.functionIndex.push(names.function(frame === 0 ? { ...described, oneBody: body.name } : described))
      columns.file.push(file)
      columns.line.push(line)
      columns.inlined.push(found.inlined[frame]!)
    }
    const finished = {
      functionIndex: columns.functionIndex.finish(),
      file: columns.file.finish(),
      line: columns.line.finish(),
      inlined: columns.inlined.finish(),
    }
    const { linkageName, line } = body
    return {
      columns: finished,
      from: 0,
      to: found.functionName.length,
      ownLoops: text(found.linkageName[0]!) === linkageName && found.functionLine[0] === line,
    }
  }
}
