import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { FakeHost } from '../testing/fake_host.ts'
import { fakeSites, fakeValuesSummary } from '../testing/fake_values.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

let host: FakeHost

beforeEach(async () => {
  host = prepareHost()
  const summary = await host.call('profile.open', { path: '/tmp/a.hagstone' })
  host.answer('profile.open', ({ path }) => ({ ...summary, path, run: { ...summary.run, engine: 'exhaustive', tools: ['values'] }, totals: {} }))
  host.answer('pairs.rows', () => ({ rowCount: 0, totalCount: 0, rows: [] }))
  host.answer('values.rows', ({ filter, start, count }) => {
    const rows = fakeSites
      .filter(({ role }) => (filter.kind === 'parameters') === (role === 'parameter'))
      .filter((site) => site.function.includes(filter.search))
    return { rowCount: rows.length, totalCount: rows.length, rows: rows.slice(start, start + count) }
  })
  host.answer('values.summary', () => fakeValuesSummary)
  host.answer('values.groups', () => ({
    rowCount: 1,
    rows: [
      {
        function: 'fill_row',
        file: null,
        line: null,
        module: '/home/ada/solver/solver',
        sites: 2,
        executions: 1333,
        share: 0.7,
        inv1: 0.9,
        inv5: 1,
        mrv1: 0.8,
        zero: 0,
      },
    ],
  }))
  showWindow(host)
  await screen.findByRole('grid', { name: 'Value tables' })
})

const pane = () => within(screen.getByRole('region', { name: 'Selected values' }))

test('a run of values alone opens at its tables; the first is looked at in source and machine code', async () => {
  const first = await screen.findByRole('row', { name: /^fill_row solver\.c:\d+ loaded value/ })
  expect(first.textContent).toMatch(/92\.0%.*8 ?92\.0 %-1 ?6\.00 %/)
  expect((await pane().findByLabelText(/^Values, solver\.c/)).textContent).toBe('        row[j] = f(a[j]);')
  expect((await pane().findByLabelText(/^Values, disassembly of init_row/)).textContent).toContain('movups')
  const values = within(pane().getByRole('table', { name: 'Commonest values' }))
  expect(values.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['share', 'times', 'value', 'unsigned', 'hex'])
  expect(values.getByRole('row', { name: /6\.00 % 60 -1 18446744073709551615 0xffffffffffffffff/ })).toBeTruthy()
  expect(values.getByRole('row', { name: /2\.00 % 20 other values/ })).toBeTruthy()
})

test('an address shows what it points to', async () => {
  fireEvent.click(await screen.findByRole('row', { name: /^fill_row solver\.c:\d+ rdi/ }))
  expect(await pane().findByText('grid+0x20')).toBeTruthy()
  expect(screen.getByText('→ grid+0x20')).toBeTruthy()
})

test('addresses tell instructions without debug information apart', async () => {
  host.answer('values.rows', () => ({
    rowCount: 2,
    totalCount: 2,
    rows: fakeSites.slice(0, 2).map((site) => ({ ...site, function: 'fill_row', file: null, line: null })),
  }))
  fireEvent.change(screen.getByRole('combobox', { name: 'Tables of' }), { target: { value: 'loads' } })
  expect(await screen.findByRole('row', { name: /^fill_row 0x1290 loaded value/ })).toBeTruthy()
  expect(screen.getByRole('row', { name: /^fill_row 0x1291 stored value/ })).toBeTruthy()
})

test('other kinds and filters are asked of the host', async () => {
  fireEvent.change(screen.getByRole('combobox', { name: 'Tables of' }), { target: { value: 'parameters' } })
  expect(await screen.findByRole('row', { name: /^step .* n \(rdi\)/ })).toBeTruthy()
  fireEvent.change(screen.getByRole('searchbox', { name: 'Filter value tables' }), { target: { value: 'nowhere' } })
  expect(await screen.findByText('No table matches the filter.')).toBeTruthy()
})

test('hot code alone is a chip, which says that it is on', async () => {
  fireEvent.click(screen.getByRole('button', { name: 'hot only' }))
  await waitFor(() => expect(host.calls.filter(({ method }) => method === 'values.rows').at(-1)?.parameters).toMatchObject({ filter: { leastShare: 0.001 } }))
  expect(screen.getByRole('button', { name: '✓ hot only' }).getAttribute('aria-pressed')).toBe('true')
})

test('the distribution is a chart, with kinds, types, parameters and the estimate below', async () => {
  fireEvent.click(screen.getByRole('radio', { name: 'invariance' }))
  expect(
    await screen.findByRole('img', { name: /^Invariance over the executions of instructions.* for half of them the top value has at least 50\.0 %/ }),
  ).toBeTruthy()
  fireEvent.change(screen.getByRole('combobox', { name: 'Distribution of' }), { target: { value: 'loads' } })
  expect(screen.getByRole('img', { name: /^Invariance over the executions of loads/ })).toBeTruthy()
  expect(within(screen.getByRole('table', { name: 'By type of instruction' })).getByRole('row', { name: /^integer load 1 10\.0 % 60\.0 %/ })).toBeTruthy()
  expect(within(screen.getByRole('table', { name: 'Parameters' })).getByRole('row', { name: /^above 90 % 50\.0 %/ })).toBeTruthy()
  expect(within(screen.getByRole('table', { name: 'Estimated from loads' })).getByRole('row', { name: /^50 % 40\.0 % 70\.0 % 5\.00 %/ })).toBeTruthy()
})

test('advice names the condition, and a click looks at its table', async () => {
  fireEvent.click(screen.getByRole('radio', { name: 'advice' }))
  fireEvent.click(await screen.findByRole('button', { name: /if \(n == 8\).*step is called with n = 8/ }))
  expect(pane().getByText('n (rdi)')).toBeTruthy()
  expect((await pane().findByLabelText(/^Values, solver\.c/)).textContent).toContain('init_row(rows[i], n);')
})

test('functions together lead to their tables', async () => {
  fireEvent.click(screen.getByRole('radio', { name: 'by function' }))
  fireEvent.doubleClick(await screen.findByRole('row', { name: /^fill_row 2 1,333 70\.0%/ }))
  await waitFor(() => expect(host.calls.filter(({ method }) => method === 'values.rows').at(-1)?.parameters).toMatchObject({ filter: { search: 'fill_row' } }))
})

test('the source of the dynamic loader that is missing says how to get it', async () => {
  host.answer('source.read', ({ file }) => ({ found: false, reason: 'missing', lookedFor: [file] }))
  host.answer('values.rows', () => ({
    rowCount: 1,
    totalCount: 1,
    rows: [{ ...fakeSites[0]!, function: 'do_lookup_x', file: './elf/dl-lookup.c', line: 352, module: '/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2' }],
  }))
  fireEvent.change(screen.getByRole('searchbox', { name: 'Filter value tables' }), { target: { value: 'do' } })
  fireEvent.click(await screen.findByRole('row', { name: /^do_lookup_x/ }))
  expect(await pane().findByText('The sources of ld-linux-x86-64.so.2 are not installed.')).toBeTruthy()
})

test('until the source of another file is there, its pane shows neither the text nor the failure of the file before', async () => {
  const sites = [fakeSites[0]!, { ...fakeSites[1]!, file: '/src/other.c', line: 3 }]
  host.answer('values.rows', () => ({ rowCount: 2, totalCount: 2, rows: sites }))
  const answers: ReturnType<typeof Promise.withResolvers<never>>[] = []
  const text = await host.call('source.read', { profile: 1, file: fakeSites[0]!.file!, agreed: false })
  host.answer('source.read', ({ file }) => {
    if (file !== '/src/other.c') return text
    answers.push(Promise.withResolvers<never>())
    return answers.at(-1)!.promise
  })
  fireEvent.change(screen.getByRole('combobox', { name: 'Tables of' }), { target: { value: 'loads' } })
  const [first, other] = await waitFor(() => {
    const rows = within(screen.getByRole('grid', { name: 'Value tables' })).getAllByRole('row', { name: /(loaded|stored) value/ })
    expect(rows).toHaveLength(2)
    return rows
  })
  fireEvent.click(first!)
  expect((await pane().findByLabelText(/^Values, solver\.c/)).textContent).toContain('row[j]')
  fireEvent.click(other!)
  expect(await pane().findByText('Reading other.c…')).toBeTruthy()
  expect(pane().queryByLabelText(/^Values, solver\.c/)).toBeNull()
  answers[0]!.reject(new Error('The disk is gone.') as never)
  expect(await pane().findByRole('button', { name: /again/i })).toBeTruthy()
  host.answer('source.read', () => new Promise<never>(() => {}))
  fireEvent.click(first!)
  expect(await pane().findByText('Reading solver.c…')).toBeTruthy()
  expect(pane().queryByRole('button', { name: /again/i })).toBeNull()
})
