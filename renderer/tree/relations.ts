import type { Relation } from '../../shared/report.ts'

interface RelationWords {
  /** What the earlier access is. */
  source: string
  /** What the later access is. */
  target: string
  /** From the later access's point of view. */
  reverse: string
}

/** What a relation makes of its two accesses, in words. */
export const relationWords: Record<Relation, RelationWords> = {
  KILLED_BY: { source: 'dead store', target: 'killing store', reverse: 'KILLS' },
  USED_BY: { source: 'store', target: 'load that uses it', reverse: 'USES' },
  REDUNDANT_WITH: { source: 'first access', target: 'redundant access', reverse: 'REPEATS' },
  CHANGED_BY: { source: 'first access', target: 'access with another value', reverse: 'CHANGES' },
  REUSED_BY: { source: 'use', target: 'reuse', reverse: 'REUSES' },
  SHARED_WITH: { source: 'access', target: 'access by another thread', reverse: 'SHARES' },
}
