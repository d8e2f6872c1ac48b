/** Counts the rows that a report's limit leaves out. */
import { tablesOf } from '../../shared/metrics/values/invariance.ts'
import { counted, groupedDigits } from '../../shared/names/counted.ts'
import { listText } from '../../shared/names/list_text.ts'
import { isUse, RELATIONS, TOOLS, type ProfileTables } from '../../shared/profile/profile.ts'
import type { ReportLimit } from '../../shared/report.ts'
import type { Tool } from '../../shared/run.ts'
import { SITE_KINDS } from './values/values_report.ts'

/** Pairs of each tool that has some: all, useful ones, and waiting ones. */
export type PairCounts = Partial<Record<Tool, { all: number; use: number; waiting: number }>>

export function pairCounts({ pairs: { length, tool, relation } }: Pick<ProfileTables, 'pairs'>): PairCounts {
  const counts = TOOLS.map(() => ({ all: 0, use: 0, waiting: 0 }))
  const isOfUse = RELATIONS.map(isUse)
  const waits = RELATIONS.indexOf('WAITING')
  for (let pair = 0; pair < length; pair++) {
    const own = counts[tool[pair]!]!
    own.all++
    if (isOfUse[relation[pair]!] === true) own.use++
    else if (relation[pair] === waits) own.waiting++
  }
  return Object.fromEntries(TOOLS.map((name, i) => [name, counts[i]!] as const).filter(([, { all }]) => all > 0))
}

/**
 * Null if the report is complete. @param functions all that the report could list @param mostValues limit on value
 * tables, independent of `top`
 */
export function reportLimit(
  profile: Pick<ProfileTables, 'run' | 'valueTables'>,
  counts: PairCounts,
  top: number,
  functions: number,
  mostValues: number,
): ReportLimit | null {
  const pairs = Object.fromEntries(
    Object.entries(counts)
      .filter(([, { all }]) => all > top)
      .map(([tool, { all }]) => [tool, all - top]),
  )
  const values = profile.run.values ? SITE_KINDS.reduce((sum, kind) => sum + tablesOf(profile, kind).length, 0) : 0
  const leftOut = { pairs, functions: Math.max(0, functions - top), values: Math.max(0, values - Math.min(top, mostValues)) }
  const parts = [
    ...(Object.keys(pairs).length === 0
      ? []
      : [
          counted(
            Object.values(pairs).reduce((sum, count) => sum + count, 0),
            'pair',
          ),
        ]),
    ...(leftOut.functions === 0 ? [] : [counted(leftOut.functions, 'function')]),
    ...(leftOut.values === 0 ? [] : [counted(leftOut.values, 'value table')]),
  ]
  if (parts.length === 0) return null
  const most = Number.isFinite(top)
    ? `The report lists the ${top === 1 ? 'largest' : `${groupedDigits(top)} largest`} of each tool`
    : `The report lists the ${groupedDigits(mostValues)} most executed value tables`
  const remedy = Number.isFinite(top) && top < mostValues ? 'report --json --top all prints all' : 'report --view values --csv prints all'
  return { top: Number.isFinite(top) ? top : null, leftOut, note: `${most}; ${listText(parts)} are left out. ${remedy}.` }
}
