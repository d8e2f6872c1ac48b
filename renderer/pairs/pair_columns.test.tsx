import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { PairRow } from '../../shared/rpc/pairs.ts'
import { fakePairs, fakeSummary } from '../testing/fake_profile.ts'
import { pairColumns } from './pair_columns.tsx'

afterEach(cleanup)

/** What gives way where room is short, and what stays. */
function parts(row: PairRow): Array<string | null> {
  const source = pairColumns('dead-stores', fakeSummary.run, undefined, [], true).find(({ id }) => id === 'source')!
  const { container } = render(<>{source.render(row)}</>)
  return ['.tree-file-name', '.tree-line'].map((name) => container.querySelector(name)!.textContent)
}

test('accesses keep their line where names are cut, and where none is known their address', () => {
  const { row } = fakePairs[0]!
  expect(parts({ ...row, sourceFunction: 'init', sourceFile: '/src/solver.c', sourceLine: 118 })).toEqual(['◆  init solver.c', ':118'])
  expect(parts({ ...row, sourceFunction: 'libbz2.so.1.0.4+0xbb40', sourceFile: null, sourceLine: null, sourceAddress: '0xbf80' })).toEqual(['◆  libbz2.so.1.0.4+0xbb40 ', ' 0xbf80'])
})
