import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { PairRow } from '../../shared/rpc/pairs.ts'
import type { Tool } from '../../shared/run.ts'
import { fakePairs, fakeSummary } from '../testing/fake_profile.ts'
import { wasteWhole } from '../tools/waste_whole.ts'
import { pairColumns } from './pair_columns.tsx'

afterEach(cleanup)

const columns = (tool: Tool, run = fakeSummary.run) => pairColumns(tool, run, undefined, [], true, null, wasteWhole({ ...fakeSummary, run }, tool, 'waste'))

/** The parts that a narrow column cuts, and those that stay. */
function parts(row: PairRow, column = 'source'): Array<string | null> {
  cleanup()
  const { container } = render(
    <>
      {columns('redundant-loads', { ...fakeSummary.run, engine: 'exhaustive' })
        .find(({ id }) => id === column)!
        .render(row)}
    </>,
  )
  return ['.tree-file-name', '.tree-line'].map((name) => container.querySelector(name)!.textContent)
}

test('accesses keep their line where names are cut, and where none is known their address', () => {
  const { row } = fakePairs[0]!
  expect(parts({ ...row, sourceFunction: 'init', sourceFile: '/src/solver.c', sourceLine: 118 })).toEqual(['◆  init solver.c', ':118'])
  expect(parts({ ...row, sourceFunction: 'libbz2.so.1.0.4+0xbb40', sourceFile: null, sourceLine: null, sourceAddress: '0xbf80' })).toEqual([
    '◆  libbz2.so.1.0.4+0xbb40 ',
    ' 0xbf80',
  ])
})

test('names in C++ are cut in their namespaces, not where they differ', () => {
  const { row } = fakePairs[0]!
  cleanup()
  const name = 'Minisat::ClauseAllocator<Minisat::Clause>::reloc(unsigned int&)'
  const column = columns('redundant-loads').find(({ id }) => id === 'target')!
  const { container } = render(<>{column.render({ ...row, targetFunction: name })}</>)
  expect(container.querySelector('.fitting-last')!.textContent).toBe('reloc')
  expect(container.querySelector('[title]')!.getAttribute('title')).toContain(name)
})

test('so does a scope, which has like an object the room of the share of all', () => {
  expect(parts({ ...fakePairs[0]!.row, scope: 'loop at solver.c:90' }, 'scope')).toEqual(['loop at solver.c', ':90'])
  const shown = (run = fakeSummary.run, tool: Tool = 'redundant-loads'): string[] =>
    columns(tool, run)
      .filter(({ hiddenAtFirst }) => hiddenAtFirst !== true)
      .map(({ id }) => id)
  expect(shown()).toContain('shareOfTotal')
  expect(shown({ ...fakeSummary.run, engine: 'exhaustive' })).toEqual(['source', 'target', 'scope', 'shareOfWaste', 'waste', 'traps', 'advice'])
  expect(shown(fakeSummary.run, 'false-sharing')).toEqual(['source', 'target', 'sharing', 'object', 'shareOfWaste', 'waste', 'traps', 'advice'])
})
