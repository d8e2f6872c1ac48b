/** Every instruction of small programs: the same frames as `addr2line -i -f` gives, names, files and lines. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSymbolsAddon } from './symbols_addon.ts'
import { long } from '../../scripts/test/long.ts'
import { framesOf, instructionAddresses, isMissing, referenceFrames, Workspace } from './toolchain.testing.ts'
import type { ReferenceFrame } from './toolchain.testing.ts'

const programs = join(import.meta.dirname, 'test_programs')
const addon = loadSymbolsAddon()
const workspace = new Workspace()
afterAll(() => workspace.remove())

/** Names that denote the same function: copies have their suffix in ours only, constructors have several symbols. */
function sameFunction(ours: string, theirs: string, symbol: string): boolean {
  const original = (name: string) => addon.demangle(name.replace(/\.(constprop|isra|part|cold|lto_priv)(\.\d+)?/g, ''))
  // Where DWARF has a plain name only (C, or a function no other file can call), addr2line prints the name of the
  // symbol that covers the address, also for a frame inlined into it, or nothing.
  return original(ours) === original(theirs) || (!ours.startsWith('_Z') && (theirs === '' || original(theirs) === original(symbol)))
}

/**
 * With DWARF 5, binutils up to 2.40 take the line program's initial file, 1, for file 0: rows before the first change of
 * file are then in the compile unit's own file, at lines which that does not have. gdb agrees with us there.
 */
function samePlace(ours: ReferenceFrame, theirs: ReferenceFrame, dwarf5: boolean): boolean {
  // Without line information addr2line prints the file symbol's name, which has no directory.
  if (ours.line === 0 && theirs.line === 0) return true
  return ours.line === theirs.line && (ours.file === theirs.file || (dwarf5 && /\.(cpp|c)$/.test(theirs.file)))
}

function print(frames: readonly ReferenceFrame[]): string {
  return frames.map((frame) => `${frame.name} at ${frame.file}:${frame.line}`).join(' > ')
}

/** Differences, one line each, and how much was compared. */
function compare(file: string, inFunctions: (name: string) => boolean, dwarf5: boolean): { compared: number; inlined: number; different: string[] } {
  const module = addon.openModule(file, { debugDirectories: [] })
  const addresses = instructionAddresses(workspace, module, file, inFunctions)
  const reference = referenceFrames(workspace, file, addresses)
  const result = module.lookup(Float64Array.from(addresses))
  const different: string[] = []
  let inlined = 0
  for (const [index, address] of addresses.entries()) {
    const ours = framesOf(result, index)
    const theirs = reference[index]!
    const symbol = module.functionAt(address)?.linkageName ?? ''
    const same =
      ours.length === theirs.length &&
      ours.every((frame, depth) => sameFunction(frame.name, theirs[depth]!.name, symbol) && samePlace(frame, theirs[depth]!, dwarf5))
    if (!same) different.push(`0x${address.toString(16)}: ${print(ours)} — addr2line: ${print(theirs)}`)
    if (ours.length > 1) inlined += 1
  }
  expect(module.warnings).toEqual([])
  module.close()
  return { compared: addresses.length, inlined, different }
}

const isAny = () => true

describe('frames of every instruction, against addr2line', () => {
  const cases: { name: string; compiler: string; sources: string[]; options: string[]; inlined: number; isLong?: boolean }[] = [
    { name: 'C', compiler: 'gcc', sources: ['points.c'], options: ['-O2', '-gdwarf-4'], inlined: 5 },
    { name: 'C, not optimised', compiler: 'gcc', sources: ['points.c'], options: ['-O0', '-gdwarf-4'], inlined: 0, isLong: true },
    { name: 'C, DWARF 5', compiler: 'gcc', sources: ['points.c'], options: ['-O2', '-gdwarf-5'], inlined: 5 },
    { name: 'C++', compiler: 'g++', sources: ['shop.cpp', 'helper.cpp'], options: ['-O2', '-gdwarf-4'], inlined: 200 },
    { name: 'C++, DWARF 5', compiler: 'g++', sources: ['shop.cpp', 'helper.cpp'], options: ['-O2', '-gdwarf-5'], inlined: 200, isLong: true },
    { name: 'C++, O3', compiler: 'g++', sources: ['shop.cpp', 'helper.cpp'], options: ['-O3', '-gdwarf-4'], inlined: 200, isLong: true },
    { name: 'C++, not position independent', compiler: 'g++', sources: ['shop.cpp', 'helper.cpp'], options: ['-O2', '-gdwarf-4', '-no-pie'], inlined: 200 },
    { name: 'C++, shared library', compiler: 'g++', sources: ['shop.cpp', 'helper.cpp'], options: ['-O2', '-gdwarf-4', '-shared', '-fPIC'], inlined: 200 },
    { name: 'C++, link-time optimised', compiler: 'g++', sources: ['shop.cpp', 'helper.cpp'], options: ['-O2', '-gdwarf-4', '-flto=1'], inlined: 200 },
    {
      name: 'C++, unused functions dropped',
      compiler: 'g++',
      sources: ['shop.cpp', 'helper.cpp'],
      options: ['-O2', '-gdwarf-4', '-ffunction-sections', '-Wl,--gc-sections'],
      inlined: 200,
    },
    { name: 'C++, compressed sections', compiler: 'g++', sources: ['shop.cpp', 'helper.cpp'], options: ['-O2', '-gdwarf-4', '-gz'], inlined: 200 },
    { name: 'Fortran', compiler: 'gfortran', sources: ['shapes.f90'], options: ['-O2', '-gdwarf-4'], inlined: 3 },
    { name: 'Rust', compiler: 'rustc', sources: ['cart.rs'], options: ['-O', '-g'], inlined: 100 },
    { name: 'Rust, v0 names', compiler: 'rustc', sources: ['cart.rs'], options: ['-O', '-g', '-C', 'symbol-mangling-version=v0'], inlined: 100 },
  ]
  const missing = new Map<string, boolean>()
  beforeAll(() => {
    for (const compiler of new Set(cases.map((each) => each.compiler))) missing.set(compiler, isMissing(compiler))
  })

  for (const [number, { name, compiler, sources, options, inlined, isLong = false }] of cases.entries()) {
    it(name, isLong ? long : {}, (context) => {
      if (missing.get(compiler) === true) context.skip(`${compiler} is not installed`)
      const binary = workspace.path(`program${number}`)
      workspace.run(compiler, ...options, ...sources.map((source) => join(programs, source)), '-o', binary)
      // Rust links its standard library in, whose debug information names files that addr2line sorts otherwise.
      const inOwnFunctions = compiler === 'rustc' ? (symbol: string) => /cart/.test(symbol) : isAny
      const result = compare(binary, inOwnFunctions, options.includes('-gdwarf-5'))
      expect(result.different).toEqual([])
      expect(result.compared).toBeGreaterThan(50)
      expect(result.inlined).toBeGreaterThanOrEqual(inlined)
    })
  }
})
