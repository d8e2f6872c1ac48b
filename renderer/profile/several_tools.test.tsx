import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { estimatedAccessRate } from '../../shared/metrics/reuse/estimated_rate.ts'
import { MOST_OBJECTS } from '../../shared/rpc/contract.ts'
import { exportAs } from '../testing/export_menu.ts'
import type { FakeHost } from '../testing/fake_host.ts'
import { fakePairs, fakeSummary } from '../testing/fake_profile.ts'
import { fakeSites } from '../testing/fake_values.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

let host: FakeHost

beforeEach(async () => {
  host = prepareHost()
  showWindow(host)
})

const press = (key: string): boolean => fireEvent.keyDown(document.activeElement ?? document.body, { key, code: key })
const called = (method: string): unknown[] => host.calls.filter((call) => call.method === method).map((call) => call.parameters)
const show = async (tool: RegExp): Promise<void> => void fireEvent.click(await screen.findByRole('radio', { name: tool }))
const firstCells = (name: string): Array<string | null> =>
  within(screen.getByRole('grid', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('gridcell')[0]?.textContent ?? null)

const ends = (run: { accessMix?: number }): number[] => {
  const { likely, low, high } = estimatedAccessRate(run)
  return [likely, low, high]
}

/** Without those for estimated rates. */
const measuredReads = (): unknown[] => called('reuse.read').filter((asked) => !ends({}).includes((asked as { accessRate: number }).accessRate))

describe('the tool switch', () => {
  test('has each tool of the run with its fraction and interval', async () => {
    const tools = await screen.findByRole('radiogroup', { name: 'Tool' })
    expect(
      within(tools)
        .getAllByRole('radio')
        .map((tool) => tool.textContent),
    ).toEqual([
      'dead stores 43.9% 42.8–45.0 %',
      'silent stores 19.7% 18.0–21.0 %',
      'redundant loads 46.2% 44.0–48.0 %',
      'reuse distance 3,300 reuses',
      'false sharing 40.0% 35–45 %',
    ])
  })

  test.each([
    ['silent stores', 'silent-stores', ['earlier store', 'redundant store']],
    ['redundant loads', 'redundant-loads', ['earlier load', 'repeating load']],
    ['reuse distance', 'reuse-distance', ['use', 'reuse']],
    ['false sharing', 'false-sharing', ['access in thread A', 'access in thread B']],
  ] as const)('shows the tree, the totals and the heaviest pair of %s, both sides in its words', async (name, tool, words) => {
    await show(new RegExp(name))
    for (const word of words) expect((await screen.findAllByText(word)).length).toBeGreaterThan(0)
    expect(called('tree.create').at(-1)).toMatchObject({ tool })
    await waitFor(() => expect(screen.getByRole('treegrid').querySelector('[aria-selected=true]')?.textContent).toMatch(/REDUNDANT_WITH|REUSED_BY|SHARED_WITH/))
    expect(called('pairs.heaviest').at(-1)).toMatchObject({ tool })
  })

  test('leaves each tool as it was', async () => {
    await show(/silent stores/)
    await screen.findByText('redundant store')
    fireEvent.click(await screen.findByRole('row', { name: /^.?write_grid/ }))
    await waitFor(() => expect(screen.getByRole('row', { name: /^.?write_grid/ }).getAttribute('aria-selected')).toBe('true'))
    await show(/dead stores/)
    await screen.findByText('killing store')
    await show(/silent stores/)
    await waitFor(() => expect(screen.getByRole('row', { name: /^.?write_grid/ }).getAttribute('aria-selected')).toBe('true'))
  })

  test('] goes on to the next tool and [ back', async () => {
    await screen.findByText('killing store')
    press(']')
    expect(await screen.findByText('redundant store')).toBeTruthy()
    press('[')
    press('[')
    expect(await screen.findByText('access in thread B')).toBeTruthy()
  })

  test('is not there for a run of one tool', async () => {
    await screen.findByText('killing store')
    host.answer('profile.open', ({ path }) => ({ ...fakeSummary, run: { ...fakeSummary.run, tools: ['silent-stores'] }, profile: 2, path }))
    host.emit('host.openProfile', { path: '/tmp/one.hagstone' })
    await waitFor(() => expect(screen.queryByRole('radiogroup', { name: 'Tool' })).toBeNull())
    expect(await screen.findByText('redundant store')).toBeTruthy()
  })
})

describe('the details of a pair', () => {
  test('of values: how they were compared, and where their contexts meet', async () => {
    await show(/silent stores/)
    const facts = within(await screen.findByRole('region', { name: 'Selected pair' }))
    expect(await facts.findByText('approximate')).toBeTruthy()
    expect(facts.getByText(/^common loop at solver\.c:89$/)).toBeTruthy()
  })

  test('pairs of use come with one click that shows at once', async () => {
    await show(/silent stores/)
    press('5')
    const row = await screen.findByRole('row', { name: /approximate .*fill_row|fill_row.*approximate/ })
    // One relation for all is no news.
    expect(row.textContent).not.toContain('REDUNDANT_WITH')
    const box = screen.getByRole('checkbox', { name: 'also useful pairs' }) as HTMLInputElement
    fireEvent.click(box)
    expect(box.checked).toBe(true)
    expect(await screen.findByRole('row', { name: /CHANGED_BY/ })).toBeTruthy()
    expect(screen.getByRole('row', { name: /REDUNDANT_WITH .*fill_row/ })).toBeTruthy()
  })

  test('of sharing: false or true, and the object', async () => {
    await show(/false sharing/)
    press('5')
    const row = await screen.findByRole('row', { name: /init_row .*counters/ })
    expect(row.textContent).toContain('counters + 0x40')
    expect(row.textContent).toContain('false')
  })

  test('of reuse: its distances, and no column of waste', async () => {
    await show(/reuse distance/)
    press('5')
    const row = await screen.findByRole('row', { name: /init_row .*4\.10 ms/ })
    expect(row.textContent).toMatch(/4\.10 ms33\.0 ms63\.6%/)
    expect(screen.queryByRole('columnheader', { name: /waste/ })).toBeNull()
    expect(screen.queryByText('also useful pairs')).toBeNull()
  })

  test('of reuse: the shares beyond each cache, once distances are known in bytes', async () => {
    await screen.findByText('killing store')
    host.answer('profile.open', ({ path }) => ({ ...fakeSummary, run: { ...fakeSummary.run, tools: ['reuse-distance'], accessRate: 1e9 }, profile: 2, path }))
    host.emit('host.openProfile', { path: '/tmp/one.hagstone' })
    await screen.findByText('reuse')
    press('5')
    expect((await screen.findByRole('row', { name: /init_row .*33\.0 ms/ })).textContent).toMatch(/33\.0 ms91\.0%40\.0%2\.00%/)
    expect(
      screen
        .getAllByRole('columnheader')
        .map((header) => header.textContent)
        .filter((title) => title?.startsWith('>')),
    ).toEqual(['> L1', '> L2', '> L3'])
  })
})

describe('reuse distances', () => {
  const open = async (): Promise<void> => {
    await show(/reuse distance/)
    await screen.findByText('reuse')
    press('8')
    await screen.findByText('Time distance, whole program')
  }

  test('are drawn in bars that say their numbers, by keyboard too', async () => {
    await open()
    const chart = screen.getByRole('img', { name: /^Time distance, whole program: bar chart of 20 bins\. Most reuses, 36\.0 %, lie at less than 4\.10 µs\.$/ })
    expect(chart.querySelectorAll('.chart-bar')).toHaveLength(20)
    fireEvent.keyDown(screen.getByRole('group', { name: /^Time distance/ }), { key: 'ArrowRight' })
    expect(
      screen.getByText(/^less than 4\.10 µs: 36\.0 % of the reuses; 36\.0 % up to here; 95 % interval 3\d\.\d–3\d\.\d %; [\d,]+ observations$/),
    ).toBeTruthy()
    fireEvent.keyDown(screen.getByRole('group', { name: /^Time distance/ }), { key: 'End' })
    expect(screen.getByText(/^1\.07 s and more: 0 % of the reuses/)).toBeTruthy()
  })

  test('have a miss-ratio curve at once, for a likely rate of accesses and what it may be', async () => {
    await open()
    expect(await screen.findByRole('img', { name: /^Miss ratio by cache size, whole program/ })).toBeTruthy()
    expect(called('reuse.read').map((asked) => (asked as { accessRate: number | null }).accessRate)).toEqual([null, ...ends({})])
    expect(
      screen.getByText(
        /^Estimated: the run measured CPU time, and compiled code usually makes 0\.40 accesses per instruction\. The curve takes 1 G accesses per second; the band is for 0\.32 G to 3\.2 G/,
      ),
    ).toBeTruthy()
    fireEvent.keyDown(screen.getByRole('group', { name: /^Miss ratio/ }), { key: 'ArrowRight' })
    expect(screen.getByText(/^a cache of 4 KiB misses .* for any likely access rate$/)).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Count exactly/ })).toBeTruthy()
  })

  test('have a curve by the accesses per instruction of the code of the run, if that is known', async () => {
    host.answer('profile.open', ({ path }) => ({ ...fakeSummary, run: { ...fakeSummary.run, accessMix: 0.75 }, profile: 2, path }))
    showWindow(host)
    await open()
    expect(await screen.findByText(/the code of this run makes 0\.75 accesses per instruction\. The curve takes 1\.9 G accesses per second/)).toBeTruthy()
    expect(called('reuse.read').map((asked) => (asked as { accessRate: number | null }).accessRate)).toEqual([null, ...ends({ accessMix: 0.75 })])
  })

  test('need accesses for stack distances; a rate gives them, with the caches marked', async () => {
    await open()
    fireEvent.click(screen.getByRole('radio', { name: 'stack' }))
    expect(screen.getByText(/^Stack distances count accesses, and this run measured CPU time/)).toBeTruthy()
    fireEvent.change(screen.getByLabelText('accesses per second'), { target: { value: '2e9' } })
    expect(await screen.findByRole('img', { name: /^Stack distance, whole program: .* less than 4 KiB\.$/ })).toBeTruthy()
    expect(screen.getByRole('img', { name: /^Miss ratio .* 58\.0 % of accesses miss L1 \(32 KiB\)/ })).toBeTruthy()
    expect(screen.getAllByText('L3 32 MiB').length).toBeGreaterThan(0)
    fireEvent.keyDown(screen.getByRole('group', { name: /^Miss ratio/ }), { key: 'ArrowRight' })
    expect(screen.getByText(/^a cache of 4 KiB misses [\d.]+ % of the accesses: 95 % interval [\d.]+–[\d.]+ %; 3,300 observations$/)).toBeTruthy()
    fireEvent.change(screen.getByLabelText(/What would a cache of/), { target: { value: '2 MiB' } })
    expect(screen.getByText(/^95 % interval [\d.]+–[\d.]+ %; 3,300 observations; the error of the stack distances’ model comes on top$/)).toBeTruthy()
    expect(measuredReads().at(-1)).toEqual({ profile: 1, pair: null, object: null, conversion: 'windows', accessRate: 2e9, firstBin: null, binCount: 20 })
  })

  test('a rate that is none is refused where it is typed', async () => {
    await open()
    fireEvent.change(screen.getByLabelText('accesses per second'), { target: { value: 'fast' } })
    expect(screen.getByRole('alert').textContent).toContain('1.5e9')
    expect(measuredReads()).toHaveLength(1)
  })

  test('of the selected pair, by another conversion, in other bins', async () => {
    await open()
    fireEvent.click(screen.getByRole('radio', { name: 'selected pair' }))
    fireEvent.change(screen.getByLabelText('stack distances'), { target: { value: 'shen' } })
    fireEvent.change(screen.getByLabelText('shortest bar up to'), { target: { value: '64' } })
    expect(await screen.findByText('Time distance, init_row → fill_row')).toBeTruthy()
    await waitFor(() => expect(measuredReads().at(-1)).toMatchObject({ pair: 12, conversion: 'shen', firstBin: 64 }))
  })

  test('of one data object, the most often reused one at first', async () => {
    host.answer('reuse.objects', () => ({
      count: 3,
      objects: [
        { object: 4, name: 'grid', module: null, reuses: 2000, share: 0.6 },
        { object: 1, name: 'heap block of main main.c:7', module: null, reuses: 900, share: 0.27 },
      ],
    }))
    await open()
    fireEvent.click(screen.getByRole('radio', { name: 'object' }))
    expect(await screen.findByText('Time distance, grid')).toBeTruthy()
    expect(measuredReads().at(-1)).toMatchObject({ pair: null, object: 4 })
    expect(screen.getByText('the 2 most often reused of 3')).toBeTruthy()
    expect(screen.queryByText(/^Drag over bars/)).toBeNull()
    fireEvent.change(screen.getByLabelText('object', { selector: 'select' }), { target: { value: '1' } })
    expect(await screen.findByText('Time distance, heap block of main main.c:7')).toBeTruthy()
    expect(measuredReads().at(-1)).toMatchObject({ object: 1 })
    fireEvent.click(screen.getByRole('radio', { name: 'whole program' }))
    expect(await screen.findByText('Time distance, whole program')).toBeTruthy()
  })

  test('of no data object that has a name say so', async () => {
    await open()
    fireEvent.click(screen.getByRole('radio', { name: 'object' }))
    expect(await screen.findByText(/sampling engines name only static variables/)).toBeTruthy()
  })

  test('the percentiles are a table', async () => {
    await open()
    expect(screen.getByRole('table', { name: 'Percentiles of the time distance' }).textContent).toBe(
      'share of the reuses50 %75 %90 %95 %time distance at most131 µs1.05 ms4.19 msmore than 1.07 s95 % interval65.5 µs to 131 µssame bin2.10 ms to 4.19 mssame bin',
    )
  })

  test('say why they are not there', async () => {
    await screen.findByText('killing store')
    host.answer('profile.open', ({ path }) => ({ ...fakeSummary, run: { ...fakeSummary.run, tools: ['dead-stores'] }, objects: [], profile: 2, path }))
    host.emit('host.openProfile', { path: '/tmp/one.hagstone' })
    await waitFor(() => expect(screen.queryByRole('radiogroup', { name: 'Tool' })).toBeNull())
    press('8')
    expect(await screen.findByText('This run did not measure reuse distances.')).toBeTruthy()
    press('6')
    expect(await screen.findByText(/this run looked for neither/)).toBeTruthy()
    expect(screen.queryByText(/^Distances between reuses of one object/)).toBeNull()
    host.answer('profile.open', ({ path }) => ({ ...fakeSummary, run: { ...fakeSummary.run, tools: ['reuse-distance'] }, objects: [], profile: 3, path }))
    host.emit('host.openProfile', { path: '/tmp/reuse.hagstone' })
    await waitFor(() => expect(screen.queryByText(/this run looked for neither/)).toBeNull())
    press('6')
    expect(await screen.findByText(/^Distances between reuses of one object/)).toBeTruthy()
  })
})

describe('tables', () => {
  test('threads sort by every column and can be saved', async () => {
    await screen.findByText('killing store')
    press('9')
    await screen.findByRole('grid', { name: 'Threads of the run' })
    expect(firstCells('Threads of the run')).toEqual(['solver 0', 'writer 1'])
    fireEvent.click(screen.getByRole('button', { name: /^coverage/ }))
    fireEvent.click(screen.getByRole('button', { name: /^coverage/ }))
    expect(firstCells('Threads of the run')).toEqual(['writer 1', 'solver 0'])
    URL.createObjectURL = () => 'blob:table'
    URL.revokeObjectURL = () => {}
    await exportAs('Threads of the run', 'Save as CSV')
    expect(await screen.findByText('solver-threads.csv was saved.')).toBeTruthy()
    expect(called('export.csv')).toEqual([{ profile: 1, table: 'threads' }])
  })

  test('threads of several processes without ranks say which process they are of', async () => {
    await screen.findByText('killing store')
    press('9')
    await screen.findByRole('grid', { name: 'Threads of the run' })
    expect(screen.queryByRole('columnheader', { name: /^process/ })).toBeNull()
    const threads = fakeSummary.threads.map((thread, at) => ({ ...thread, name: 'solver', process: 411 + at }))
    host.answer('profile.open', ({ path }) => ({ ...fakeSummary, threads, profile: 2, path }))
    host.emit('host.openProfile', { path: '/tmp/two.hagstone' })
    await waitFor(() => {
      press('9')
      expect(screen.queryByRole('columnheader', { name: /^process/ })).toBeTruthy()
    })
    expect(screen.getByRole('gridcell', { name: '412' })).toBeTruthy()
  })

  test('threads show what the chosen tool found in them', async () => {
    await show(/silent stores/)
    await screen.findByText('redundant store')
    press('9')
    await screen.findByRole('grid', { name: 'Threads of the run' })
    expect(screen.getByRole('row', { name: /^writer/ }).textContent).toMatch(/00s–$/)
  })

  test('threads keep their order and selection from tool to tool, and know no waste of reuse', async () => {
    await screen.findByText('killing store')
    press('9')
    fireEvent.click(await screen.findByRole('button', { name: /^coverage/ }))
    fireEvent.click(screen.getByRole('button', { name: /^coverage/ }))
    fireEvent.click(screen.getByRole('row', { name: /^solver/ }))
    await show(/reuse distance/)
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: /^waste/ })).toBeNull())
    expect(firstCells('Threads of the run')).toEqual(['writer 1', 'solver 0'])
    expect(screen.getByRole('row', { name: /^solver/ }).getAttribute('aria-selected')).toBe('true')
  })

  test('objects have their module, pairs and fraction', async () => {
    await screen.findByText('killing store')
    press('6')
    expect((await screen.findByRole('row', { name: /^counters/ })).textContent).toBe('counters + 0x40solver1380700ms0s100%')
    // Not the tool that is chosen above.
    expect(screen.getByText('by false sharing')).toBeTruthy()
    expect(screen.queryByText(/the CSV has all/)).toBeNull()
  })

  test('objects that are not all of them say so', async () => {
    const [object] = fakeSummary.objects
    host.answer('profile.open', () => ({
      ...fakeSummary,
      profile: 2,
      path: '/tmp/many.hagstone',
      objects: Array.from({ length: MOST_OBJECTS }, (_, index) => ({ ...object!, name: `object ${index}` })),
    }))
    host.emit('host.openProfile', { path: '/tmp/many.hagstone' })
    await screen.findByText('many.hagstone', { exact: false })
    press('6')
    expect(await screen.findByText('by false sharing: those with the most waste; the CSV has all')).toBeTruthy()
  })
})

test('a pair shows the old and the new values if values were recorded', async () => {
  await screen.findByText('dead store')
  expect(called('values.at')).toEqual([])
  const summary = await host.call('profile.open', { path: '/tmp/a.hagstone' })
  host.answer('profile.open', ({ path }) => ({ ...summary, path, run: { ...summary.run, tools: ['dead-stores', 'values'] } }))
  host.answer('values.at', () => [fakeSites[1]!, fakeSites[3]!])
  host.emit('host.openProfile', { path: '/tmp/values.hagstone' })
  const values = await screen.findByLabelText('Old values')
  expect(values.textContent).toBe('old: stored value0.0100 %')
  expect((await screen.findByLabelText('New values')).textContent).toBe('new: stored value0.0100 %')
})

test('a pair of register writes shows the written values, not the loaded ones', async () => {
  await screen.findByText('dead store')
  const summary = await host.call('profile.open', { path: '/tmp/a.hagstone' })
  const memory = fakePairs[0]!
  const row = { ...memory.row, tool: 'registers' as const, relation: 'REDUNDANT_WITH' as const }
  host.answer('profile.open', ({ path }) => ({ ...summary, path, run: { ...summary.run, engine: 'exhaustive', tools: ['registers', 'values'] } }))
  host.answer('pairs.rows', () => ({ rowCount: 1, totalCount: 1, rows: [row] }))
  host.answer('pairs.details', () => ({ ...memory, row }))
  host.answer('values.at', ({ address }) => (address === memory.source.leaf.address ? [fakeSites[0]!] : [fakeSites[0]!, fakeSites[2]!]))
  host.emit('host.openProfile', { path: '/tmp/registers.hagstone' })
  expect(await screen.findByText('earlier write')).toBeTruthy()
  expect((await screen.findByLabelText('Old values')).textContent).toBe('old: loaded value892.0 %-16.00 %')
  expect((await screen.findByLabelText('New values')).textContent).toBe('new: rdi→ grid+0x2040.0 %')
})
