/** Where the CPU time went, by function: `hagstone report --view cpu-time`, and the columns of it in other views. */
import { cpuTimeSums, cpuTimeTotal, type CpuTimeTotal } from '../../shared/metrics/cpu_time.ts'
import { SparseNodeSums } from '../../shared/metrics/node_sums.ts'
import { counted } from '../../shared/names/counted.ts'
import { outermostSums } from '../../shared/profile/call_tree.ts'
import { subtreesOf } from '../../shared/profile/subtrees.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { FUNCTION, INLINED } from '../../shared/profile/tables.ts'
import type { FunctionCpuTime } from '../../shared/report.ts'
import { scoreInterval } from '../../shared/metrics/binomial.ts'
import { functionPlace, placeOfFunction } from './flat.ts'
import { amountText, fit, intervalText, percentText, tableLines } from './format.ts'

/** By function index, those that CPU time went to, the largest own time first. Own: of the function's own lines. Inclusive: of what it calls too, recursion once per path. */
export function functionCpuTimes(profile: ProfileTables): Map<number, FunctionCpuTime> {
  const times = new Map<number, FunctionCpuTime>()
  if (profile.cpuTimes.length === 0) return times
  const { nodes, functions } = profile
  const subtrees = subtreesOf(nodes)
  const sums = new SparseNodeSums(nodes, cpuTimeSums(profile), subtrees)
  const rows = Int32Array.from(nodes.kind.keys()).filter((row) => nodes.kind[row] === FUNCTION || nodes.kind[row] === INLINED)
  const group = rows.map((row) => nodes.functionIndex[row]!)
  const inclusive = outermostSums(rows, group, functions.length, subtrees.end, sums.column('useInclusive'))
  const interrupts = outermostSums(rows, group, functions.length, subtrees.end, sums.column('traps'))
  const exclusive = new Float64Array(functions.length)
  sums.eachExclusive((node, _, time) => {
    if (nodes.kind[node] === FUNCTION || nodes.kind[node] === INLINED) exclusive[nodes.functionIndex[node]!]! += time
  })
  for (let index = 0; index < functions.length; index++) {
    if (interrupts[index]! > 0) times.set(index, { exclusive: exclusive[index]!, inclusive: inclusive[index]!, interrupts: interrupts[index]! })
  }
  return new Map([...times].sort(([a, left], [b, right]) => right.exclusive - left.exclusive || right.inclusive - left.inclusive || a - b))
}

/** Functions by their own CPU time. */
export function cpuTimeLines(profile: ProfileTables, top: number, width: number): string[] {
  const total = cpuTimeTotal(profile)
  if (total === null) return [`No CPU time was measured: ${whyNone(profile)}`]
  const rows = [...functionCpuTimes(profile)]
  const right = (title: string): { title: string; align: 'right' } => ({ title, align: 'right' })
  const lines = tableLines(
    [right('own CPU time'), right('95 % CI'), right(''), right('incl.'), { title: 'function', align: 'left' }],
    rows.slice(0, top).map(([index, { exclusive, inclusive }]) => {
      const { name, ...place } = placeOfFunction(profile, index)
      return [percentText(exclusive / total.time), intervalText(cpuTimeInterval(exclusive, total)), amountText(exclusive, 'ns'), percentText(inclusive / total.time), `${name}  ${functionPlace(place, profile.files)}`]
    }),
  ).map((line) => fit(line, width))
  return [
    `${amountText(total.time, 'ns')} of CPU time at ${counted(total.interrupts, 'sampling interrupt')}`, '', ...lines,
    ...(rows.length > top ? [`${counted(rows.length - top, 'more function')} (--top ${rows.length} shows all)`] : []),
  ]
}

/** 95 % interval of a share of the CPU time: interrupts are independent trials. */
export function cpuTimeInterval(time: number, total: CpuTimeTotal): [number, number] {
  return scoreInterval(Math.round((time / total.time) * total.interrupts), total.interrupts)
}

function whyNone({ run }: ProfileTables): string {
  if (run.engine === 'exhaustive' || run.engine === 'virtual') return `the ${run.engine} engine counts accesses, not time. Record with --engine software.`
  if (run.driver === 'accesses') return 'the processor sampled accesses, not time. Record with --engine software.'
  return 'no sampling interrupt was kept. Profiles of earlier versions of Hagstone have none; record again, or longer.'
}
