/** Cost of value profiles on real programs, and the saving by convergent profiles. */
import { engineOptions, medianNativeCost, nativeCost, slowdownBelowValgrind } from './exhaustive_cost.ts'
import { nativeSeconds, realPrograms } from './exhaustive_programs.ts'
import { table } from '../markdown.ts'
import { mean } from '../statistics.ts'
import { compile } from '../tools.ts'

/** A third of the others' time: all values of a compiler take a hundred times as long. */
const seconds = nativeSeconds / 3

/** Full and convergent profiles of six real programs. */
export async function valuesSection(): Promise<string> {
  const measure = compile('measure')
  const shares: number[] = []
  const rows: string[][] = []
  for (const { name, command } of await realPrograms(seconds, async (run) => (await nativeCost(measure, run)).cpu)) {
    const native = (await medianNativeCost(measure, command)).cpu
    const slowdown = async (...options: string[]) => (await slowdownBelowValgrind(measure, engineOptions('values', options), command)).cpu
    const loads = await slowdown('--values=loads')
    const convergent = await slowdown('--values=loads', '--value-profile=bounds')
    const all = await slowdown('--values=loads,stores,results,parameters,operands')
    const share = (convergent - 1) / (loads - 1)
    shares.push(share)
    const cells = [native.toFixed(2), loads.toFixed(1), convergent.toFixed(1), share.toFixed(2), all.toFixed(1)]
    console.error(`bench: values, ${name}: ${cells.join(', ')}`)
    rows.push([name, ...cells])
  }
  return `## Value profiles

CPU time as a multiple of the native run's, one run each; native runs of at least ${seconds.toFixed(1)} s. "Share" is what the convergent
profile of loads (\`--value-profile bounds\`) costs beyond the native run, of what the full one costs beyond it.

${table(['', 'native, CPU s', 'loads', 'loads, convergent', 'share', 'all values'], [...rows, ['average', '', '', '', mean(shares).toFixed(2), ''], ['goal', '', '40', '', '0.6', '100']])}`
}
