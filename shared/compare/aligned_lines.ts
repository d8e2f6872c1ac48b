/**
 * Matches the source lines of two versions, although lines were added or removed before them: by the text of both files
 * where it is known, otherwise by the content of each function's lines (instructions, calls and loops, in order) and their
 * distance from the function's first line.
 */
import type { Side } from './compared_number.ts'
import { PairInterner } from '../profile/pair_interner.ts'
import { readAlone } from '../profile/columns/lazy_property.ts'
import type { ProfileTables } from '../profile/profile.ts'
import { partOf, rowProgress, UNOBSERVED, type Progress } from '../progress.ts'
import { INSTRUCTION, isFunctionRow, LINE, LOOP } from '../profile/tables.ts'
import { numberIn, type AlignedNames, type CommonNumbers } from './aligned_names.ts'
import { alignMarkedLines, type MarkedLine } from './align_marked_lines.ts'
import { alignSequences } from './align_sequences.ts'

/** Both versions of a file, by common number; null unless both are known as they were when they were recorded. */
export type VersionTexts = (file: number) => Record<Side, string> | null

type Tables = Pick<ProfileTables, 'nodes' | 'functions' | 'instructions' | 'modules'>

/** @returns by side and row of the tree the common number of its line (of calls that of the call); −1 where it has none */
export function alignLines(
  profiles: Record<Side, Tables>,
  names: AlignedNames,
  texts: VersionTexts,
  progress = UNOBSERVED,
): Record<Side, Int32Array<ArrayBuffer>> {
  const places = new PairInterner()
  const owners = new PairInterner()
  const held: Record<Side, HeldLines> = {
    old: holdLines(profiles.old, names, 'old', owners, partOf(progress, 0, 0.3)),
    new: holdLines(profiles.new, names, 'new', owners, partOf(progress, 0.3, 0.6)),
  }
  const sameBuild = functionsOfSameBuild(profiles, names)
  const textMaps = new Map<number, Int32Array | null>()
  const newLines = held.new.lines
  const lineNumbers: CommonNumbers = { old: new Int32Array(held.old.lines.length), new: new Int32Array(newLines.length) }
  newLines.forEach(({ owner, line }, i) => {
    lineNumbers.new[i] = places.intern(2 * owners.second(owner), line)
  })
  const newByOwner = byOwner(newLines, owners.length)
  byOwner(held.old.lines, owners.length).forEach((oldRows, owner) => {
    if (oldRows.length === 0) return
    progress.reached(0.6 + (0.4 * owner) / owners.length)
    const file = owners.second(owner)
    const newRows = newByOwner[owner]!
    if (!textMaps.has(file)) textMaps.set(file, textMap(texts(file)))
    const map = textMaps.get(file)!
    const found = newRows.length === 0 && map === null ? null : alignOwner(held, oldRows, newRows, map, sameBuild[owners.first(owner)] === 1)
    oldRows.forEach((row, i) => {
      const line = found?.[i] ?? 0
      lineNumbers.old[row] = line > 0 ? places.intern(2 * file, line) : places.intern(2 * file + 1, held.old.lines[row]!.line)
    })
  })
  // In place: a row's line in `lines` is not needed any more.
  const placeOf = (side: Side): Int32Array<ArrayBuffer> => {
    const { ofNode } = held[side]
    for (let node = 0; node < ofNode.length; node++) ofNode[node] = numberIn(lineNumbers[side], ofNode[node]!)
    return ofNode
  }
  return { old: placeOf('old'), new: placeOf('new') }
}

interface HeldLine extends MarkedLine {
  /** Number of (common function, common file). */
  owner: number
  line: number
}
interface HeldLines {
  lines: HeldLine[]
  /** By row of the tree: its line in `lines`; −1. */
  ofNode: Int32Array<ArrayBuffer>
}

/** Marks of lines that are not instructions. */
const LOOP_MARK = -1
const FIRST_CALL_MARK = -2

function holdLines({ nodes, functions, instructions }: Tables, names: AlignedNames, side: Side, owners: PairInterner, progress: Progress): HeldLines {
  const codes = instructionCodes(instructions)
  const known = new PairInterner()
  const lines: HeldLine[] = []
  const ofNode = new Int32Array(nodes.length).fill(-1)
  const marks: Array<Set<number>> = []
  const { length, kind: kinds, parent: parents, functionIndex, file: fileOf, line: lineOf } = nodes
  const instruction = readAlone(nodes, 'instruction')
  const reached = rowProgress(progress, length)
  for (let node = 1; node < length; node++) {
    reached(node)
    const kind = kinds[node]!
    const parent = parents[node]!
    if (kind === INSTRUCTION) {
      const line = ofNode[parent]!
      if (line >= 0 && kinds[parent] === LINE) marks[line]!.add(codes[instruction[node]!]!)
      continue
    }
    const isCall = isFunctionRow(kind)
    const holder = isCall ? functionIndex[parent]! : functionIndex[node]!
    if (holder < 0 || fileOf[node]! < 0 || lineOf[node]! < 1) continue
    const owner = owners.intern(names.functionOf[side][holder]!, names.fileOf[side][fileOf[node]!]!)
    const line = known.intern(owner, lineOf[node]!)
    if (line === lines.length) {
      const declared = functions[holder]!
      const offset = declared.line > 0 && declared.file === fileOf[node] ? lineOf[node]! - declared.line : lineOf[node]!
      lines.push({ owner, line: lineOf[node]!, offset, mark: '' })
      marks.push(new Set())
    }
    ofNode[node] = line
    if (isCall) {
      const called = FIRST_CALL_MARK - names.functionOf[side][functionIndex[node]!]!
      marks[line]!.add(called)
      // Loops are recognised by their calls: otherwise all look alike.
      if (kinds[parent] === LOOP && ofNode[parent]! >= 0) marks[ofNode[parent]!]!.add(called)
    } else if (kind === LOOP) marks[line]!.add(LOOP_MARK)
  }
  lines.forEach((line, i) => {
    line.mark = [...marks[i]!].sort((a, b) => a - b).join(' ')
  })
  return { lines, ofNode }
}

/** Registers and offsets are the compiler's choice in each build. */
const REGISTERS_AND_OFFSETS = /%?\b(?:[er]?[abcd]x|[abcd][hl]|[er]?(?:si|di|bp|sp)l?|r\d+[dwb]?|[xyz]mm\d+|rip)\b|-?0x[0-9a-f]+(?=[([ ]|$)/g

/** Equal for instructions that do the same; 32 bits of the text's hash. */
function instructionCodes(instructions: ProfileTables['instructions']): Int32Array {
  return Int32Array.from(instructions, ({ text }) => {
    let hash = 0x811c9dc5
    for (const letter of (text ?? '').replace(REGISTERS_AND_OFFSETS, '_')) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193)
    return (hash >>> 1) % 0x3fffffff
  })
}

/** By common function: 1 where both profiles have it from the same build, whose lines are the same. */
function functionsOfSameBuild(profiles: Record<Side, Tables>, names: AlignedNames): Uint8Array {
  const builds = (side: Side): string[] => {
    const build: string[] = []
    profiles[side].functions.forEach(({ module }, row) => {
      build[names.functionOf[side][row]!] ??= profiles[side].modules[module]?.buildId ?? ''
    })
    return build
  }
  const [old, others] = [builds('old'), builds('new')]
  return Uint8Array.from(names.functions, (_, number) => ((old[number] ?? '') !== '' && old[number] === others[number] ? 1 : 0))
}

/** Rows of each owner by line. */
function byOwner(lines: HeldLine[], count: number): number[][] {
  const rows: number[][] = Array.from({ length: count }, () => [])
  lines.forEach(({ owner }, row) => rows[owner]!.push(row))
  for (const own of rows) own.sort((a, b) => lines[a]!.line - lines[b]!.line)
  return rows
}

/** By line of the old text, 1-based: the line of the new one; 0: gone. Null where there are no texts. */
function textMap(versions: Record<Side, string> | null): Int32Array | null {
  if (!versions) return null
  const [old, others] = [versions.old, versions.new].map((text) => text.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim())) as [string[], string[]]
  const map = new Int32Array(old.length + 1)
  alignSequences(old, others).forEach((other, at) => {
    map[at + 1] = other + 1
  })
  return map
}

/** The new line of each old one; 0: it is gone. */
function alignOwner(held: Record<Side, HeldLines>, oldRows: number[], newRows: number[], map: Int32Array | null, sameBuild: boolean): number[] {
  const lines = (side: Side, rows: number[]): HeldLine[] => rows.map((row) => held[side].lines[row]!)
  const old = lines('old', oldRows)
  if (sameBuild) return old.map(({ line }) => line)
  if (map) return old.map(({ line }) => map[line] ?? 0)
  const others = lines('new', newRows)
  return Array.from(alignMarkedLines(old, others), (at) => (at < 0 ? 0 : others[at]!.line))
}
