import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Application } from '../application/application.ts'
import type { PairSide } from '../../shared/rpc/pairs.ts'
import { type Parameters, RpcError } from '../../shared/rpc/contract.ts'
import { exportAs } from '../testing/export_menu.ts'
import type { FakeHost } from '../testing/fake_host.ts'
import { fakeComparison } from '../testing/fake_comparison.ts'
import { fakePairs, fakeSummary } from '../testing/fake_profile.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

const older = '/home/ada/solver/solver-old.hagstone'
const newer = '/home/ada/solver/solver.hagstone'

let host: FakeHost
let application: Application

beforeEach(() => {
  host = prepareHost()
  const described = {
    kind: 'serve' as const,
    version: '0.1.0',
    canLaunch: true,
    launchRefusal: null,
    openAtStart: [],
    compareAtStart: { old: older, new: newer },
    homeDirectory: '/',
    workingDirectory: '/',
    caches: [],
  }
  host.answer('host.describe', () => described)
})

/** The rows of a table as its cells' texts, one line each. */
function drawn(name: string): string[] {
  return within(screen.getByRole(name.startsWith('Calling') ? 'treegrid' : 'grid', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('gridcell')
        .map((cell) => cell.textContent)
        .join(' | '),
    )
}

async function start(): Promise<void> {
  application = showWindow(host)
  await screen.findByRole('main', { name: 'Comparison of two runs' })
}

async function startAtPairs(): Promise<void> {
  await start()
  await waitFor(() => expect(drawn('Pairs of both runs')).toHaveLength(4))
}

test('the labels of both runs are beside their commands', async () => {
  host.answer('host.recent', () =>
    [older, newer].map((path, index) => ({
      path,
      title: 'solver',
      startedAt: '2026-11-12T08:05:00',
      durationSeconds: 1,
      fraction: null,
      missing: false,
      ...(index === 0 ? { label: 'before the fix' } : {}),
    })),
  )
  await start()
  const rows = within(screen.getByRole('table', { name: 'Old and new' })).getAllByRole('row')
  await waitFor(() => expect(rows[1]!.querySelector('strong')?.textContent).toBe('before the fix'))
  expect(rows[2]!.querySelector('strong')).toBeNull()
})

test('a comparison begins with the tool of its verdict: the one whose waste certainly changed most', async () => {
  const run = fakeComparison.totals.run!
  const { 'dead-stores': dead, 'silent-stores': silent } = run
  const totals = {
    ...run,
    'dead-stores': { ...dead!, waste: { ...dead!.waste, significance: 'noise' as const } },
    'silent-stores': { ...silent!, waste: { ...silent!.waste, significance: 'significant' as const } },
  }
  host.answer('compare.open', () => ({ ...fakeComparison, comparison: 1, totals: { run: totals } }))
  await start()
  expect(application.store.getState().comparison?.tool).toBe('silent-stores')
})

test('where no change can be estimated, with the first tool that found anything in either run', async () => {
  const opened = { old: await host.call('profile.open', { path: older }), new: await host.call('profile.open', { path: newer }) }
  const { 'dead-stores': dead, ...others } = fakeSummary.totals
  const totals = { ...others, 'dead-stores': { ...dead!, waste: 0, fraction: 0 } }
  host.answer('profile.open', ({ path }) => ({ ...opened[path === older ? 'old' : 'new'], totals }))
  host.answer('compare.open', () => ({ ...fakeComparison, comparison: 1, totals: {} }))
  await start()
  expect(application.store.getState().comparison?.tool).toBe('silent-stores')
})

test('the profiles that the host was started with are compared at once: figures old, new and Δ', async () => {
  await start()
  const rows = within(screen.getByRole('table', { name: 'Old and new' }))
    .getAllByRole('row')
    .map((row) => row.textContent)
  expect(rows[1]).toMatch(/^old.*43\.9%.*3\.90s.*2 min 14 s.*not recorded/)
  expect(rows[2]).toMatch(/^new.*33\.3%.*2\.50s.*1 min 52 s.*not recorded/)
  expect(rows[3]).toMatch(/^Δ.*−10\.6 pp−1\.40 s −35\.9 %/)
  expect(host.calls.filter(({ method }) => method === 'profile.open').map(({ parameters }) => parameters)).toEqual([{ path: older }, { path: newer }])
})

describe('findings', () => {
  const findings = (): HTMLElement => screen.getByRole('region', { name: 'Findings of both runs' })
  const listed = (name: string): string[] =>
    within(within(findings()).getByRole('list', { name }))
      .getAllByRole('button')
      .map((row) => [...row.children].map((cell) => cell.textContent?.trim()).join(' | '))
  const choose = async (title: RegExp): Promise<HTMLElement> => {
    const row = await within(findings()).findByRole('button', { name: title })
    fireEvent.click(row)
    await waitFor(() => expect(row.getAttribute('aria-current')).toBe('true'))
    return row
  }
  const selectedRow = (role: 'grid' | 'treegrid'): string | null | undefined =>
    within(screen.getByRole(role))
      .getAllByRole('row')
      .find((row) => row.getAttribute('aria-selected') === 'true')?.textContent

  test('begin the window: the verdict, what changed with its amounts and places, and unchanged ones folded', async () => {
    await start()
    await within(findings()).findByText(
      '14.5 s of dead stores are gone (95 % CI 9.81 s to 19.2 s); the run takes 16.6 % less CPU time (131 s → 110 s, one run each). 1 finding gone, 1 smaller, 1 larger, 1 new.',
    )
    expect(screen.getByRole('main').querySelector('section')).toBe(findings())
    expect(listed('Changed findings')).toEqual([
      'gone | 16.2 s → — | fill_row() overwrites everything that init_row() has just written to row[j] | ◆ solver.c:117▲ solver.c:129',
      'smaller | 1.20 s → 300 ms | fill_row() stores values that row[j] already has | ◆ solver.c:129▲ solver.c:129',
      'larger | 620 ms → 1.90 s | fill_row() overwrites what it has just written | ◆ solver.c:129▲ solver.c:129',
      'new | — → 400 ms | init_row() zeroes each row twice | ◆ solver.c:117▲ solver.c:117',
    ])
    const folded = within(findings()).getByRole('group') as HTMLDetailsElement
    expect([folded.open, within(folded).getByText(/unchanged$/, { selector: 'summary' }).textContent]).toEqual([false, '1 finding unchanged'])
    expect(host.calls.filter(({ method }) => method === 'compare.findings').map(({ parameters }) => parameters)).toEqual([{ comparison: 1 }])
  })

  test('select their pair, its sources and the tool that it is of', async () => {
    await startAtPairs()
    await choose(/^larger/)
    await waitFor(() => expect(selectedRow('grid')).toMatch(/changed → moved/))
    await waitFor(() => expect(screen.getByLabelText('earlier access, solver.c').textContent).toMatch(/^old \d+ old \d+ new \d+ new \d+$/))
    await choose(/^smaller/)
    await waitFor(() => expect(screen.getByRole('radio', { name: /^silent stores/ }).getAttribute('aria-checked')).toBe('true'))
    await waitFor(() => expect(selectedRow('grid')).toMatch(/changed.*1\.10s200ms/))
    await within(findings()).findByRole('button', { name: /^smaller/, current: true })
  })

  test('select the row of the tree that is open', async () => {
    await start()
    await act(async () => application.runCommand('view.top-down'))
    await waitFor(() => expect(host.calls.some(({ method }) => method === 'tree.hotPath' || method === 'tree.reveal')).toBe(true))
    await choose(/^larger/)
    await waitFor(() => expect(selectedRow('treegrid')).toMatch(/^▸movsd/))
    expect(await screen.findByLabelText('earlier access, solver.c')).toBeTruthy()
  })

  test('show both sources where the table does not list their pair', async () => {
    await startAtPairs()
    fireEvent.click(screen.getByRole('radio', { name: '▾ wins' }))
    await waitFor(() => expect(drawn('Pairs of both runs')).toHaveLength(1))
    await choose(/^larger/)
    await waitFor(() => expect(screen.getByLabelText('earlier access, solver.c').textContent).toMatch(/^old \d+ old \d+ new \d+ new \d+$/))
    expect(selectedRow('grid')).toBeUndefined()
  })

  test('that cannot be compared say why and can be asked for again', async () => {
    host.answer('compare.findings', () => {
      throw new RpcError('bad-file', 'The stored disassembly is damaged.')
    })
    await start()
    await within(findings()).findByText(/The stored disassembly is damaged/)
    host.answer('compare.findings', () => ({ verdict: 'No finding changed beyond the noise.', unit: 'ns', findings: [] }))
    fireEvent.click(within(findings()).getByRole('button', { name: 'Load again' }))
    await within(findings()).findByText('No finding changed beyond the noise. Neither run has findings.')
  })
})

test('a run of which a part alone was measured says so', async () => {
  const fraction = fakeComparison.totals.run!['dead-stores']!
  const measured = {
    new: {
      share: 0.16,
      because: 'a system call came before the next access',
      little: true,
      module: { name: 'libx264.so', cpuShare: 0.86, share: 0.02, of: 'samples' as const },
    },
  }
  host.answer('compare.open', () => ({ ...fakeComparison, comparison: 1, totals: { run: { 'dead-stores': { ...fraction, measured } } } }))
  await start()
  const figure = within(screen.getByRole('table', { name: 'Old and new' })).getByText(/of the 16 % that was measured/)
  expect(figure.className).toBe('dim')
  expect(figure.title).toBe(
    'Only 16 % was measured, most often because a system call came before the next access. All shares are of that part. libx264.so has 86 % of the CPU time but 2 % of the samples.',
  )
})

test('pairs are drawn with what became of them, the largest change first', async () => {
  await startAtPairs()
  expect(drawn('Pairs of both runs')).toEqual([
    '− gone | ◆ init_row solver.c:117 | KILLED_BY | ▲ fill_row solver.c:129 | 3.08s | 0s | −3.08 s | gone',
    'Δ changed → moved | ◆ fill_row solver.c:120 → 129 | KILLED_BY | ▲ fill_row solver.c:120 → 129 | 620ms | 1.90s | +1.28 s | +206 %',
    '+ new | ◆ init_row solver.c:117 | KILLED_BY | ▲ init_row solver.c:117 | 0s | 400ms | +400 ms | new',
    '≈ unchanged | ◆ libfmt.so.9 + 0x1f3a0  | KILLED_BY | ▲ libfmt.so.9 + 0x1f3a0  | 160ms | 170ms | ≈ +10.0 ms | +6.25 %',
  ])
})

describe('the filter', () => {
  beforeEach(startAtPairs)

  test('wins and losses can be shown separately', async () => {
    fireEvent.click(screen.getByRole('radio', { name: '▾ wins' }))
    await waitFor(() => expect(drawn('Pairs of both runs')).toEqual([expect.stringContaining('gone')]))
    fireEvent.click(screen.getByRole('radio', { name: '▴ losses' }))
    await waitFor(() => expect(drawn('Pairs of both runs')).toEqual([expect.stringContaining('changed'), expect.stringContaining('new')]))
    expect(screen.getByText('2 shown')).toBeTruthy()
  })

  test('one status alone, and one that nothing has', async () => {
    fireEvent.click(screen.getByRole('radio', { name: 'moved 1' }))
    await waitFor(() => expect(drawn('Pairs of both runs')).toEqual([expect.stringContaining('→ moved')]))
    fireEvent.click(screen.getByRole('radio', { name: '▾ wins' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Show all pairs' }))
    // Those of use too, which are hidden at first.
    await waitFor(() => expect(drawn('Pairs of both runs')).toHaveLength(5))
  })
})

test('the visible pairs are saved and copied in their order', async () => {
  await startAtPairs()
  fireEvent.click(screen.getByRole('radio', { name: '▾ wins' }))
  fireEvent.click(screen.getByRole('radio', { name: /^gone/ }))
  await waitFor(() => expect(drawn('Pairs of both runs')).toEqual([expect.stringContaining('gone')]))
  const shown = host.calls.findLast(({ method }) => method === 'compare.pairs')?.parameters as Parameters<'compare.pairs'>
  expect(shown.filter).toMatchObject({ status: 'gone', direction: 'wins' })
  for (const [entry, format] of [
    ['Save as CSV', 'csv'],
    ['Copy as Markdown', 'markdown'],
  ] as const) {
    await exportAs('the pairs that are shown', entry)
    await waitFor(() =>
      expect(host.calls.findLast(({ method }) => method === 'compare.export')?.parameters).toMatchObject({
        table: 'pairs',
        format,
        pairs: { filter: shown.filter, sort: shown.sort },
      }),
    )
  }
})

test('a click on Δ asks for the largest changes, then losses, then wins', async () => {
  await startAtPairs()
  const sorted = (): unknown => (host.calls.findLast(({ method }) => method === 'compare.pairs') as { parameters: { sort: unknown } }).parameters.sort
  const header = (): HTMLElement => screen.getByRole('button', { name: /^Δ waste/ })
  expect(sorted()).toEqual({ column: 'impact', descending: true })
  fireEvent.click(header())
  await waitFor(() => expect(sorted()).toEqual({ column: 'wasteChange', descending: true }))
  fireEvent.click(header())
  await waitFor(() => expect(sorted()).toEqual({ column: 'wasteChange', descending: false }))
  fireEvent.click(header())
  await waitFor(() => expect(sorted()).toEqual({ column: 'impact', descending: true }))
})

test('a pair shows both versions, one that is gone the file that it is gone from', async () => {
  await startAtPairs()
  expect((await screen.findByLabelText('earlier access, solver.c')).textContent).toBe('old 117 old 129')
  fireEvent.click(screen.getByRole('gridcell', { name: /^changed/ }))
  await waitFor(() => expect(screen.getByLabelText('earlier access, solver.c').textContent).toMatch(/^old \d+ old \d+ new \d+ new \d+$/))
  fireEvent.click(screen.getByRole('radio', { name: '▲ later access' }))
  expect(await screen.findByLabelText('later access, solver.c')).toBeTruthy()
})

test('if only one version has its source, the other says why', async () => {
  host.answer('source.read', ({ profile, file }) =>
    profile === 2
      ? { found: false, reason: 'missing', lookedFor: [file] }
      : { found: true, path: file, text: 'int x;', language: 'c', changedSinceBuild: false },
  )
  await startAtPairs()
  fireEvent.click(screen.getByRole('gridcell', { name: /^changed/ }))
  expect(await screen.findByLabelText('earlier access, new version, solver.c')).toBeTruthy()
  const source = screen.getByRole('region', { name: 'Source of both versions' })
  expect(await within(source).findByText('The source file was not found.')).toBeTruthy()
})

test('if a library’s source is missing, the comparison says how to get it', async () => {
  host.answer('source.read', ({ profile, file }) =>
    profile === 2
      ? { found: false, reason: 'missing', lookedFor: [file] }
      : { found: true, path: file, text: 'int x;', language: 'c', changedSinceBuild: false },
  )
  host.answer('pairs.details', ({ pair }) => {
    const details = fakePairs[pair]!
    const inLibrary = (side: PairSide): PairSide => ({ ...side, frames: [], leaf: { ...side.leaf, module: '/lib/x86_64-linux-gnu/libc.so.6' } })
    return { ...details, source: inLibrary(details.source), target: inLibrary(details.target) }
  })
  await startAtPairs()
  fireEvent.click(screen.getByRole('gridcell', { name: /^changed/ }))
  expect(await screen.findByText('The sources of libc.so.6 are not installed.')).toBeTruthy()
})

test('a file that was changed since the old run is not compared with itself', async () => {
  host.answer('source.read', ({ profile, file }) => ({ found: true, path: file, text: 'int x;', language: 'c', changedSinceBuild: profile === 2 }))
  await startAtPairs()
  expect(await screen.findByText(/The old version is not there any more/)).toBeTruthy()
  expect(await screen.findByLabelText('earlier access, new version, solver.c')).toBeTruthy()
})

test('the tree has old, new, Δ in each row and keeps what is open when it is normalised', async () => {
  host.answer('compare.pairs', () => ({ rowCount: 0, totalCount: 0, rows: [] }))
  await start()
  await act(async () => application.runCommand('view.top-down'))
  await waitFor(() => expect(drawn('Calling contexts of both runs, top-down')[0]).toBe('▾main | 3.90s | 1.95s | −1.95 s | −50.0 % | −14.0 pp'))
  // The path to the largest change is open at once, where no pair is chosen.
  await waitFor(() => expect(host.calls.some(({ method }) => method === 'tree.hotPath')).toBe(true))
  await waitFor(() => expect(drawn('Calling contexts of both runs, top-down')).toHaveLength(6))
  fireEvent.click(screen.getByRole('radio', { name: 'CPU time' }))
  await waitFor(() => expect(drawn('Calling contexts of both runs, top-down')[0]).toBe('▾main | 3.90s | 2.34s | −1.56 s | −40.0 % | −14.0 pp'))
  expect(drawn('Calling contexts of both runs, top-down')).toHaveLength(6)
  expect(drawn('Calling contexts of both runs, top-down')).toContainEqual(expect.stringContaining('− write_grid'))
})

test('a pair that is chosen is shown in the trees too, and stays chosen when runs are normalised', async () => {
  await startAtPairs()
  const chosen = (): string | null | undefined =>
    within(screen.getByRole('treegrid'))
      .getAllByRole('row')
      .find((row) => row.getAttribute('aria-selected') === 'true')?.textContent
  const source = (): string | null => screen.getByLabelText(/^earlier access, /).textContent
  fireEvent.click(screen.getByRole('gridcell', { name: /^changed/ }))
  await waitFor(() => expect(source()).toContain('new'))
  const shown = source()
  await act(async () => application.runCommand('view.top-down'))
  await waitFor(() => expect(chosen()).toMatch(/^▸movsd/))
  expect(host.calls.some(({ method }) => method === 'tree.hotPath')).toBe(false)
  fireEvent.click(screen.getByRole('radio', { name: 'CPU time' }))
  await waitFor(() => expect(drawn('Calling contexts of both runs, top-down')[0]).toContain('2.34s'))
  expect(source()).toBe(shown)

  // A row chosen in the tree also stays chosen, regardless of the pairs.
  fireEvent.click(screen.getByRole('gridcell', { name: /write_grid/ }))
  await waitFor(() => expect(screen.queryByLabelText(/^earlier access, /)).toBeNull())
  fireEvent.click(screen.getByRole('radio', { name: 'run' }))
  await waitFor(() => expect(drawn('Calling contexts of both runs, top-down')[0]).toContain('1.95s'))
  expect(screen.queryByLabelText(/^earlier access, /)).toBeNull()
  await waitFor(() => expect(chosen()).toContain('write_grid'))
})

test('views of what rows waste themselves begin with the largest change of that', async () => {
  await start()
  const first = (): unknown => (host.calls.findLast(({ method }) => method === 'compare.tree') as { parameters: { sort: unknown } }).parameters.sort
  await act(async () => application.runCommand('view.flat'))
  await waitFor(() => expect(first()).toEqual({ column: 'wasteExclusive', side: 'impact', descending: true }))
  const titles = within(await screen.findByRole('treegrid', { name: 'Calling contexts of both runs, flat' }))
    .getAllByRole('columnheader')
    .map((header) => header.textContent)
  expect(titles.slice(0, 6)).toEqual(['context', 'own waste old', 'own waste new', 'Δ own waste▾', 'Δ % own waste', 'Δ waste'])
})

test.each([
  ['9', 'Threads', () => screen.getAllByRole('grid', { name: 'Threads of the run' })],
  ['-', 'Flame graph', () => screen.getAllByRole('img', { name: /^(old|new) run, calling contexts.*: flame graph of/ })],
  ['=', 'Time line', () => screen.getAllByRole('img', { name: /^(old|new) run: dead stores over time/ })],
  ['\\', 'Statistics', () => screen.getAllByRole('heading', { name: 'Samples' })],
])('the key %s shows %s of both runs', async (key, name, ofBoth) => {
  await startAtPairs()
  fireEvent.keyDown(document.body, { key, code: key })
  await waitFor(() => expect(screen.getByRole('tab', { selected: true }).textContent).toBe(name))
  await waitFor(() => expect(ofBoth()).toHaveLength(2))
  expect(screen.getByRole('region', { name: 'The old run' }).textContent).toContain('solver-old.hagstone')
})

test('the sources of both runs are asked for and agreed to once', async () => {
  host.answer('source.read', ({ file, agreed }) =>
    agreed === true
      ? { found: true, path: file, text: 'row[j] = 0;\n', language: 'c', changedSinceBuild: false }
      : { found: false, reason: 'refused', lookedFor: [file] },
  )
  await startAtPairs()
  const buttons = await screen.findAllByRole('button', { name: 'Show all sources' })
  expect(buttons).toHaveLength(1)
  fireEvent.click(buttons[0]!)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show all sources' })).toBeNull())
  const { agreed } = application.store.getState().comparison!
  expect([agreed.old.all, agreed.new.all]).toEqual([true, true])
  expect(await screen.findByLabelText(/^earlier access, /)).toBeTruthy()
})

test('a box of one run’s flame graph is selected in the tree and in the sources of both', async () => {
  await startAtPairs()
  fireEvent.keyDown(document.body, { key: '-', code: '-' })
  const box = await waitFor(() => {
    const found = screen.getByRole('region', { name: 'The new run' }).querySelectorAll('.flame-box')[1]
    expect(found).toBeDefined()
    return found!
  })
  fireEvent.click(box)
  await waitFor(() => expect(application.store.getState().comparison?.selection?.kind).toBe('row'))
  expect(host.calls.findLast(({ method }) => method === 'compare.find')?.parameters).toMatchObject({ comparison: 1, tool: 'dead-stores', version: 'new' })
  expect(application.store.getState().comparison?.trees['top-down'].selectedRow?.label).toBe('step')
  await waitFor(() => expect(document.querySelectorAll('.flame-chosen')).toHaveLength(1))
})

test('every number key reaches a view, the findings among them, or says that there is none', async () => {
  await startAtPairs()
  fireEvent.keyDown(document.body, { key: '1', code: '1' })
  expect(document.activeElement?.closest('section')?.getAttribute('aria-label')).toBe('Findings of both runs')
  fireEvent.keyDown(document.body, { key: '0', code: '0' })
  expect(await screen.findByText('A comparison has no view “Trace”.')).toBeTruthy()
})

test('a tree that is opened first starts from the largest change, with its sources', async () => {
  await startAtPairs()
  fireEvent.keyDown(document.body, { key: '4', code: '4' })
  await waitFor(() => expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Flat'))
  // The new comparison begins with this tree, where nobody selected anything.
  await act(async () => application.runCommand('compare.swap'))
  await waitFor(() => expect(application.store.getState().comparison?.selection?.kind).toBe('pair'))
  expect(await screen.findByLabelText(/^earlier access, /)).toBeTruthy()
})

test('swapping makes the old run the new one and keeps what is looked at', async () => {
  await startAtPairs()
  await act(async () => application.runCommand('tool.silent-stores'))
  await act(async () => application.runCommand('compare.swap'))
  await waitFor(() => expect(host.calls.filter(({ method }) => method === 'compare.open').at(-1)?.parameters).toEqual({ old: 1, new: 2 }))
  await waitFor(() => expect(screen.getByRole('radio', { name: /^silent stores/ }).getAttribute('aria-checked')).toBe('true'))
  expect(host.calls.filter(({ method }) => method === 'profile.close')).toHaveLength(2)
})

test('profiles that must not be compared get one line, and nothing stays open', async () => {
  host.answer('compare.open', () => {
    throw new RpcError('refused', 'One run is driven by the clock and the other by accesses: record both alike.')
  })
  application = showWindow(host)
  expect((await screen.findByRole('alert')).textContent).toContain('driven by the clock')
  expect(screen.queryByRole('main', { name: 'Comparison of two runs' })).toBeNull()
  await waitFor(() =>
    expect(host.calls.filter(({ method }) => method === 'profile.close').map(({ parameters }) => parameters)).toEqual([{ profile: 2 }, { profile: 1 }]),
  )
})

test('two ticked runs are compared, the older as the old one', async () => {
  await start()
  await act(async () => application.runCommand('compare.close'))
  fireEvent.click(await screen.findByRole('checkbox', { name: /input\.dat/ }))
  expect(await screen.findByText('Tick a second run to compare.')).toBeTruthy()
  fireEvent.click(screen.getByRole('checkbox', { name: /small\.dat/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Compare' }))
  await screen.findByRole('main', { name: 'Comparison of two runs' })
  expect(
    host.calls
      .filter(({ method }) => method === 'profile.open')
      .slice(-2)
      .map(({ parameters }) => parameters),
  ).toEqual([{ path: older }, { path: newer }])
})

test('a profile dropped on another is compared when that is wanted', async () => {
  await start()
  const window = document.querySelector('.window') as HTMLElement
  const drop = (): boolean => fireEvent.drop(window, { dataTransfer: { files: [], getData: () => '/tmp/third.hagstone' } })
  drop()
  fireEvent.click(await screen.findByRole('button', { name: 'Compare both' }))
  await waitFor(() =>
    expect(
      host.calls
        .filter(({ method }) => method === 'profile.open')
        .slice(-2)
        .map(({ parameters }) => parameters),
    ).toEqual([{ path: older }, { path: '/tmp/third.hagstone' }]),
  )
  drop()
  fireEvent.click(await screen.findByRole('button', { name: 'Open it' }))
  await screen.findByRole('tab', { name: 'Statistics' })
})

test('both histograms are in one chart, with percentiles below each other', async () => {
  await start()
  await act(async () => application.runCommand('view.reuse'))
  expect(await screen.findByText('similarity 0.312')).toBeTruthy()
  expect(screen.getByRole('img', { name: /^Time distance, new run over old run/ }).querySelectorAll('.chart-model').length).toBeGreaterThan(3)
  expect(
    within(screen.getByRole('table', { name: 'Percentiles of the time distance in both runs' }))
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent),
  ).toEqual(['old run', 'new run', 'difference'])
  fireEvent.keyDown(screen.getByRole('group', { name: /^Time distance/ }), { key: 'ArrowRight' })
  expect(screen.getByText(/; Δ [+−][\d.]+ pp: beyond the noise \([+−][\d.]+ pp to [+−][\d.]+ pp\)$/)).toBeTruthy()
})
