/**
 * The loops of a program's modules as the exhaustive engine reads them (native/exhaustive/scope). Lines of text, all
 * addresses hexadecimal ELF virtual addresses:
 *
 *   hagstone-loops 1
 *   module BUILDID PATH      BUILDID in hexadecimal or "-"; PATH to the end of the line
 *   loop HEADER PARENT       the module's loops; PARENT is the number of an earlier loop line of the module, from 0, or "-"
 *   code FIRST END LOOP      [FIRST, END) is in LOOP and in none inside of it; ascending, disjoint
 */
import type { LoopTable } from '../../symbols/symbols_addon.ts'

export const LOOPS_FILE = 'loops.txt'
export const loopsFileStart = 'hagstone-loops 1\n'

/** The line that a module's loops follow; '' for a path that no line can hold. */
export function moduleLine(buildId: string, path: string): string {
  return path.includes('\n') ? '' : `module ${buildId === '' ? '-' : buildId} ${path}\n`
}

/** Lines of a module's loops. */
export function loopLines({ header, parent, low, high, loop }: LoopTable): string {
  const lines: string[] = []
  for (let i = 0; i < header.length; i++) lines.push(`loop ${hex(header[i]!)} ${parent[i]! < 0 ? '-' : parent[i]!}\n`)
  for (let i = 0; i < low.length; i++) lines.push(`code ${hex(low[i]!)} ${hex(high[i]!)} ${loop[i]!}\n`)
  return lines.join('')
}

function hex(address: number): string {
  return address.toString(16)
}
