import type { Significance } from '../../../shared/compare/compared_number.ts'

/** The words beside a change. */
export const CERTAINTY: Record<Significance, string> = { exact: 'counted', significant: 'beyond the noise', noise: 'within the noise', unknown: 'not known' }
