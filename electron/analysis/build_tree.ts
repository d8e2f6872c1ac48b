/** Expands merged contexts with their source frames into the calling-context tree of the profile. */
import { isBindingOf } from '../../shared/names/runtimes/mpi_calls.ts'
import { shortFunctionName } from '../../shared/findings/wording/short_names.ts'
import { creationName } from '../../shared/profile/created_threads.ts'
import { PairInterner } from '../../shared/profile/pair_interner.ts'
import type { ProfileFunction } from '../../shared/profile/profile.ts'
import { CALLERS_CUT, CALLERS_UNKNOWN, FUNCTION, INLINED, LINE, LOOP, TAIL_CALL, UNKNOWN } from '../../shared/profile/tables.ts'
import { CONTEXT_AFTER, CONTEXT_PARTIAL, CONTEXT_RETURN_ADDRESS, CONTEXT_TRUNCATED } from '../raw/raw_layout.ts'
import { RUN_AS_TASK } from './merge/context_merger.ts'
import type { FoldedCalls } from './symbols/folded_calls.ts'
import type { LocationLoops } from './symbols/loops.ts'
import { isCreationPlace, isKernel, isRegion, isRegionCall } from './merge/merge_contexts.ts'
import type { Merged } from './merged.ts'
import { isSameParallelCode } from './parallel/outlined_functions.ts'
import type { LocationFrames, NameTables } from './symbols/symbolise.ts'
import type { RestoredFrames } from './tail_calls/restored_frames.ts'
import { TreeBuilder, type BuiltTree } from './tree_builder.ts'

export interface ContextTree extends BuiltTree {
  /**
   * Row in `nodes` of the instruction of each used merged context. Contexts whose accesses were only counted have the
   * row of their line, or of their loop or function if the line is unknown. −1 for the others.
   */
  instructionNode: Int32Array
  /** Row in `nodes` of the frame or loop that each context of the tree runs in; −1 for the others. */
  frameNode: Int32Array
  /** Distinct instructions. */
  instructions: TreeInstruction[]
}

export interface TreeInstruction {
  /** −1 as in Locations. */
  module: number
  address: number
  /** Code that can be disassembled at the address: no call known by its return address, and not the kernel. */
  isCode: boolean
}

interface CallSite {
  file: number
  line: number
  address: number
}

const COUNTED = 1
const USED = 2

/**
 * @param restored frames to insert that tail calls removed
 * @param used 1 for merged contexts that were accesses (leaves of pairs and of samples), or allocated the accessed data
 */
export function buildTree(
  merged: Merged,
  used: Uint8Array,
  folded: FoldedCalls,
  restored: RestoredFrames,
  loops: LocationLoops,
  names: NameTables,
): ContextTree {
  const { contexts, locations } = merged
  const leaves = new Uint8Array(contexts.length)
  for (const { instances } of [merged.accesses.loads, merged.accesses.stores, merged.accesses.registers])
    instances.forEach((count, context) => {
      if (count > 0) leaves[context] = COUNTED
    })
  merged.accesses.executed.forEach((count, context) => {
    if (count > 0) leaves[context] = COUNTED
  })
  used.forEach((isUsed, context) => {
    if (isUsed) leaves[context] = USED
  })
  const needed = withAncestors(leaves, contexts.parent)
  const builder = new TreeBuilder()
  const innermost = new Int32Array(contexts.length).fill(TreeBuilder.root)
  const leafNode = new Int32Array(contexts.length).fill(-1)
  const instructions = new PairInterner()
  const addresses = new Map<number, number>()
  const distinctAddresses: number[] = []
  const isCode: boolean[] = []
  /** Function of the innermost frame of each context. */
  const innermostFunction = new Int32Array(contexts.length).fill(-1)
  /** Calls of contexts with other frames than their location's. */
  const meantCalls = new Map<number, CallSite>()

  for (let context = 0; context < contexts.length; context++) {
    if (!needed[context]) continue
    const location = contexts.location[context]!
    const parent = contexts.parent[context]!
    let node = parent < 0 ? TreeBuilder.root : innermost[parent]!
    let call: CallSite | null = parent < 0 ? null : (meantCalls.get(parent) ?? lastFrame(merged, folded.all, parent))
    let functionIndex = parent < 0 ? -1 : innermostFunction[parent]!
    if (isCreationPlace(locations, location)) {
      functionIndex = names.function({
        name: creationName(creatorAbove(builder, node, names) ?? names.functions[functionIndex]?.name ?? null),
        linkageName: '',
        module: -1,
        file: -1,
        line: -1,
      })
      node = builder.node(node, { kind: FUNCTION, functionIndex, file: call?.file ?? -1, line: call?.line ?? -1, address: call?.address ?? -1 })
      innermost[context] = node
      innermostFunction[context] = functionIndex
      continue
    }
    let caller = parent < 0 || isNoCode(locations, contexts.location[parent]!) ? -1 : contexts.location[parent]!
    const lost = lostCallers(locations.flags[location]!)
    if (lost !== null) {
      functionIndex = names.function({ name: lost, linkageName: '', module: -1, file: -1, line: -1 })
      node = builder.node(node, { kind: UNKNOWN, functionIndex, file: -1, line: -1, address: -1 })
      call = null
      caller = -1
    }
    // A call that enters the runtime runs the code itself. It is no tail call, although one may have led to the
    // runtime.
    const beginsRegion = isRegionCall(locations, location)
    const byRuntime = (locations.flags[location]! & RUN_AS_TASK) !== 0 || (parent >= 0 && isRegionCall(locations, contexts.location[parent]!))
    const missing = beginsRegion ? restored.beforeRegion(caller) : restored.between(byRuntime ? -1 : caller, location)
    for (const row of missing ?? []) {
      node = builder.node(node, {
        kind: row.kind,
        functionIndex: row.functionIndex,
        file: call?.file ?? -1,
        line: call?.line ?? -1,
        address: call?.address ?? -1,
      })
      functionIndex = row.functionIndex
      call = row
    }
    const isTailCalled = missing?.some(({ kind }) => kind !== UNKNOWN) === true
    const address = locations.lookup[location]!
    let loop = loops.first[location]!
    const lastLoop = loop + loops.count[location]!
    const { columns: frames, from, to, ownLoops } = folded.frames(location, missing === null ? caller : -1)
    for (let frame = from; frame < to; frame++) {
      const called = frames.functionIndex[frame]!
      const isRegionsOwn = frame === from && called === functionIndex && isRegionCall(locations, contexts.location[parent]!)
      if (functionIndex < 0 || !(isRegionsOwn || isSameCall(names.functions[functionIndex]!, names.functions[called]!))) {
        functionIndex = called
        node = builder.node(node, {
          kind: frames.inlined[frame] ? INLINED : frame === from && isTailCalled ? TAIL_CALL : FUNCTION,
          functionIndex,
          file: call?.file ?? -1,
          line: call?.line ?? -1,
          address: call?.address ?? -1,
        })
      }
      for (; loop < lastLoop && loops.frame[loop]! <= frame - from; loop++) {
        const place = ownLoops ? { file: loops.file[loop]!, line: loops.line[loop]! } : { file: -1, line: -1 }
        node = builder.node(node, { kind: LOOP, functionIndex, ...place, address: loops.header[loop]! })
      }
      call = { file: frames.file[frame]!, line: frames.line[frame]!, address }
    }
    innermost[context] = node
    innermostFunction[context] = functionIndex
    if (frames !== folded.all) meantCalls.set(context, call!)
    if (!leaves[context]) continue
    const frame = to - 1
    const line = frames.line[frame]!
    if (line > 0) node = builder.node(node, { kind: LINE, functionIndex, file: frames.file[frame]!, line, address: -1 })
    if (leaves[context] === COUNTED) {
      leafNode[context] = node
      continue
    }
    const isBehind = (locations.flags[location]! & (CONTEXT_AFTER | CONTEXT_RETURN_ADDRESS)) !== 0
    const exact = isBehind ? address : locations.offset[location]!
    if (!addresses.has(exact)) addresses.set(exact, distinctAddresses.push(exact) - 1)
    const instruction = instructions.intern(locations.module[location]!, addresses.get(exact)!)
    // The byte before a boundary may lie inside an instruction, as after a return: then it belongs to the call.
    isCode[instruction] ||= !isBehind && !isKernel(locations, location)
    leafNode[context] = builder.instruction(node, functionIndex, instruction, exact)
  }

  const built = builder.finish()
  return {
    ...built,
    instructionNode: leafNode.map((node) => (node < 0 ? -1 : built.rowOf[node]!)),
    frameNode: innermost.map((node, context) => (needed[context] ? built.rowOf[node]! : -1)),
    instructions: Array.from({ length: instructions.length }, (_, row) => ({
      module: instructions.first(row),
      address: distinctAddresses[instructions.second(row)]!,
      isCode: isCode[row]!,
    })),
  }
}

/** Templates of the language's library are inlined into the code that has them create a thread. */
const STANDARD_LIBRARY = /^(?:<|decltype \(.*\) )?(?:std|core|alloc|__gnu_cxx)::/

/** Name of the innermost other function from a row up; null: there is none. */
function creatorAbove(builder: TreeBuilder, node: number, names: NameTables): string | null {
  for (let row = node; row !== TreeBuilder.root; row = builder.parentOf(row)) {
    const { name } = names.functions[builder.functionOf(row)]!
    if (!STANDARD_LIBRARY.test(shortFunctionName(name))) return name
  }
  return null
}

/** Neither calls a function: a region that the program named, or the creation of a thread. */
function isNoCode(locations: Merged['locations'], location: number): boolean {
  return isRegion(locations, location) || isCreationPlace(locations, location)
}

/** Code that only forwards to its callee gets no row. */
function isSameCall(caller: ProfileFunction, called: ProfileFunction): boolean {
  return isSameParallelCode(caller, called) || isBindingOf(caller, called)
}

function lostCallers(flags: number): string | null {
  if (flags & CONTEXT_TRUNCATED) return CALLERS_CUT
  return flags & CONTEXT_PARTIAL ? CALLERS_UNKNOWN : null
}

function lastFrame(merged: Merged, frames: LocationFrames, context: number): CallSite {
  const location = merged.contexts.location[context]!
  if (isNoCode(merged.locations, location)) return { file: -1, line: -1, address: -1 }
  const frame = frames.start[location + 1]! - 1
  return { file: frames.file[frame]!, line: frames.line[frame]!, address: merged.locations.lookup[location]! }
}

function withAncestors(leaves: Uint8Array, parent: Int32Array): Uint8Array {
  const needed = leaves.slice()
  for (let context = parent.length - 1; context >= 0; context--) {
    if (needed[context] && parent[context]! >= 0) needed[parent[context]!] = 1
  }
  return needed
}
