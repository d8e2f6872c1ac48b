import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { TreeRow } from '../../shared/rpc/trees.ts'
import { TreeLabel } from './TreeLabel.tsx'

afterEach(cleanup)

const row: TreeRow = {
  index: 0,
  key: '0',
  depth: 3,
  kind: 'line',
  label: 'backward_references_inc.h:52',
  file: '/src/backward_references_inc.h',
  line: 52,
  callSite: null,
  module: null,
  link: null,
  node: 7,
  expandable: true,
  expanded: false,
  matched: false,
  metrics: { wasteInclusive: 0, useInclusive: 0, wasteExclusive: 0, useExclusive: 0, traps: 0 },
}

/** The parts that a narrow column cuts, and those that stay. */
function parts(shown: Partial<TreeRow>, search: RegExp | null = null): Array<string | null> {
  const { container } = render(<TreeLabel row={{ ...row, ...shown }} search={search} />)
  return ['.tree-file-name', '.tree-line'].map((name) => container.querySelector(name)!.textContent)
}

test('lines, loops and links keep their line where the file’s name is cut', () => {
  expect(parts({})).toEqual(['backward_references_inc.h', ':52'])
  expect(parts({ kind: 'loop', label: 'loop at encode.c:1836' })).toEqual(['↻ loop at encode.c', ':1836'])
  expect(parts({ kind: 'link', label: 'fill_row solver.c:131', link: { pair: 0, relation: 'KILLED_BY', outgoing: true, moreCount: 0 } })).toEqual([
    '↳ ▲ overwritten by KILLED_BY fill_row solver.c',
    ':131',
  ])
  expect(parts({ kind: 'link', label: 'libbz2.so.1.0.4+0xbb40 0xbf80', link: { pair: 0, relation: 'KILLED_BY', outgoing: true, moreCount: 0 } })).toEqual([
    '↳ ▲ overwritten by KILLED_BY libbz2.so.1.0.4+0xbb40',
    ' 0xbf80',
  ])
  expect(parts({ label: '(line unknown)' })).toEqual(['(line unknown)', ''])
  expect(parts({ matched: true }, /references/)).toEqual(['backward_references_inc.h', ':52'])
})

test('a link says what it means in words, whichever way it goes', () => {
  const link = (outgoing: boolean): string | null =>
    parts({ kind: 'link', label: 'fill_row solver.c:131', link: { pair: 0, relation: 'REDUNDANT_WITH', outgoing, moreCount: 0 } })[0] ?? null
  expect(link(true)).toBe('↳ ▲ repeated by REDUNDANT_WITH fill_row solver.c')
  expect(link(false)).toBe('↰ ◆ repeats REPEATS fill_row solver.c')
})

test('the sign of a link has the relation in its tooltip, since a narrow column shows the sign alone', () => {
  const link = { pair: 0, relation: 'KILLED_BY', outgoing: true, moreCount: 0 } as const
  const { getByRole } = render(<TreeLabel row={{ ...row, kind: 'link', label: 'fill_row solver.c:131', link }} search={null} />)
  expect(getByRole('img', { name: 'later access' }).title).toBe('overwritten by\nKILLED_BY: overwritten before it is read')
})

test('a function whose name others have says which it is', () => {
  const { container } = render(<TreeLabel row={{ ...row, kind: 'function', label: '_start', apart: 'ld-linux-x86-64.so.2' }} search={null} />)
  expect(container.textContent).toBe('_start ld-linux-x86-64.so.2')
})

test('a long function name keeps its end; the tooltip has all of it, and so has the row where the search found what would go', () => {
  const label = 'State::SpellcheckNode(std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > const&)'
  const shown = (search: RegExp | null): Element =>
    render(<TreeLabel row={{ ...row, kind: 'inlined', label, matched: search !== null }} search={search} />).container
  expect(shown(null).textContent).toBe('State::SpellcheckNode inlined')
  expect(shown(null).querySelector('.tree-label')!.getAttribute('title')).toContain(label)
  expect(shown(/Spellcheck/).textContent).toBe('State::SpellcheckNode inlined')
  expect(shown(/char_traits/).textContent).toBe(`${label} inlined`)
})

test('a narrow column cuts namespaces, the call site, and the file before the last name, of rows and of links', () => {
  const label = 'linear_algebra::dense_vector<double>::assign(linear_algebra::sum<double> const&)'
  const parts = (shown: Partial<TreeRow>, names: string[]): Array<string | undefined> => {
    const { container } = render(<TreeLabel row={{ ...row, ...shown }} search={null} />)
    return names.map((name) => container.querySelector(name)?.textContent)
  }
  const inside = ['.fitting-namespaces', '.fitting-last', '.tree-place']
  const callSite = { file: '/src/solver.cpp', line: 40 } as TreeRow['callSite']
  expect(parts({ kind: 'function', label, callSite }, inside)).toEqual(['linear_algebra::dense_vector::', 'assign', 'from solver.cpp:40'])
  const link = { pair: 0, relation: 'KILLED_BY', outgoing: true, moreCount: 0 } as const
  expect(parts({ kind: 'link', label: `${label} my solver.cpp:22`, link }, [...inside, '.tree-line'])).toEqual([
    'linear_algebra::dense_vector::',
    'assign',
    'solver.cpp',
    ':22',
  ])
})

test('a line that was searched for is marked with its number', () => {
  const { container } = render(<TreeLabel row={{ ...row, matched: true }} search={/inc\.h:52/} />)
  expect(Array.from(container.querySelectorAll('mark'), (mark) => mark.textContent)).toEqual(['backward_references_inc.h', ':52'])
})
