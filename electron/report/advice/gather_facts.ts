/** A profile's facts about a pair, as input of the advice rules. */
import { FunctionFlow } from '../../../shared/advice/code/function_flow.ts'
import type { AccessFacts, LoopFacts, PairFacts } from '../../../shared/advice/pair_facts.ts'
import { isAgent, ownerOfModule, OWN } from '../../../shared/findings/own_code.ts'
import { shortFunctionName } from '../../../shared/findings/wording/short_names.ts'
import { standsForInstruction } from '../../../shared/findings/wrappers.ts'
import { pathTo } from '../../../shared/profile/tree/call_tree.ts'
import { commonAncestorRow, scopeText } from '../../../shared/profile/tree/common_ancestor.ts'
import { shortPath } from '../../../shared/names/short_paths.ts'
import { loopText } from '../../../shared/profile/frames.ts'
import { RELATIONS, TOOLS, type Profile } from '../../../shared/profile/profile.ts'
import { INLINED, isCalledRow, isFunctionRow, LINE, LOOP, PAIR_APPROXIMATE, PAIR_OVERLAP } from '../../../shared/profile/tables.ts'
import { VALUE_ROLES } from '../../../shared/profile/value_names.ts'
import type { Tool } from '../../../shared/run.ts'
import { forgetWhatWasRead, valueAt, valuesOf } from '../../../shared/profile/columns/lazy_property.ts'
import { passDifferentConstants } from '../../../shared/advice/code/constant_arguments.ts'
import type { CallSite, LibraryCall, SiblingCalls } from '../../../shared/advice/call_facts.ts'
import { judgesStores, wastesEarlier } from '../../../shared/findings/tool_findings.ts'
import { pairDistance, pairThreads } from '../pair_facts.ts'
import { storedSince } from './stored_since.ts'
import { WastedShares } from './wasted_shares.ts'

/** A jump of the linkage table, or code without a symbol. */
const NAMELESS = /@plt$|\+0x[0-9a-f]+$/

/** Functions around an access that rules read. */
const MOST_AROUND = 16

/** A profile and the facts derived from its code so far. */
export class FactGatherer {
  readonly #profile: Profile
  /** By row of `instructions`. */
  readonly #flows = new Map<number, FunctionFlow | null>()
  /** By module. */
  readonly #functions = new Map<number, Array<{ low: number; high: number; flow: FunctionFlow }>>()
  readonly #wastedShares: WastedShares
  #loads: LoadCounts | null = null
  /** Null: not known of any load; undefined: not looked up yet. */
  #storedSince: ((instruction: number) => boolean) | null | undefined
  /** Names of the accessed data by row of `instructions`. */
  #accessed: ReadonlyMap<number, readonly string[]> | null = null
  #zeros: Record<'loaded' | 'stored', Map<number, number>> | null = null

  constructor(profile: Profile) {
    this.#profile = profile
    this.#wastedShares = new WastedShares(profile)
  }

  /** @throws RpcError bad-file: the stored disassembly is damaged */
  facts(pair: number): PairFacts {
    const { pairs, run, objects } = this.#profile
    const tool = TOOLS[pairs.tool[pair]!]!
    const [source, target] = [valueAt(pairs, 'source', pair), valueAt(pairs, 'target', pair)]
    return {
      tool,
      relation: RELATIONS[pairs.relation[pair]!]!,
      source: this.#access(source, tool),
      target: this.#access(target, tool),
      scope: this.#scope(pair),
      siblingCalls: this.#siblingCalls(source, target),
      object: objects[valueAt(pairs, 'object', pair)]?.name ?? null,
      sharing: tool === 'false-sharing' ? (pairs.flags[pair]! & PAIR_OVERLAP ? 'true' : 'false') : null,
      distance: tool === 'reuse-distance' ? pairDistance(this.#profile, pair) : null,
      instances: pairs.traps[pair]!,
      bytesPerInstance: run.engine === 'exhaustive' && tool === 'dead-stores' && pairs.traps[pair]! > 0 ? pairs.amount[pair]! / pairs.traps[pair]! : null,
      counted: run.engine === 'exhaustive',
      unchangedAcrossScope: (load) =>
        this.#unchangedAcross(valueAt(pairs, 'scope', pair), this.#profile.instructions[valueAt(this.#profile.nodes, 'instruction', target)]!.module, load),
      wastedHere: () => this.#wastedShares.of(tool, valueAt(this.#profile.nodes, 'instruction', wastesEarlier(tool) ? source : target)),
      threads: pairThreads(this.#profile, pair).length,
    }
  }

  #access(node: number, tool: Tool): AccessFacts {
    const { nodes, functions, files, modules, instructions } = this.#profile
    const path = pathTo(valuesOf(nodes, 'parent'), node)
    const kindOf = valuesOf(nodes, 'kind')
    const physical = path.findLast((row) => isCalledRow(kindOf(row))) ?? node
    const above = path.at(-2) ?? 0
    const described = functions[valueAt(nodes, 'functionIndex', node)]!
    const hasLine = kindOf(above) === LINE
    const row = valueAt(nodes, 'instruction', node)
    const { module, address } = instructions[row]!
    const flow = this.#flow(row)
    const position = flow === null ? -1 : flow.positionOf(address)
    const loopRow = path.findLast((each) => kindOf(each) === LOOP && each > physical)
    const holder = loopRow === undefined ? undefined : path.findLast((each) => each < loopRow && isFunctionRow(kindOf(each)))
    const file = files[hasLine ? valueAt(nodes, 'file', above) : described.file] ?? null
    const fileName = file === null ? '' : shortPath(files, file)
    return {
      place: { function: described.name, file, ...(fileName.includes('/') ? { fileName } : {}), line: hasLine ? valueAt(nodes, 'line', above) : null },
      physicalFunction: functions[valueAt(nodes, 'functionIndex', physical)]!.name,
      module: modules[module]?.path ?? '',
      around: this.#functionsAround(path),
      libraryCall: this.#libraryCall(path, module),
      flow,
      position,
      calledThroughPointer: () => this.#isCalledThroughPointer(path, physical),
      instruction: flow?.instructions[position] ?? null,
      isMember: this.#isMember(row),
      loop: loopRow === undefined ? null : this.#loop(loopRow, flow),
      loopFunction: holder === undefined ? null : functions[valueAt(nodes, 'functionIndex', holder)]!.name,
      node,
      zeros: this.#zeroShare(row, tool),
      zerosOf: (input) => this.#zerosAt(module, input),
      unchanged: (input) => this.#unchangedShare(module, input),
      equalWithin: (input) => this.#equalWithin(module, input),
      executions: (load) => (this.#profile.run.engine === 'exhaustive' ? (this.#countsOf(module, load)?.all ?? null) : null),
    }
  }

  /** @param row of the accessing instruction */
  #isMember(row: number): boolean {
    this.#accessed ??= new Map(this.#profile.accessedData ?? [])
    return this.#accessed.get(row)?.every((name) => /[.[]|->|%/.test(name)) ?? false
  }

  #functionsAround(path: number[]): string[] {
    const { nodes, functions } = this.#profile
    const kindOf = valuesOf(nodes, 'kind')
    return path
      .filter((row) => isFunctionRow(kindOf(row)))
      .reverse()
      .slice(0, MOST_AROUND)
      .map((row) => functions[valueAt(nodes, 'functionIndex', row)]!.name)
  }

  /** For an access in a system library, the innermost call from a module of the program. */
  #libraryCall(path: number[], module: number): LibraryCall | null {
    const { nodes, functions, files, modules } = this.#profile
    const kindOf = valuesOf(nodes, 'kind')
    if (ownerOfModule(modules[module]?.path ?? '') === OWN) return null
    const described = (row: number): { name: string; module: number } => functions[valueAt(nodes, 'functionIndex', row)]!
    const isOwn = (row: number): boolean => ownerOfModule(modules[described(row).module]?.path ?? '') === OWN
    const calls = path.filter((row) => isCalledRow(kindOf(row)))
    const at = calls.findLastIndex((row) => isOwn(row) && !NAMELESS.test(described(row).name))
    const isCallee = (called: { name: string; module: number }): boolean => !NAMELESS.test(called.name) && !isAgent(modules[called.module]?.path ?? '')
    const entered = calls[at + 1]
    if (at < 0 || entered === undefined) return null
    const callSite = valueAt(nodes, 'address', entered)
    const caller = described(calls[at]!)
    const flow = this.#functionAt(caller.module, callSite)
    const loopRow = path.findLast((row) => kindOf(row) === LOOP && row > calls[at]! && row < entered)
    const line = valueAt(nodes, 'line', entered)
    return {
      callee: described(calls.find((row) => row >= entered && isCallee(described(row))) ?? entered).name,
      place: { function: caller.name, file: files[valueAt(nodes, 'file', entered)] ?? null, line: line > 0 ? line : null },
      flow,
      position: flow?.positionOf(callSite) ?? -1,
      loop: loopRow === undefined || flow === null ? null : flow.loopAt(valueAt(nodes, 'address', loopRow)),
      unchanged: (input) => this.#unchangedShare(caller.module, input),
      equalWithin: (input) => this.#equalWithin(caller.module, input),
    }
  }

  /** Rows of the tree of both accesses. */
  #siblingCalls(source: number, target: number): SiblingCalls | null {
    const { nodes, functions, files } = this.#profile
    const [parentOf, kindOf] = [valuesOf(nodes, 'parent'), valuesOf(nodes, 'kind')]
    const [earlier, later] = [pathTo(parentOf, source), pathTo(parentOf, target)]
    const common = earlier.findIndex((row, at) => row !== later[at])
    if (common < 0) return null
    const isCallIn = (path: readonly number[]) => (row: number) =>
      isCalledRow(kindOf(row)) || (kindOf(row) === INLINED && !standsForInstruction(this.#profile, path, path.indexOf(row)))
    const caller = earlier.slice(0, common).findLast(isCallIn(earlier))
    const [first, second] = [earlier, later].map((path) => path.slice(common).find(isCallIn(path)))
    if (caller === undefined || first === undefined || second === undefined) return null
    const siteOf = (row: number): CallSite => {
      const line = valueAt(nodes, 'line', row)
      return { callee: functions[valueAt(nodes, 'functionIndex', row)]!.name, line: line > 0 ? line : null }
    }
    return {
      caller: functions[valueAt(nodes, 'functionIndex', caller)]!.name,
      file: files[valueAt(nodes, 'file', second)] ?? null,
      earlier: siteOf(first),
      later: siteOf(second),
      functionsBetween: later.slice(later.indexOf(second) + 1).filter((row) => isCalledRow(kindOf(row))).length,
      differByConstants: this.#differByConstants(first, second),
    }
  }

  /** Rows of two calls that one function makes. */
  #differByConstants(earlier: number, later: number): boolean {
    const { nodes, functions } = this.#profile
    const calledIn = (row: number): string => functions[valueAt(nodes, 'functionIndex', row)]!.name
    const [parent, kindOf] = [valuesOf(nodes, 'parent'), valuesOf(nodes, 'kind')]
    if (![earlier, later].every((row) => isCalledRow(kindOf(row))) || calledIn(earlier) !== calledIn(later)) return false
    const flow = this.#callerOf(pathTo(parent, earlier), earlier)
    if (flow === null) return false
    const calls = [earlier, later].map((row) => flow.positionOf(valueAt(nodes, 'address', row)))
    return calls.every((at) => flow.instructions[at]?.mnemonic === 'call') && passDifferentConstants(flow, calls[0]!, calls[1]!)
  }

  /** @param physical row of the called function */
  #isCalledThroughPointer(path: number[], physical: number): boolean {
    const flow = this.#callerOf(path, physical)
    const call = flow?.instructions[flow.positionOf(valueAt(this.#profile.nodes, 'address', physical))]
    // Through the dynamic linker's table, the compiler knows the function by its name.
    return call?.mnemonic === 'call' && call.target === null && !(call.memory !== null && call.memory.base === null && call.memory.index === null)
  }

  /** The function that calls that of a row of the path; null: there is none, or its code is not known. */
  #callerOf(path: number[], called: number): FunctionFlow | null {
    const { nodes, functions } = this.#profile
    const kindOf = valuesOf(nodes, 'kind')
    const caller = path.findLast((row) => isCalledRow(kindOf(row)) && row < called)
    return caller === undefined ? null : this.#functionAt(functions[valueAt(nodes, 'functionIndex', caller)]!.module, valueAt(nodes, 'address', called))
  }

  #loop(row: number, flow: FunctionFlow | null): LoopFacts {
    const { nodes, files } = this.#profile
    const header = valueAt(nodes, 'address', row)
    const line = valueAt(nodes, 'line', row)
    return {
      header,
      text: loopText(this.#profile, row),
      file: files[valueAt(nodes, 'file', row)] ?? null,
      line: line > 0 ? line : null,
      loop: flow?.loopAt(header) ?? null,
    }
  }

  /** The function around an instruction, read and parsed once for all of its instructions. */
  #flow(row: number): FunctionFlow | null {
    let flow = this.#flows.get(row)
    if (flow === undefined) {
      const { module, address } = this.#profile.instructions[row]!
      flow = module < 0 ? null : this.#functionAt(module, address)
      this.#flows.set(row, flow)
    }
    return flow
  }

  #functionAt(module: number, address: number): FunctionFlow | null {
    const functions = this.#functions.get(module) ?? []
    const known = functions.find(({ low, high }) => address >= low && address < high)
    if (known !== undefined) return known.flow
    const code = this.#profile.codeAt(module, address)
    if (code === null) return null
    const flow = new FunctionFlow(code.name, code.lines)
    this.#functions.set(module, [...functions, { low: code.low, high: code.high, flow }])
    return flow
  }

  #scope(pair: number): PairFacts['scope'] {
    const { pairs, nodes } = this.#profile
    const [source, target] = [valueAt(pairs, 'source', pair), valueAt(pairs, 'target', pair)]
    const measured = valueAt(pairs, 'scope', pair)
    const row = measured >= 0 ? measured : commonAncestorRow(nodes, source, target)
    if (row === 0 || RELATIONS[pairs.relation[pair]!] === 'SHARED_WITH') return null
    return {
      text: scopeText(this.#profile, row, shortFunctionName),
      header: valueAt(nodes, 'kind', row) === LOOP ? valueAt(nodes, 'address', row) : null,
      measured: measured >= 0,
      outside: measured >= 0 ? this.#isOutside(row, target) : null,
    }
  }

  /** A loop around the access's innermost one iterated in between, or a function that calls the access's was left. */
  #isOutside(scope: number, access: number): boolean {
    const { nodes } = this.#profile
    const path = pathTo(valuesOf(nodes, 'parent'), access)
    const kindOf = valuesOf(nodes, 'kind')
    const physical = path.findLast((row) => isCalledRow(kindOf(row))) ?? access
    if (kindOf(scope) !== LOOP) return scope < physical && path.includes(scope)
    const innermost = path.findLast((row) => kindOf(row) === LOOP && row > physical)
    return innermost === undefined ? path.includes(scope) : scope < innermost && path.includes(scope)
  }

  /** Values that the instruction read or wrote, depending on the tool; null if none were recorded. */
  #zeroShare(row: number, tool: Tool): number | null {
    if (!this.#profile.run.tools.includes('values')) return null
    this.#zeros ??= { loaded: this.#zeroShares('loaded'), stored: this.#zeroShares('stored') }
    return this.#zeros[judgesStores(tool) ? 'stored' : 'loaded'].get(row) ?? null
  }

  /** Values that a load returned. */
  #zerosAt(module: number, address: number): number | null {
    if (!this.#profile.run.tools.includes('values')) return null
    this.#zeros ??= { loaded: this.#zeroShares('loaded'), stored: this.#zeroShares('stored') }
    const { instructions } = this.#profile
    for (const [row, share] of this.#zeros.loaded) if (instructions[row]!.address === address && instructions[row]!.module === module) return share
    return null
  }

  /** Counts of a load by its place; undefined if no such instruction is in the profile. */
  #countsOf(module: number, address: number): { redundant: number; all: number; lastRepeat: number } | undefined {
    this.#loads ??= loadCounts(this.#profile)
    const { rowOf, redundant, all, lastRepeat } = this.#loads
    const row = rowOf.get(module)?.get(address)
    return row === undefined ? undefined : { redundant: redundant[row]!, all: all[row]!, lastRepeat: lastRepeat[row]! }
  }

  /** @param scope row of the tree; negative: not measured */
  #unchangedAcross(scope: number, module: number, address: number): number | null {
    const counts = this.#countsOf(module, address)
    if (scope < 0 || counts === undefined || counts.all <= 0) return null
    const { scope: scopeOf, traps } = this.#profile.pairs
    let [across, within] = [0, 0]
    for (let pair = counts.lastRepeat; pair >= 0; pair = this.#loads!.repeatBefore[pair]!) {
      const own = scopeOf[pair]!
      if (this.#isSameScope(own, scope)) across += traps[pair]!
      else if (this.#liesIn(own, scope)) within += traps[pair]!
    }
    return counts.all > within ? Math.min(1, across / (counts.all - within)) : null
  }

  /** The same loop or function, in any context. */
  #isSameScope(a: number, b: number): boolean {
    const { kind, address, functionIndex } = this.#profile.nodes
    return a === b || (a >= 0 && b >= 0 && kind[a] === kind[b] && functionIndex[a] === functionIndex[b] && (kind[a] !== LOOP || address[a] === address[b]))
  }

  #liesIn(row: number, scope: number): boolean {
    const { parent } = this.#profile.nodes
    for (let at = row; at > 0; at = parent[at]!) if (this.#isSameScope(at, scope)) return true
    return false
  }

  #unchangedShare(module: number, address: number): number | null {
    const counts = this.#countsOf(module, address)
    return counts === undefined || counts.all <= 0 || this.#mayDiffer(counts.lastRepeat) ? null : Math.min(1, counts.redundant / counts.all)
  }

  /** The floating-point values of a load are equal within the tolerance, and stores have brought new ones in between. @param repeat one of its redundant pairs; −1: none */
  #mayDiffer(repeat: number): boolean {
    const { pairs, nodes } = this.#profile
    return this.#isApproximate(repeat) && this.#storesKnown()?.(valueAt(nodes, 'instruction', valueAt(pairs, 'target', repeat))) === true
  }

  /** Where it is not known which loads read what stores brought, floating-point values may have changed within the tolerance. */
  #equalWithin(module: number, address: number): number {
    const repeat = this.#countsOf(module, address)?.lastRepeat ?? -1
    return this.#isApproximate(repeat) && this.#storesKnown() === null ? this.#profile.run.tolerance : 0
  }

  #isApproximate(repeat: number): boolean {
    return repeat >= 0 && (valueAt(this.#profile.pairs, 'flags', repeat) & PAIR_APPROXIMATE) !== 0
  }

  #storesKnown(): ((instruction: number) => boolean) | null {
    if (this.#storedSince === undefined) this.#storedSince = storedSince(this.#profile)
    return this.#storedSince
  }

  #zeroShares(wanted: 'loaded' | 'stored'): Map<number, number> {
    const { role, instruction, zeros, profiled, length } = this.#profile.valueTables
    const shares = new Map<number, [zeros: number, profiled: number]>()
    const number = VALUE_ROLES.indexOf(wanted) + 1
    for (let site = 0; site < length; site++) {
      if (role[site] !== number) continue
      const [a, b] = shares.get(instruction[site]!) ?? [0, 0]
      shares.set(instruction[site]!, [a + zeros[site]!, b + profiled[site]!])
    }
    return new Map([...shares].flatMap(([row, [zero, all]]) => (all > 0 ? [[row, zero / all]] : [])))
  }
}

/**
 * By row of `instructions`: repetitions in redundant pairs, and all executions if they were counted, else all traps.
 */
interface LoadCounts {
  /** By module, then address. */
  rowOf: Map<number, Map<number, number>>
  redundant: Float64Array
  all: Float64Array
  /** The last redundant pair of the instruction; −1: none. */
  lastRepeat: Int32Array
  /** By pair: the one before it of the same instruction; −1: none. A list for each instruction would be an object for each of millions of pairs. */
  repeatBefore: Int32Array
}

function loadCounts({ nodes, instructions, pairs, contextTotals, run }: Profile): LoadCounts {
  const counts: LoadCounts = {
    rowOf: new Map(),
    redundant: new Float64Array(instructions.length),
    all: new Float64Array(instructions.length),
    lastRepeat: new Int32Array(instructions.length).fill(-1),
    repeatBefore: new Int32Array(pairs.length).fill(-1),
  }
  const tool = TOOLS.indexOf('redundant-loads')
  const repeats = RELATIONS.indexOf('REDUNDANT_WITH')
  const counted = run.engine === 'exhaustive'
  // Each column is looked up once: a profile checks on each access whether it was read.
  const { tool: toolOf, target, relation, traps } = pairs
  const { instruction } = nodes
  for (let pair = 0; pair < pairs.length; pair++) {
    if (toolOf[pair] !== tool) continue
    const row = instruction[target[pair]!]!
    if (row < 0) continue
    if (relation[pair] === repeats) {
      counts.redundant[row]! += traps[pair]!
      counts.repeatBefore[pair] = counts.lastRepeat[row]!
      counts.lastRepeat[row] = pair
    }
    if (!counted) counts.all[row]! += traps[pair]!
  }
  if (counted && contextTotals.length > 0) {
    const { node, tool: tools, instances } = contextTotals
    for (let total = 0; total < contextTotals.length; total++) {
      if (tools[total] !== tool) continue
      const row = instruction[node[total]!]!
      if (row >= 0) counts.all[row]! += instances[total]!
    }
    forgetWhatWasRead(contextTotals)
  }
  for (let row = 0; row < instructions.length; row++) {
    if (counts.all[row] === 0) continue
    const { module, address } = instructions[row]!
    let rows = counts.rowOf.get(module)
    if (!rows) counts.rowOf.set(module, (rows = new Map()))
    rows.set(address, row)
  }
  return counts
}
