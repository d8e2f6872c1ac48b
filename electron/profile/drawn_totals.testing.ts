import type { SeededRandom } from '../../shared/metrics/statistics/random.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'

/** Made-up amounts, of one of three tools each, that were counted at these rows. */
export function drawnTotals(random: SeededRandom, node: Int32Array): ProfileTables['contextTotals'] {
  const { length } = node
  const numbers = (): Float64Array => Float64Array.from({ length }, () => random.nextBelow(1e5))
  return {
    length,
    node,
    tool: Uint8Array.from({ length }, () => random.nextBelow(3)),
    instances: numbers(),
    accessed: numbers(),
    use: numbers(),
    unfinished: numbers(),
    freed: numbers(),
    interleaved: numbers(),
    first: numbers(),
    waiting: numbers(),
  }
}

export type TotalsRow = Record<Exclude<keyof ProfileTables['contextTotals'], 'length'>, number>

export function totalsTable(rows: readonly TotalsRow[]): ProfileTables['contextTotals'] {
  const column = (name: keyof TotalsRow): Float64Array => Float64Array.from(rows, (row) => row[name])
  return {
    length: rows.length,
    node: Int32Array.from(rows, ({ node }) => node),
    tool: Uint8Array.from(rows, ({ tool }) => tool),
    instances: column('instances'),
    accessed: column('accessed'),
    use: column('use'),
    unfinished: column('unfinished'),
    freed: column('freed'),
    interleaved: column('interleaved'),
    first: column('first'),
    waiting: column('waiting'),
  }
}
