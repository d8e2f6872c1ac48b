/**
 * All wasteful pairs of a profile in groups of one cause: the same two source places, regardless of the contexts, threads,
 * instructions and directions. Pairs that cannot be fixed in the source are set apart. Two passes over the pairs with
 * numbers alone: a compiler has millions.
 */
import { growingFloat64 } from '../profile/columns/growing_column.ts'
import { largestRows } from '../profile/columns/largest_rows.ts'
import { PairInterner } from '../profile/pair_interner.ts'
import { isSought, RELATIONS, TOOLS, type ProfileTables } from '../profile/profile.ts'
import { rowProgress, UNOBSERVED } from '../progress.ts'
import type { Tool } from '../run.ts'
import { rowsRunOnce } from './called_once.ts'
import type { ChargedPlaces } from './charged_places.ts'
import type { LeftOutReason } from './finding.ts'
import { isLoadingOrEnding } from '../names/runtimes/start_up_functions.ts'
import { synchronises } from '../names/runtimes/waiting_functions.ts'
import { familyOf, hasFindings, judgesStores, wastesEarlier } from './tool_findings.ts'
import {
  ALLOCATOR,
  COPIES_TEXT,
  FORTRAN_INPUT,
  FORTRAN_IO,
  functionsOfRuntimes,
  isLibc,
  LIBRARY,
  LOADER,
  OUTPUT,
  OWN,
  ownerOfModule,
  STDIO,
} from './own_code.ts'

/** Instructions of a call itself: return addresses, saved registers, jumps through the linkage table, the guard of the stack. */
const CALL_WORK = /^(?:push|pop|call|ret|leave|enter)\b|^(?:bnd |notrack )?jmp (?:qword ptr )?\[(?:rip[+-])?0x[0-9a-f]+\]|fs:\[0x28\]/

/** A place in the stack frame of the accessing function. */
const OWN_FRAME = /\[(?:rsp|rbp-)/

/** Atomic updates, which other threads see. */
const ATOMIC = /^lock\b|^xchg\b.*\[/
/** Functions that erase secrets. */
const ERASES = /^(?:__)?explicit_bzero(?:_chk)?$|^memset_(?:s|explicit)$/

/** By position in TOOLS: 1 where the earlier access of a pair is the wasted one. */
const WASTES_EARLIER = Uint8Array.from(TOOLS, (tool) => (wastesEarlier(tool) ? 1 : 0))

export interface PairGroup {
  /** Numbers of the places of the heaviest pair; −1: no place in the program's own code. */
  source: number
  target: number
  tools: Map<Tool, ToolWaste>
  /** Pairs of all tools, in no order. */
  pairs: number[]
  /** Share of its tool's measured amount, for the tool with the largest share. */
  share: number
}

interface ToolWaste {
  amount: number
  observations: number
  /** Largest amount of the tool's pairs in the group. */
  heaviest: number
}

export interface GroupedPairs {
  /** Largest share first. */
  groups: PairGroup[]
  /** Pairs that cannot be fixed in the source. */
  leftOut: Map<LeftOutReason, number[]>
}

/** How much of each pair is wasted: amounts of wasteful pairs; of reuse what leaves the caches. */
export type WastedAmount = (pair: number) => number

/**
 * @param wasted of pairs that are waste, or reuse
 * @param totals by position in TOOLS: what shares are of
 * @param most groups that are gathered with their pairs
 */
export function groupPairs(
  profile: Pick<ProfileTables, 'pairs' | 'nodes' | 'functions' | 'instructions' | 'modules' | 'files'>,
  places: ChargedPlaces,
  wasted: WastedAmount,
  totals: Float64Array,
  most: number,
  progress = UNOBSERVED,
): GroupedPairs {
  const { pairs } = profile
  // Each column is looked up once: a profile's columns are read on first access, and each access checks for that.
  const { tool: toolOf, relation, source, target } = pairs
  const { place } = places
  const family = TOOLS.map((tool) => (hasFindings(tool) ? TOOLS.indexOf(familyOf(tool)) : -1))
  const counts = countedRelations()
  const reasonOf = reasons(profile, places)
  const numbers = new PairInterner()
  const groupOf = new Int32Array(pairs.length).fill(-1)
  const shares = growingFloat64()
  // By number of the reason, in the order of their first pairs.
  const left: number[][] = []
  const leftOut: GroupedPairs['leftOut'] = new Map()
  const reached = rowProgress(progress, pairs.length)
  for (let pair = 0; pair < pairs.length; pair++) {
    reached(pair)
    const tool = toolOf[pair]!
    if (family[tool]! < 0 || counts[relation[pair]!] === 0) continue
    const amount = wasted(pair)
    if (!(amount > 0)) continue
    const reason = reasonOf(pair)
    if (reason !== NONE) {
      const own = left[reason]
      if (own !== undefined) own.push(pair)
      else leftOut.set(REASONS[reason]!, (left[reason] = [pair]))
      continue
    }
    // A copy is the place's own, whoever accessed the memory of the copy or of the original before.
    const wastedOf = WASTES_EARLIER[tool] === 1 ? source : target
    const isCopy = places.copiedThere(wastedOf[pair]!) !== null
    const a = place[(isCopy ? wastedOf : source)[pair]!]! + 1
    const b = place[(isCopy ? wastedOf : target)[pair]!]! + 1
    const group = numbers.intern(Math.min(a, b), Math.max(a, b) * TOOLS.length + family[tool]!)
    if (group === shares.length) shares.push(0)
    groupOf[pair] = group
    if (totals[tool]! > 0) shares.set(group, shares.get(group) + amount / totals[tool]!)
  }
  return { groups: gathered(pairs, places, wasted, totals, groupOf, heaviest(shares.finish(), most)), leftOut }
}

/** @returns by number of a group its position among those kept; −1: not kept */
function heaviest(shares: Float64Array, most: number): Int32Array {
  const position = new Int32Array(shares.length).fill(-1)
  for (const [at, group] of largestRows(shares, most).entries()) position[group] = at
  return position
}

function gathered(
  pairs: ProfileTables['pairs'],
  { place }: ChargedPlaces,
  wasted: WastedAmount,
  totals: Float64Array,
  groupOf: Int32Array,
  position: Int32Array,
): PairGroup[] {
  const { tool: toolOf, traps } = pairs
  const groups: Array<{ pairs: number[]; tools: Array<ToolWaste | undefined>; order: number[]; most: number[] }> = []
  for (let pair = 0; pair < pairs.length; pair++) {
    const at = groupOf[pair]! < 0 ? -1 : position[groupOf[pair]!]!
    if (at < 0) continue
    const group = (groups[at] ??= { pairs: [], tools: [], order: [], most: [] })
    const tool = toolOf[pair]!
    const amount = wasted(pair)
    let own = group.tools[tool]
    if (own === undefined) {
      own = group.tools[tool] = { amount: 0, observations: 0, heaviest: pair }
      group.order.push(tool)
      group.most[tool] = amount
    }
    own.amount += amount
    own.observations += traps[pair]!
    if (amount > group.most[tool]!) {
      own.heaviest = pair
      group.most[tool] = amount
    }
    group.pairs.push(pair)
  }
  const kept = groups
    .filter((group) => group !== undefined)
    .map(({ pairs: own, tools, order }): PairGroup => ({
      source: -1,
      target: -1,
      tools: new Map(order.map((tool) => [TOOLS[tool]!, tools[tool]!])),
      pairs: own,
      share: 0,
    }))
  for (const group of kept) orient(group, pairs, place, totals)
  return kept.sort((a, b) => b.share - a.share)
}

/** Tools in the order of their shares; places those of the first tool's heaviest pair. */
export function orient(group: PairGroup, pairs: ProfileTables['pairs'], place: Int32Array, totals: Float64Array): void {
  const shareOf = (tool: Tool): number => {
    const total = totals[TOOLS.indexOf(tool)]!
    return total > 0 ? group.tools.get(tool)!.amount / total : 0
  }
  group.tools = new Map([...group.tools].sort(([a], [b]) => shareOf(b) - shareOf(a)))
  const [tool, { heaviest: pair }] = [...group.tools][0]!
  group.share = shareOf(tool)
  group.source = place[pairs.source[pair]!]!
  group.target = place[pairs.target[pair]!]!
}

/** By position in RELATIONS: 1 of waste and reuse. */
function countedRelations(): Uint8Array {
  return Uint8Array.from(RELATIONS, (relation) => (isSought(relation) ? 1 : 0))
}

/** Numbers of reasons; 0: none. */
const NONE = 0
const REASONS = [null, 'loader-and-startup', 'waiting', 'library-threads', 'allocator', 'required', 'calls', 'library'] as const
const [LOADING, WAITING, LIBRARY_THREADS, ALLOCATING, REQUIRED, CALLS, WITHIN_LIBRARY] = [1, 2, 3, 4, 5, 6, 7] as const
/** The reason of all accesses in a row. What depends on the tool or the scope is in the bits above it. */
const REASON = 7
const IS_ATOMIC = 8
const IS_CALL_WORK = 16
const IS_LIBRARY_WORK = 32
const IS_OUTPUT = 64
const IS_IN_LIBRARY = 128

type Reasoned = Pick<ProfileTables, 'pairs' | 'nodes' | 'functions' | 'instructions' | 'modules' | 'files'>

/**
 * Number of the reason why a pair is left out of the findings; NONE: it is in one. Pairs name rows in any order, and each look
 * at a row of a large tree misses the caches: a pair looks at one byte.
 */
function reasons(profile: Reasoned, places: ChargedPlaces): (pair: number) => number {
  const { tool: toolOf, source, target, scope: scopeOf } = profile.pairs
  const { parent } = profile.nodes
  const runsOnce = rowsRunOnce(profile, places.owners)
  const marks = marksOfRows(profile, places)
  // Reuse and sharing cost the same for any purpose.
  const byPurpose = Uint8Array.from(TOOLS, (tool) => (tool === 'reuse-distance' || tool === 'false-sharing' ? 0 : 1))
  const isStore = Uint8Array.from(TOOLS, (tool) => (judgesStores(tool) ? 1 : 0))
  // The program can only make the call or not.
  const isWithinCall = (pair: number, node: number): boolean => {
    const scope = scopeOf[pair]!
    const charge = places.charge[node]!
    if (scope > 0) return places.inLibrary[scope] === 1 && places.charge[scope] === charge
    return runsOnce[parent[charge]!] === 1 && places.charge[source[pair]!] === places.charge[target[pair]!]
  }
  return (pair) => {
    const tool = toolOf[pair]!
    const node = WASTES_EARLIER[tool] === 1 ? source[pair]! : target[pair]!
    const mark = marks[node]!
    if (mark === 0) return NONE
    if ((mark & REASON) !== 0) return mark & REASON
    if (byPurpose[tool] === 0) return NONE
    if ((mark & IS_ATOMIC) !== 0) return REQUIRED
    if ((mark & IS_CALL_WORK) !== 0) return CALLS
    if ((mark & IS_LIBRARY_WORK) !== 0 || ((mark & IS_OUTPUT) !== 0 && isStore[tool] === 1)) return WITHIN_LIBRARY
    return (mark & IS_IN_LIBRARY) !== 0 && isWithinCall(pair, node) ? WITHIN_LIBRARY : NONE
  }
}

/** By row of the tree; 0 of rows without an instruction. One pass: rows are beside the rows above them. */
function marksOfRows({ nodes, functions, instructions, modules, files }: Reasoned, places: ChargedPlaces): Uint8Array {
  const callWork = Uint8Array.from(instructions, ({ text }) => (text !== null && CALL_WORK.test(text) ? 1 : 0))
  const atomic = Uint8Array.from(instructions, ({ text }) => (text !== null && ATOMIC.test(text) ? 1 : 0))
  const inFrame = Uint8Array.from(instructions, ({ text, module }) =>
    text !== null && OWN_FRAME.test(text) && ownerOfModule(modules[module]?.path ?? '') === LIBRARY ? 1 : 0,
  )
  const [allocates, waits, stub, erases, formats, outputs, fortranIo, copiesText] = [
    new Uint8Array(functions.length),
    new Uint8Array(functions.length),
    new Uint8Array(functions.length),
    new Uint8Array(functions.length),
    new Uint8Array(functions.length),
    new Uint8Array(functions.length),
    new Uint8Array(functions.length),
    new Uint8Array(functions.length),
  ]
  // Outside of the program's regions, the runtime's threads only start and wait.
  const ofRuntime = functionsOfRuntimes({ functions, modules, files })
  functions.forEach(({ name, file }, index) => {
    const isForeign = places.owners[index] !== OWN || file < 0
    if (isForeign && ALLOCATOR.test(name)) allocates[index] = 1
    if (isForeign && synchronises(name)) waits[index] = 1
    if (isForeign && STDIO.test(name)) formats[index] = 1
    if (isForeign && (OUTPUT.test(name) || FORTRAN_INPUT.test(name))) outputs[index] = 1
    if (isForeign && FORTRAN_IO.test(name)) fortranIo[index] = 1
    if (COPIES_TEXT.test(name)) copiesText[index] = 1
    if (name.endsWith('@plt')) stub[index] = 1
    if (ERASES.test(name)) erases[index] = 1
  })
  const isLoading = Uint8Array.from(functions, ({ name }, index) => (places.owners[index] === LOADER || isLoadingOrEnding(name) ? 1 : 0))
  const isOfLibc = modules.map(({ path }) => isLibc(path))
  const { functionIndex: functionOf, instruction: instructionOf, parent, length } = nodes
  const { place, inLibrary, owners } = places
  const isBelowLoading = new Uint8Array(length)
  // Of code that no function of the program called.
  const reasonOfUncalled = (node: number): number => {
    const functionIndex = functionOf[node]!
    if (ofRuntime[functionIndex] !== 0) return WAITING
    if (isOfLibc[functions[functionIndex]?.module ?? -1] !== false) return LOADING
    return isBelowLoading[node] === 1 ? LOADING : LIBRARY_THREADS
  }
  const markOf = (node: number): number => {
    const functionIndex = functionOf[node]!
    const instruction = instructionOf[node]!
    if (owners[functionIndex] === LOADER) return LOADING
    if (waits[functionIndex] === 1) return WAITING
    if (place[node]! < 0) return reasonOfUncalled(node)
    if (allocates[functionIndex] === 1) return ALLOCATING
    const called = places.calledThere(node)
    const readsOrWrites = fortranIo[called] === 1 && copiesText[functionIndex] === 0
    if (erases[functionIndex] === 1 || erases[called] === 1) return REQUIRED
    return (
      (atomic[instruction] === 1 ? IS_ATOMIC : 0) |
      (callWork[instruction] === 1 || stub[functionIndex] === 1 ? IS_CALL_WORK : 0) |
      (inFrame[instruction] === 1 || formats[functionIndex] === 1 || readsOrWrites ? IS_LIBRARY_WORK : 0) |
      (outputs[called] === 1 ? IS_OUTPUT : 0) |
      (inLibrary[node] === 1 ? IS_IN_LIBRARY : 0)
    )
  }
  const marks = new Uint8Array(length)
  for (let node = 1; node < length; node++) {
    isBelowLoading[node] = isLoading[functionOf[node]!] === 1 ? 1 : isBelowLoading[parent[node]!]!
    if (instructionOf[node]! >= 0) marks[node] = markOf(node)
  }
  return marks
}
