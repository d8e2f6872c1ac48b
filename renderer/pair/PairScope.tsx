import type { PairRow } from '../../shared/rpc/pairs.ts'
import { shortScope } from './scope.ts'

const kindTitles = {
  measured:
    'Between both accesses, the loop started another iteration (measured); a function contains both in one call. The repeated work could be done once there.',
  static: 'The innermost loop or function around both accesses, from the code only. Iterations in between were not measured.',
}

const kindWords = { measured: 'measured', static: 'from the code, not measured' }

/** The loop or function within which the pair's later access repeats the earlier one; its line carries a ↻ in the source. */
export function PairScope({ row: { scope, scopeKind } }: { row: Pick<PairRow, 'scope' | 'scopeKind'> }) {
  if (scope == null) return null
  return (
    <span className="pair-scope" title={`${scope}${scopeKind == null ? '' : `\n${kindTitles[scopeKind]}`}`}>
      <span aria-hidden className="scope-sign">
        ↻
      </span>{' '}
      scope: {shortScope(scope)}
      {scopeKind == null ? null : <span className="dim"> {kindWords[scopeKind]}</span>}
    </span>
  )
}
