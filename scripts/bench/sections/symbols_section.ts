/** The measurements of symbols.ts as text. */
import { table } from '../markdown.ts'
import { root, run } from '../tools.ts'

interface SymbolTimes {
  binaryBytes: number
  debugInfoBytes: number
  openSeconds: number
  indexSeconds: number
  indexSecondsPer20MB: number
  addresses: number
  frames: number
  lookupSeconds: number
  again: number
  loopSeconds: number
  loopFunctions: number
  loops: number
}

export function symbolsSection(): string {
  const times = JSON.parse(run([process.execPath, `${root}/scripts/bench/symbols.ts`])) as SymbolTimes
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`
  const seconds = (value: number) => `${value.toFixed(3)} s`
  return `## Symbols

A generated C++ program of ${megabytes(times.binaryBytes)} with DWARF 5, ${megabytes(times.debugInfoBytes)} of it .debug_info; one run.

${table(
  ['step', 'time', 'goal'],
  [
    ['open', seconds(times.openSeconds), ''],
    ['build the index', seconds(times.indexSeconds), ''],
    ['the same per 20 MB of .debug_info', seconds(times.indexSecondsPer20MB), '≤ 0.5 s'],
    [`symbolise ${times.addresses} addresses to ${times.frames} frames`, seconds(times.lookupSeconds), '< 1 s'],
    ['the same addresses again', seconds(times.again), ''],
    [`find the loops around them: ${times.loops} in ${times.loopFunctions} functions`, seconds(times.loopSeconds), '< 1 s'],
  ],
)}`
}
