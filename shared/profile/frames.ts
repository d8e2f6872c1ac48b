/** Calling contexts of tree rows as lists of frames, outermost first. */
import { filePlace } from '../names/short_paths.ts'
import type { Frame, LeafFrame, TailCall } from './frame.ts'
import { pathTo } from './tree/call_tree.ts'
import { valueAt, valuesOf } from './columns/lazy_property.ts'
import type { ProfileTables } from './profile.ts'
import { CALLERS_CUT, CALLERS_UNKNOWN, INLINED, INSTRUCTION, isFunctionRow, LINE, LOOP, TAIL_CALL, TAIL_CALLS_UNSURE, UNKNOWN } from './tables.ts'

export interface Context {
  /** All but the innermost frame; their lines are those of the calls. */
  frames: Frame[]
  leaf: LeafFrame
  /** Indices into the profile's modules, of every frame and last of the leaf; -1 for code in no file. */
  moduleIndices: number[]
  /** Outer callers were cut at the depth cap. */
  truncated: boolean
  /** Outer callers are unknown. */
  partial: boolean
}

/** @param instruction row of kind INSTRUCTION */
export function contextOf(profile: ProfileTables, instruction: number): Context {
  const { nodes, functions, instructions, files, modules } = profile
  const [kindOf, functionOf, fileOf, lineOf, addressOf] = (['kind', 'functionIndex', 'file', 'line', 'address'] as const).map((name) =>
    valuesOf(nodes, name),
  ) as Columns
  const parentOf = valuesOf(nodes, 'parent')
  const path = pathTo(parentOf, instruction)
  const calls = path.filter((row) => isFunctionRow(kindOf(row)) || kindOf(row) === UNKNOWN)
  const below = new Map(calls.map((row, i) => [row, calls[i + 1]]))
  const rows = calls.filter((row) => kindOf(row) !== UNKNOWN)
  const lost = path.filter((row) => kindOf(row) === UNKNOWN).map((row) => functions[functionOf(row)]!.name)
  const loops = innermostLoops(profile, path, kindOf)
  const frames: Frame[] = rows.map((row, i) => {
    const described = functions[functionOf(row)]!
    // Where several tail calls are possible, the row that says so has the place of the first one.
    const callee = rows[i + 1] === undefined ? undefined : below.get(row)
    const file = callee === undefined ? -1 : fileOf(callee)
    return {
      function: described.name,
      file: files[file] ?? files[described.file] ?? null,
      line: callee === undefined ? null : knownLine(lineOf(callee)),
      module: modules[described.module]?.path ?? '',
      address: callee === undefined ? '0x0' : hexadecimal(addressOf(callee)),
      inlined: kindOf(row) === INLINED,
      ...tailCallOf(kindOf(row), kindOf(parentOf(row)), () => functions[functionOf(parentOf(row))]?.name),
      loop: loops.get(row) ?? null,
      ...(described.oneBody === undefined ? {} : { oneBody: described.oneBody }),
    }
  })
  const moduleIndices = rows.slice(0, -1).map((row) => functions[functionOf(row)]!.module)
  const innermost = frames.pop() ?? { function: '', file: null, line: null, module: '', address: '0x0', inlined: false, loop: null }
  const above = path.at(-2) ?? 0
  const described = instructions[valueAt(nodes, 'instruction', instruction)]!
  const hasLine = kindOf(above) === LINE
  const leaf: LeafFrame = {
    ...innermost,
    file: hasLine ? files[fileOf(above)]! : innermost.file,
    line: hasLine ? lineOf(above) : null,
    address: hexadecimal(described.address),
    instruction: kindOf(instruction) === INSTRUCTION ? described.text : null,
  }
  return { frames, leaf, moduleIndices: [...moduleIndices, described.module], truncated: lost.includes(CALLERS_CUT), partial: lost.includes(CALLERS_UNKNOWN) }
}

/** @param above kind of the row above @param nameAbove of the row above, if it is one of kind UNKNOWN */
function tailCallOf(kind: number, above: number, nameAbove: () => string | undefined): { tailCall?: TailCall } {
  if (above === UNKNOWN) return nameAbove() === TAIL_CALLS_UNSURE ? { tailCall: 'several' } : {}
  return kind === TAIL_CALL ? { tailCall: 'unique' } : {}
}

/** Returns the tag beside the name of a function that was inlined or called by a tail call; null: neither. */
export function callTag({ inlined, tailCall }: Pick<Frame, 'inlined' | 'tailCall'>): string | null {
  if (inlined) return 'inlined'
  return tailCall === undefined ? null : tailCall === 'unique' ? 'tail call' : 'possible tail call'
}

type Values = (row: number) => number
type Columns = [kind: Values, functionIndex: Values, file: Values, line: Values, address: Values]

/** Innermost loop of each frame of a path. */
function innermostLoops(profile: ProfileTables, path: number[], kindOf: Values): Map<number, string> {
  const loops = new Map<number, string>()
  let frame = -1
  for (const row of path) {
    const kind = kindOf(row)
    if (isFunctionRow(kind)) frame = row
    else if (kind === LOOP) loops.set(frame, loopText(profile, row))
  }
  return loops
}

/** "loop at file:line" with the file's shortest path, or "loop at 0x…" of a row of kind LOOP. */
export function loopText({ nodes, files }: ProfileTables, row: number): string {
  const line = valueAt(nodes, 'line', row)
  return line > 0 ? `loop at ${filePlace(files, files[valueAt(nodes, 'file', row)]!, line)}` : `loop at ${hexadecimal(valueAt(nodes, 'address', row))}`
}

/** Outermost frames that both chains share; the last of them may be at different lines. */
export function commonFrames(source: Frame[], target: Frame[]): number {
  let shared = 0
  while (shared < Math.min(source.length, target.length)) {
    const a = source[shared]!
    const b = target[shared]!
    if (a.function !== b.function || a.module !== b.module || a.inlined !== b.inlined) break
    shared++
    if (a.line !== b.line || a.address !== b.address) break
  }
  return shared
}

/** Last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** A place without a line: its address tells the instructions of one function apart. */
export function addressPlace({ function: name, module, address }: { function: string; module: string; address: string }): string {
  return `${name} (${baseName(module)} ${address})`
}

/**
 * "function file:line" with the file's shortest path; unknown parts are left out.
 * @param files that are named together
 */
export function placeText(functionName: string, file: string | null, line: number | null, files: readonly string[]): string {
  if (file === null) return functionName
  return `${functionName} ${filePlace(files, file, line)}`
}

/** "function file:line" of an instruction row. */
export function leafText({ nodes, functions, files }: Pick<ProfileTables, 'nodes' | 'functions' | 'files'>, instruction: number): string {
  const above = valueAt(nodes, 'parent', instruction)
  const name = functions[valueAt(nodes, 'functionIndex', instruction)]!.name
  return valueAt(nodes, 'kind', above) === LINE ? placeText(name, files[valueAt(nodes, 'file', above)]!, valueAt(nodes, 'line', above), files) : name
}

function knownLine(line: number): number | null {
  return line > 0 ? line : null
}

/** The form that rows use. */
export function hexadecimal(address: number): string {
  return address < 0 ? '0x0' : `0x${address.toString(16)}`
}
