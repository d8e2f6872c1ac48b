/** The symboliser and disassembler (native/symbols), typed, and where its file is found. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { exitStatus, Failure, messageOf } from '../failure.ts'
import { installationDirectory, nativeDirectories } from '../paths.ts'
import { requireRecordingPlatform } from '../platform.ts'

/** Addresses are ELF virtual addresses: offset in the module + its lowest load address, below 2^53. */
export interface SymbolsAddon {
  /** The name a programmer wrote, for C++, Rust and Fortran module symbols; any other name comes back unchanged. */
  demangle(name: string): string
  /** Throws an Error of one line if the file is not a readable x86-64 ELF program or library. */
  openModule(path: string, options?: SymbolOptions): ModuleSymbols
}

export interface SymbolOptions {
  /** Lower-case hex, as recorded; a file that has another one is reported in `warnings`. */
  readonly buildId?: string
  /** Where separate debug files lie; default: /usr/lib/debug. */
  readonly debugDirectories?: readonly string[]
}

/** One ELF file. Belongs to the thread that opened it. After `close` every member throws. */
export interface ModuleSymbols {
  readonly path: string
  /** Lower-case hex, '' if the file has none. */
  readonly buildId: string
  /** The separate debug file in use, if any. */
  readonly debugPath: string | null
  readonly hasLines: boolean
  /** One line each; grows as lookups reach damaged or missing debug information. */
  readonly warnings: readonly string[]
  /**
   * Frames at each address: the function first, then the calls inlined into it, innermost last. For a return address
   * pass the address before it. Every address has at least one frame, whose fields are 0 if unknown.
   */
  lookup(addresses: Float64Array): LookupResult
  /**
   * The frames at one address if the linker folded several functions into one body and a call means the one with this
   * linkage name; null if it is none of them.
   */
  lookupAs(address: number, linkageName: string): LookupResult | null
  /**
   * Linkage name of the function that is meant by the call returning to the address; null for indirect calls, or if no
   * call site was described.
   */
  calledFunction(returnAddress: number): string | null
  /**
   * The function that covers the address, from the symbol table, else from DWARF. Stubs are named `memcpy@plt`. A stripped
   * program's functions are known by their call frame information: `program+0x1139`, with '' as linkage name.
   */
  functionAt(address: number): FunctionRange | null
  /** First address of the function that covers each address, cold parts of functions too; -1 where none is known. */
  functionEntries(addresses: Float64Array): Float64Array
  /** Targets of the calls that return to these addresses. For indirect calls, only debug information may know them. */
  callTargets(returnAddresses: Float64Array): CodeTargets
  /** The jumps out of the function that begins at the address: its tail calls. */
  tailJumps(entry: number): TailJumps
  /** 1 if the instruction before a return address certainly calls through a register or memory. */
  indirectCalls(returnAddresses: Float64Array): Uint8Array
  /** Whether a pointer may lead to the function: it is named other than by calls and jumps in the module's own code. */
  mayBePointedTo(entry: number): boolean
  /** First addresses of all functions of the module with a tail call to this one; null if some may be unknown. */
  jumpedToFrom(entry: number): Float64Array | null
  /**
   * Address of the function with this linkage name that other modules import from this one: several addresses for an
   * indirect function (STT_GNU_IFUNC) that chooses by the processor, none if the module has no such function.
   */
  exportedCode(linkageName: string): Float64Array
  /**
   * The first line of the function around the address. For a function that a compiler makes from a block of another
   * one, such as a parallel region, it is the beginning of the block. Null without lines.
   */
  entryPlace(address: number): { readonly file: string; /** 1-based. */ readonly line: number } | null
  /**
   * Natural loops around each address, by control-flow analysis of the requested functions. For a return address pass
   * the address before it. None if the function's bounds are unknown.
   */
  loops(addresses: Float64Array): LoopResult
  /**
   * Those of the function around the address, analysed each time, to be kept. Without places in the source. Null if the function's
   * bounds are unknown.
   */
  loopsOfFunction(address: number): FunctionLoops | null
  /** All loops of the module, of every function that symbols, debug information or call frame information know. */
  loopTable(): LoopTable
  /** Whether the module runs on a processor without AVX-512. */
  processorNeeds(): ProcessorNeeds
  /** Statistics of the functions that `loops` and `loopTable` analysed so far. */
  readonly loopStatistics: LoopStatistics
  /** Data objects (variables with a symbol) of which at least one byte is in [low, high), by address; at most 64. */
  dataSymbols(low: number, high: number): DataSymbol[]
  /**
   * Parameters in RDI, RSI, RDX, RCX, R8 and R9 of the function that begins at the address, by debug information and
   * calling convention. Null if no function is known to begin there.
   */
  parameters(address: number): FunctionParameters | null
  /** Variables visible at the address whose place is known when its instruction begins; at most 500. */
  variables(address: number): VariableAt[]
  /** The variable with static storage around `data`, as the code around `code` may name it; null: none. */
  staticVariable(code: number, data: number): VariableAt | null
  /** The part of data of a type at an offset. */
  typedPlace(type: number, offset: number): TypedPlace
  /** The target type of a pointer, a reference or a Fortran array's descriptor; null for other types and void. */
  pointee(type: number): { readonly type: number; /** 0: not known. */ readonly bytes: number } | null
  /** The effects of the instructions in [low, high) on registers; at most 16 MiB. */
  registerFlow(low: number, high: number): RegisterFlow
  /** Instructions in [low, high), at most 16 MiB. */
  disassemble(low: number, high: number, syntax: 'intel' | 'att'): Instruction[]
  /** The file's bytes at the address; fewer than `length` where the file holds fewer. */
  codeAt(address: number, length: number): Uint8Array
  /**
   * MD5 sums of the files that lookups named so far, if compilers wrote them; several for a file that changed between
   * units.
   */
  fileSums(): FileSum[]
  /**
   * Indexes the whole module now, which `lookup` otherwise does piece by piece. Returns the number of functions and
   * inlined calls.
   */
  buildIndex(): number
  close(): void
}

/** Columns; the frames of address i are frameStart[i] … frameStart[i + 1] - 1. */
export interface LookupResult {
  readonly frameStart: Uint32Array
  /** Demangled. Index into `strings`; 0 is unknown, here and below. */
  readonly functionName: Uint32Array
  readonly linkageName: Uint32Array
  readonly file: Uint32Array
  /** Where execution is in this frame: for all but the innermost, the line of the inlined call. */
  readonly line: Uint32Array
  readonly column: Uint32Array
  /** Where the function is defined, else declared. Included code has lines of other files. */
  readonly functionFile: Uint32Array
  /** For keys relative to the function. */
  readonly functionLine: Uint32Array
  /** 1: this frame was inlined into the one before. */
  readonly inlined: Uint8Array
  readonly strings: string[]
}

/** Columns. Of each target either its function's first address in the module or the linkage name that the dynamic linker looks up. */
interface CodeTargets {
  /** -1: by name, or not known. */
  readonly address: Float64Array
  /** '': by address, or not known. */
  readonly imported: string[]
}

interface TailJumps extends CodeTargets {
  /** Address of each jump; of a function that falls through into the next one that of its last instruction. */
  readonly jump: Float64Array
  /** Some target is unknown, or the function was too large to be analysed. */
  readonly unresolved: boolean
}

/** Columns; the loops around address i are loopStart[i] … loopStart[i + 1] - 1, outermost first. */
interface LoopResult {
  readonly loopStart: Uint32Array
  /**
   * The frame of the address in `lookup` that the loop belongs to, 0 being the function: the innermost one that
   * contains all of the loop's code. A loop in an inlined function is in that function's frame, a loop around the call
   * in the caller's.
   */
  readonly frame: Uint32Array
  /** Index into `strings`; 0 is unknown. */
  readonly file: Uint32Array
  /** The smallest line at which a statement of the loop begins, in optimised code too that of `for` or `while`; 0 is unknown. */
  readonly line: Uint32Array
  /** Address of the loop's header, which tells it from the module's other loops. */
  readonly header: Float64Array
  readonly strings: string[]
}

/** Columns: of ranges of code, of loops, and of segments of code. */
interface FunctionLoops {
  /** First address, first address after it, and so on; the entry's range first. */
  readonly ranges: Float64Array
  /** ELF virtual address of the loop's header. */
  readonly header: Float64Array
  /** The loop around it; -1: none. */
  readonly parent: Int32Array
  /** Where the segment begins; it ends where the next one begins, or at the end of its range. Ascending. */
  readonly low: Float64Array
  /** The segment's innermost loop; -1: none. */
  readonly loop: Int32Array
  /** Of the function alone. */
  readonly statistics: LoopStatistics
}

/** Columns: of loops, and of the code that is directly in a loop. */
export interface LoopTable {
  /** ELF virtual address of the loop's header. */
  readonly header: Float64Array
  /** The loop around it, always an earlier row; -1: none. */
  readonly parent: Int32Array
  /** Ranges of code: first address, first address after it, row of its innermost loop. Ascending and disjoint. */
  readonly low: Float64Array
  readonly high: Float64Array
  readonly loop: Uint32Array
}

export interface ProcessorNeeds {
  /**
   * Demangled names of functions with AVX-512 instructions that no indirect function's resolver selects, the first
   * ones; '' if unknown.
   */
  readonly avx512: string[]
  readonly avx512Count: number
  /** Functions with AVX-512 instructions that are selected only if the processor has them. */
  readonly selectedCount: number
  /** The module's own code queries the processor's features (cpuid): its AVX-512 code may never run without them. */
  readonly asksProcessor: boolean
}

export interface LoopStatistics {
  /** Functions analysed, and the loops found in them. */
  readonly functions: number
  readonly loops: number
  /** Cycles with several entries, which are not natural loops and are left out. */
  readonly irreducibleRegions: number
  /** Jumps through tables that were not found: loops around them may be missing. */
  readonly unresolvedJumps: number
  /** Functions of more than 4 MiB, which are left out. */
  readonly tooLarge: number
}

export interface FileSum {
  readonly file: string
  /** 32 lower-case hexadecimal digits. */
  readonly md5: string
}

interface FunctionRange {
  readonly name: string
  readonly linkageName: string
  readonly low: number
  /** The first address after it. */
  readonly high: number
}

export interface FunctionParameters {
  readonly inRegisters: RegisterParameter[]
  /** None of the other registers is a parameter; false: some may be. */
  readonly complete: boolean
}

interface RegisterParameter {
  /** 0 to 5 in the order RDI, RSI, RDX, RCX, R8, R9. */
  readonly register: number
  /** Name in the source; '' if it has none. */
  readonly name: string
  /** The meaningful bytes of the register: 1 to 8. */
  readonly bytes: number
}

/** A variable, or a part of one. */
export interface VariableAt {
  readonly name: string
  /** 0: of the function; 1, 2, …: of the calls inlined into it. */
  readonly depth: number
  /** VARIABLE_VALUE: it is the register's value plus `offset`. VARIABLE_IN_MEMORY: it is there. VARIABLE_POINTED: its address is there. */
  readonly held: number
  /** DWARF's number of a general register, 0 to 15; −1: `offset` is the address itself. */
  readonly register: number
  readonly offset: number
  /** First byte in the variable. */
  readonly part: number
  /** Size of the whole variable; 0: not known. */
  readonly bytes: number
  /** For typedPlace and pointee. */
  readonly type: number
}

export const VARIABLE_VALUE = 0
export const VARIABLE_IN_MEMORY = 1
export const VARIABLE_POINTED = 2

interface TypedPlace {
  /**
   * From the outside in: names of members, '' for an element of an array. A standard library's internals are left out.
   */
  readonly path: string[]
  /** PLACE_SCALAR, PLACE_POINTER or PLACE_OTHER. */
  readonly kind: number
  readonly type: number
  /** Inside a standard library's type. */
  readonly opaque: boolean
}

/** Kinds of a typed place; 0 is a scalar. */
export const PLACE_POINTER = 1
export const PLACE_OTHER = 2

/** Columns by instruction, in order of address. */
export interface RegisterFlow {
  readonly address: Float64Array
  /** Targets of direct jumps, branches, and calls; 0: none. */
  readonly target: Float64Array
  /**
   * Bit r: general register r in the order of its encoding; bit 16 + v: XMMv. Registers in addresses of memory do not
   * count as used.
   */
  readonly uses: Uint32Array
  readonly defines: Uint32Array
  /** Where control goes: a position in NEXT_INSTRUCTION. */
  readonly next: Uint8Array
  /** FLOW_LOADS | FLOW_MOVES | … */
  readonly traits: Uint8Array
}

export const NEXT_INSTRUCTION = ['following', 'jump', 'branch', 'call', 'leaves'] as const
export const FLOW_LOADS = 1
/** The result is the operand itself, possibly extended. */
export const FLOW_MOVES = 2
export const FLOW_CONDITIONAL_MOVE = 4
export const FLOW_READS_FLAGS = 8
export const FLOW_WRITES_FLAGS = 16

export interface DataSymbol {
  /** Demangled; static variables of functions without the number that the compiler gave them. */
  readonly name: string
  readonly low: number
  /** The first address after it. */
  readonly high: number
}

export interface Instruction {
  readonly address: number
  readonly length: number
  /** Hex. */
  readonly bytes: string
  readonly text: string
  /** Target of a direct jump or call, or of an operand relative to the instruction pointer. */
  readonly target: number | null
  readonly targetName: string | null
  /** The target is an operand in memory that the program cannot write. */
  readonly constant: boolean
}

/** Columns: an object per instruction takes much longer to make in native code. */
interface Disassembly {
  readonly length: Uint8Array
  /** Hex, of all instructions. */
  readonly bytes: string
  /** Each with a line feed at its end. */
  readonly texts: string
  /** -1: none. */
  readonly target: Float64Array
  readonly constant: Uint8Array
  /** Index into `names`; 0 is unknown. */
  readonly targetName: Uint32Array
  readonly names: string[]
}

interface NativeModule extends ModuleSymbols {
  disassemble: ModuleSymbols['disassemble']
  disassembly(low: number, high: number, syntax: 'intel' | 'att'): Disassembly
}

interface NativeAddon extends SymbolsAddon {
  readonly ModuleSymbols: { readonly prototype: NativeModule }
}

function instructionsOf(low: number, { length, bytes, texts, target, constant, targetName, names }: Disassembly): Instruction[] {
  const instructions: Instruction[] = []
  let [address, text] = [low, 0]
  for (let i = 0; i < length.length; i++) {
    const end = texts.indexOf('\n', text)
    const at = 2 * (address - low)
    instructions.push({
      address,
      length: length[i]!,
      bytes: bytes.slice(at, at + 2 * length[i]!),
      text: texts.slice(text, end),
      target: target[i]! < 0 ? null : target[i]!,
      targetName: targetName[i] === 0 ? null : names[targetName[i]!]!,
      constant: constant[i] === 1,
    })
    address += length[i]!
    text = end + 1
  }
  return instructions
}

const fileName = 'hagstone_symbols.node'

let loaded: SymbolsAddon | undefined

/**
 * The addon, loaded once, from the directories of native parts (nativeDirectories).
 * Throws Failure 3 if it was not built, its libraries are missing, or it could not run here.
 */
export function loadSymbolsAddon(): SymbolsAddon {
  requireRecordingPlatform()
  loaded ??= load(symbolsAddonFile())
  return loaded
}

/** Throws Failure 3 if it was not built. */
export function symbolsAddonFile(): string {
  const directories = nativeDirectories()
  const file = directories.flatMap((directory) => [join(directory, 'symbols', fileName), join(directory, fileName)]).find((candidate) => existsSync(candidate))
  if (file === undefined) {
    throw new Failure(exitStatus.machineUnable, `${fileName} is not in ${directories.join(' or ')}; run npm run build:native in ${installationDirectory}.`)
  }
  return file
}

function load(file: string): SymbolsAddon {
  try {
    const addon = createRequire(import.meta.url)(file) as NativeAddon
    addon.ModuleSymbols.prototype.disassemble = function (low, high, syntax) {
      return instructionsOf(low, this.disassembly(low, high, syntax))
    }
    return addon
  } catch (error) {
    const reason = messageOf(error).split('\n')[0]
    throw new Failure(exitStatus.machineUnable, `${file} does not load: ${reason}; install libdw1 and run npm run build:native in ${installationDirectory}.`)
  }
}
