/** Symbols of modules that do not exist, as a table of the addon's answers for each address. */
import { PLACE_OTHER, type DataSymbol, type FileSum, type FunctionParameters, type Instruction } from '../../symbols/symbols_addon.ts'
import type { SymbolModule, SymbolSource } from './symbol_source.ts'

interface FakeFrame {
  name: string
  file?: string
  line?: number
  functionLine?: number
  inlined?: boolean
}
/** `frame`: position among the address's frames. */
export interface FakeLoop {
  frame: number
  header: number
  file?: string
  line?: number
}
export interface FakeModule {
  buildId?: string
  hasLines?: boolean
  /** Outermost first, by ELF virtual address; other addresses are unknown. */
  frames: Record<number, FakeFrame[]>
  /** Outermost first, by address. */
  loops?: Record<number, FakeLoop[]>
  data?: DataSymbol[]
  /** By the address of the function. */
  parameters?: Record<number, FunctionParameters>
  /** By address; others are stores that name no address. */
  instructions?: Record<number, Partial<Instruction>>
  sums?: FileSum[]
  /** By the address of the function, a multiple of 0x100. */
  entries?: Record<number, { file: string; line: number }>
}

/** @param modules by path */
export function fakeSymbols(modules: Record<string, FakeModule>): SymbolSource {
  return {
    openModule(path) {
      const described = modules[path]
      if (!described) throw new Error(`${path} is no ELF file`)
      return fakeModule(described)
    },
  }
}

function fakeModule({
  buildId = '',
  hasLines = true,
  frames,
  loops = {},
  data = [],
  parameters = {},
  instructions = {},
  sums = [],
  entries = {},
}: FakeModule): SymbolModule {
  return {
    path: '',
    buildId,
    debugPath: null,
    hasLines,
    warnings: [],
    lookup(addresses) {
      const strings = ['']
      const text = (value: string | undefined): number => (value === undefined ? 0 : strings.push(value) - 1)
      const rows = Array.from(addresses, (address) => frames[address] ?? [])
      const all = rows.flat()
      const column = (value: (frame: FakeFrame) => number): Uint32Array => Uint32Array.from(all, value)
      let start = 0
      return {
        frameStart: Uint32Array.from([0, ...rows.map((row) => (start += row.length))]),
        functionName: column((frame) => text(frame.name)),
        linkageName: column(() => 0),
        file: column((frame) => text(frame.file)),
        line: column((frame) => frame.line ?? 0),
        column: column(() => 0),
        functionFile: column(() => 0),
        functionLine: column((frame) => frame.functionLine ?? 0),
        inlined: Uint8Array.from(all, (frame) => (frame.inlined ? 1 : 0)),
        strings,
      }
    },
    loops(addresses) {
      const strings = ['']
      const rows = Array.from(addresses, (address) => loops[address] ?? [])
      const all = rows.flat()
      let start = 0
      return {
        loopStart: Uint32Array.from([0, ...rows.map((row) => (start += row.length))]),
        frame: Uint32Array.from(all, (loop) => loop.frame),
        file: Uint32Array.from(all, ({ file }) => (file === undefined ? 0 : strings.push(file) - 1)),
        line: Uint32Array.from(all, (loop) => loop.line ?? 0),
        header: Float64Array.from(all, (loop) => loop.header),
        strings,
      }
    },
    loopsOfFunction: () => null,
    lookupAs: () => null,
    calledFunction: () => null,
    functionEntries: (addresses) => addresses.map(() => -1),
    callTargets: (addresses) => ({ address: new Float64Array(addresses.length).fill(-1), imported: Array.from(addresses, () => '') }),
    tailJumps: () => ({ jump: new Float64Array(), address: new Float64Array(), imported: [], unresolved: false }),
    indirectCalls: (addresses) => new Uint8Array(addresses.length),
    mayBePointedTo: () => true,
    jumpedToFrom: () => null,
    exportedCode: () => new Float64Array(),
    loopStatistics: { functions: 1, loops: Object.keys(loops).length, irreducibleRegions: 0, unresolvedJumps: 0, tooLarge: 0 },
    dataSymbols: (low, high) => data.filter((symbol) => symbol.low < high && symbol.high > low),
    registerFlow: () => ({
      address: new Float64Array(),
      target: new Float64Array(),
      uses: new Uint32Array(),
      defines: new Uint32Array(),
      next: new Uint8Array(),
      traits: new Uint8Array(),
    }),
    variables: () => [],
    staticVariable: () => null,
    typedPlace: (type) => ({ path: [], kind: PLACE_OTHER, type, opaque: false }),
    pointee: () => null,
    parameters: (address) => parameters[address] ?? null,
    functionAt(address) {
      const frame = frames[address]?.[0]
      return frame ? { name: frame.name, linkageName: frame.name, low: address - (address % 0x100), high: address - (address % 0x100) + 0x100 } : null
    },
    entryPlace: (address) => entries[address - (address % 0x100)] ?? null,
    disassemble(low) {
      return [
        {
          address: low,
          length: 4,
          bytes: '48890700',
          text: `mov [rdi+${low.toString(16)}], rax`,
          target: null,
          targetName: null,
          constant: false,
          ...instructions[low],
        },
      ]
    },
    fileSums: () => sums,
    close() {},
  }
}
