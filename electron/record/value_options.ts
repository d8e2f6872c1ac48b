/** How the tool values profiles (docs/metrics.md, values; metrics in the paper of Calder, Feller and Eustace). */

/** Kinds of values that get tables of the most frequent ones, by the engine's names. */
export const valueKinds = ['loads', 'stores', 'results', 'parameters', 'operands'] as const
export const valueProfiles = ['full', 'rising', 'bounds'] as const

export interface ValueOptions {
  kinds: Array<(typeof valueKinds)[number]>
  /** Values kept in each table */
  tableSize: number
  /** Every execution; or until the invariance converges: while it rises, or while it leaves the bounds of +2 % and −4 % */
  profile: (typeof valueProfiles)[number]
  /** Pause of a converged profile, as a multiple of the executions so far */
  backOff: number
  /** The pause is constant, not random around its mean */
  constantBackOff: boolean
  /** The bottom half of a table is cleared periodically, so that values that appear late find room */
  clearing: boolean
  /** A full profile beside one that converges */
  reference: boolean
}

export const defaultValues: ValueOptions = {
  kinds: [...valueKinds],
  tableSize: 10,
  profile: 'full',
  backOff: 1,
  constantBackOff: false,
  clearing: true,
  reference: false,
}

/** Both included; the engine refuses anything else. */
export const valueBounds = { tableSize: { minimum: 1, maximum: 255 }, backOff: { minimum: 0.001, maximum: 1000 } } as const

const thousand = 1000

/** Arguments for the engine; its defaults are left out. */
export function valueArguments({
  kinds,
  tableSize,
  profile,
  backOff,
  constantBackOff,
  clearing,
  reference,
}: ValueOptions): Array<[string, string | number | null]> {
  const isConvergent = profile !== 'full'
  return [
    ['values', kinds.join(',')],
    ['value-table', tableSize === defaultValues.tableSize ? null : tableSize],
    ['value-profile', isConvergent ? profile : null],
    ['value-back-off', isConvergent ? Math.round(backOff * thousand) : null],
    ['value-back-off-kind', isConvergent && constantBackOff ? 'constant' : null],
    ['value-clearing', clearing ? null : 'no'],
    ['value-reference', reference ? 'yes' : null],
  ]
}
