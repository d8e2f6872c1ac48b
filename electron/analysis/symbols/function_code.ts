/**
 * Disassembly stored in the profile: the text of every accessing instruction, and the whole functions around those of
 * the largest pairs and the most executed operands. The binary may have changed or gone when the profile is read.
 */
import { FunctionFlow } from '../../../shared/advice/code/function_flow.ts'
import { OWN, ownerOfModule } from '../../../shared/findings/own_code.ts'
import { largestRows } from '../../../shared/profile/columns/largest_rows.ts'
import { firstIndex } from '../../../shared/profile/columns/lower_bound.ts'
import type { CodeLine, FunctionCode, ProfileInstruction, ProfileTables } from '../../../shared/profile/profile.ts'
import { OPERAND } from '../../../shared/profile/value_names.ts'
import { deflatedLines, StoredCode } from '../../profile/stored_code.ts'
import { AccessedData } from './accessed_data.ts'
import { takeInstructions } from './function_instructions.ts'
import type { ContextTree } from '../build_tree.ts'
import type { KeptCode } from './kept_code.ts'
import type { NameTables } from './symbolise.ts'
import type { SymbolModule } from './symbol_source.ts'

const LARGEST_FUNCTION = 64 << 10
/** Bytes of machine code in all; about a fortieth of its text. */
const LARGEST_TOTAL = 2 << 20
/** Smaller pairs lie in functions that are not kept for lack of room. */
const MOST_PAIRS = 100_000
/** Many times the number that get advice. */
const MOST_OPERANDS = 500

/** @param opened module by module row; null where it could not be opened */
export function disassembleInstructions(instructions: ContextTree['instructions'], opened: Array<SymbolModule | null>): ProfileInstruction[] {
  return instructions.map(({ module, address, isCode }) => {
    if (!isCode) return { module, address, text: null }
    // One that begins at the address, however long it is.
    const first = opened[module]?.disassemble(address, address + 1, 'intel')[0]
    return { module, address, text: first?.address === address ? first.text : null }
  })
}

/**
 * Rows of instructions whose functions are wanted: operands for which a value profile may give advice, then the leaves
 * of pairs, both by size.
 */
export function* wantedCode({
  pairs,
  nodes,
  valueTables: { role, executions, instruction },
}: Pick<ProfileTables, 'pairs' | 'nodes' | 'valueTables'>): Generator<number> {
  for (const table of largestRows(executions, MOST_OPERANDS, (table) => role[table] === OPERAND)) yield instruction[table]!
  for (const pair of largestRows(pairs.amount, MOST_PAIRS)) {
    yield nodes.instruction[pairs.source[pair]!]!
    yield nodes.instruction[pairs.target[pair]!]!
  }
}

/**
 * Functions around instructions, in order, until the limits are reached. @param known functions of earlier analyses;
 * receives the new ones
 */
export function keepFunctionCode(
  wanted: Iterable<number>,
  instructions: ProfileInstruction[],
  opened: Array<SymbolModule | null>,
  names: NameTables,
  known: KeptCode | null,
): FunctionCode[] {
  const kept = new Map<string, FunctionCode>()
  const seen = new Set<number>()
  let room = LARGEST_TOTAL
  for (const row of wanted) {
    if (seen.has(row)) continue
    seen.add(row)
    const { module, address } = instructions[row]!
    const symbols = opened[module]
    const found = symbols?.functionAt(address)
    if (!symbols || !found || kept.has(`${module} ${found.low}`)) continue
    const high = Math.min(found.high, found.low + LARGEST_FUNCTION)
    if (address >= high || high - found.low > room) continue
    room -= high - found.low
    const { name, low } = found
    let lines: CodeLine[] | null = null
    const read = (): CodeLine[] => (lines = codeLines(symbols, low, high, names))
    const stored = known?.of(symbols)?.deflated(low, high, () => deflatedLines(read()))
    const code = { module, name, low, high }
    kept.set(`${module} ${low}`, stored === undefined ? { ...code, lines: read() } : new StoredCode(code, stored, lines))
  }
  return [...kept.values()]
}

/** Names of the data of this many accesses, wanted ones first. */
const MOST_NAMED = 20_000

/**
 * The data that wanted instructions access, by debug information, in functions whose code is kept. System libraries are
 * left out: findings name the data of the program's own code.
 * @param modules paths by module row
 */
export function nameAccessedData(
  wanted: Iterable<number>,
  instructions: ProfileInstruction[],
  opened: Array<SymbolModule | null>,
  code: readonly FunctionCode[],
  files: readonly string[],
  modules: readonly string[],
): Array<[instruction: number, names: string[]]> {
  const isNamed = modules.map((path, module) => opened[module]?.hasLines === true && ownerOfModule(path) === OWN)
  const functions = code.filter(({ module }) => isNamed[module]).sort((a, b) => a.module - b.module || a.low - b.low)
  const readers = new Map<FunctionCode, { flow: FunctionFlow; data: AccessedData }>()
  const found = new Map<number, string[]>()
  const seen = new Set<number>()
  for (const row of wanted) {
    if (row < 0 || seen.has(row)) continue
    if (seen.size >= MOST_NAMED) break
    const { module, address } = instructions[row]!
    if (isNamed[module] !== true) continue
    seen.add(row)
    const around = functionAround(functions, module, address)
    if (around === null) continue
    let reader = readers.get(around)
    if (reader === undefined) {
      const flow = new FunctionFlow(around.name, around.lines)
      readers.set(around, (reader = { flow, data: new AccessedData(opened[module]!, flow) }))
    }
    const names = reader.data.names(address, files[around.lines[reader.flow.positionOf(address)]?.file ?? -1] ?? null)
    if (names.length > 0) found.set(row, names)
  }
  return [...found].sort(([a], [b]) => a - b)
}

/** @param functions by module and address */
function functionAround(functions: readonly FunctionCode[], module: number, address: number): FunctionCode | null {
  const behind = firstIndex(0, functions.length, (index) => {
    const { module: own, low } = functions[index]!
    return own > module || (own === module && low > address)
  })
  const found = functions[behind - 1]
  return found !== undefined && found.module === module && address < found.high ? found : null
}

function codeLines(symbols: SymbolModule, low: number, high: number, names: NameTables): CodeLine[] {
  const code = takeInstructions(symbols, low, high)
  if (!symbols.hasLines) return code.map(({ address, bytes, text, targetName }) => ({ address, bytes, text, note: targetName, file: -1, line: -1 }))
  const places = symbols.lookup(Float64Array.from(code, (instruction) => instruction.address))
  return code.map((instruction, i) => {
    const innermost = places.frameStart[i + 1]! - 1
    const path = innermost >= places.frameStart[i]! ? (places.strings[places.file[innermost]!] ?? '') : ''
    const line = path === '' ? -1 : places.line[innermost]!
    const { address, bytes, text, targetName } = instruction
    return { address, bytes, text, note: targetName, file: path === '' ? -1 : names.file(path), line: line > 0 ? line : -1 }
  })
}
