import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Wait } from '../../shared/findings/waits/wait.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import type { Application } from '../application/application.ts'
import type { FakeHost } from '../testing/fake_host.ts'
import { rowsOfCsv } from '../../shared/tables/table_text.ts'
import { exportAs } from '../testing/export_menu.ts'
import { fakeFindings } from '../testing/fake_findings.ts'
import { fakeSummary } from '../testing/fake_profile.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'
import { costOf } from './finding_words.ts'
import { leftOutLine } from './left_out_words.ts'

let host: FakeHost
let application: Application
const written: string[] = []

beforeEach(() => {
  host = prepareHost()
  written.length = 0
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: async (text: string) => void written.push(text) } })
})

const open = async (): Promise<void> => {
  application = showWindow(host, 'findings')
  await screen.findByRole('list', { name: 'Findings' })
}
const press = (key: string): boolean => fireEvent.keyDown(document.activeElement ?? document.body, { key, code: key })
const list = () => within(screen.getByRole('list', { name: 'Findings' }))
const head = (name: RegExp): HTMLElement => list().getByRole('button', { name })
/** All that is to be seen of a finding while it is folded. */
const row = (name: RegExp): string => head(name).closest('.finding-row')?.textContent ?? ''
const titles = (): string[] => [...document.querySelectorAll('.finding-title')].map(({ textContent }) => textContent ?? '')
const pane = (name: 'earlier access' | 'later access') => within(screen.getByRole('region', { name }))
const tab = (): string | null => screen.getAllByRole('tab', { selected: true })[0]?.textContent ?? null

test('the cost of sharing on one processor says that it is nothing there', () => {
  const onSeveral = { observed: 0, text: 'nothing; on several, at most 50 %', shareOfRun: 0.5, interval: null }
  const sharing = { ...fakeFindings.findings[0]!, shareOfRun: 0, interval: null, onSeveral }
  expect(costOf(sharing, fakeFindings)).toEqual({ share: 0, text: onSeveral.text, interval: '' })
})

describe('the findings of a profile', () => {
  beforeEach(open)

  test('come first, the most expensive one unfolded, its lines in both panes', async () => {
    expect(screen.getAllByRole('tab')[0]?.textContent).toBe('Findings')
    expect(tab()).toBe('Findings')
    expect(titles()).toEqual(fakeFindings.findings.map(({ title }) => title))
    const first = head(/^1 fill_row\(\) overwrites everything that init_row/)
    expect(first.getAttribute('aria-expanded')).toBe('true')
    expect(row(/^1 /)).toMatch(
      /at most 12\.3 % of the run \(8\.1–16\.2 %\)dead storessilent storesCertain: the cause follows from the measurement\..*solver\.c:117row\[j\] = 0\.0;.*solver\.c:129row\[j\] = f\(a\[j\]\);/,
    )
    await screen.findByRole('region', { name: 'earlier access' })
    expect(await pane('earlier access').findByText('row[j] = 0.0;')).toBeTruthy()
    expect(await pane('later access').findByText('row[j] = f(a[j]);')).toBeTruthy()
    expect(screen.queryByRole('combobox', { name: 'State of the pair' })).toBeNull()
  })

  test('keep the head in sight of the one that is folded or unfolded', async () => {
    const scrolled: Element[] = []
    Element.prototype.scrollIntoView = function () {
      scrolled.push(this)
    }
    onTestFinished(() => void delete (Element.prototype as Partial<Element>).scrollIntoView)
    fireEvent.click(head(/^2 /))
    await waitFor(() => expect(head(/^2 /).getAttribute('aria-expanded')).toBe('true'))
    fireEvent.click(head(/^2 /))
    await waitFor(() => expect(head(/^2 /).getAttribute('aria-expanded')).toBe('false'))
    expect(scrolled.filter((element) => element.contains(head(/^2 /)))).toHaveLength(2)
    expect(scrolled.filter((element) => element.contains(head(/^1 /)))).toEqual([])
  })

  test('unfolded say why, what to do with a sketch, how the cost is bounded, and where they were seen', async () => {
    expect((await screen.findByRole('region', { name: 'What is wrong' })).textContent).toMatch(/stores 0\.0 to every element/)
    expect(within(screen.getByRole('list', { name: 'Evidence' })).getAllByRole('listitem')).toHaveLength(3)
    const first = screen.getByRole('region', { name: 'What is wrong' }).parentElement!
    expect([...first.querySelectorAll('h4')].map((title) => title.textContent)).toEqual([
      'What is wrong',
      'What to do',
      'What it may save',
      'What was measured',
      'Calling contexts',
    ])
    const todo = within(screen.getByRole('region', { name: 'What to do' }))
    expect(todo.getByLabelText('Sketch of the change').textContent).toContain('-   init_row(rows[i], n);')
    fireEvent.click(todo.getByRole('button', { name: 'Copy' }))
    await waitFor(() => expect(written[0]).toContain('fill_row(rows[i], a, n);'))
    expect(screen.getByRole('region', { name: 'What it may save' }).textContent).toMatch(
      /^What it may saveAt most 12\.3 % of the run \(95 % CI 8\.1–16\.2 %\)\. The loop at solver\.c:116 does nothing else/,
    )
    expect(screen.getByText('Calling contexts').closest('summary')?.textContent).toBe('Calling contexts 12 contexts, 3 pairs, 2 threads')
    const contexts = within(screen.getByRole('list', { name: 'Calling contexts', hidden: true }))
    fireEvent.click(contexts.getByRole('button', { name: /^10\.0 %/, hidden: true }))
    await waitFor(() => expect(application.store.getState().profile?.selection?.pair).toBe(3))
  })

  test('stand in groups, with a heading above each', () => {
    const starts = [...document.querySelectorAll('.finding-group')].map((heading) => [
      heading.textContent,
      heading.parentElement?.querySelector('.finding-rank')?.textContent,
    ])
    expect(starts).toEqual([
      ['Look at these first', '1'],
      ['Uncertain: these may cost nothing, or the accesses may be needed', '6'],
    ])
  })

  test('keys walk the list, unfold and fold, and the panes follow', async () => {
    await waitFor(() => expect(document.activeElement).toBe(head(/^1 /)))
    press('j')
    await waitFor(() => expect(document.activeElement).toBe(head(/^2 /)))
    expect(head(/^2 /).getAttribute('aria-expanded')).toBe('false')
    await waitFor(() => expect(application.store.getState().profile).toMatchObject({ tool: 'redundant-loads', selection: { pair: 10 } }))
    // Enter on a button clicks it.
    fireEvent.click(document.activeElement!)
    await waitFor(() => expect(head(/^2 /).getAttribute('aria-expanded')).toBe('true'))
    expect(head(/^1 /).getAttribute('aria-expanded')).toBe('false')
    press('End')
    await waitFor(() => expect(document.activeElement).toBe(head(/^6 /)))
    press('ArrowUp')
    await waitFor(() => expect(document.activeElement).toBe(head(/^5 /)))
    press('Home')
    await waitFor(() => expect(document.activeElement).toBe(head(/^1 /)))
  })

  test('a place of a folded finding opens its line, and unfolds nothing', async () => {
    const place = within(head(/^2 /).closest('.finding-row') as HTMLElement).getByRole('button', { name: /^solver\.c:\d+$/ })
    fireEvent.click(place)
    await waitFor(() => expect(application.store.getState().profile?.selection?.pair).toBe(10))
    expect(await pane('later access').findByText('return row[j - 1] + row[j + 1] - 2.0 * row[j];')).toBeTruthy()
    expect(head(/^2 /).getAttribute('aria-expanded')).toBe('false')
  })

  test('a click unfolds one and folds it up again', () => {
    fireEvent.click(head(/^3 /))
    expect(head(/^3 /).getAttribute('aria-expanded')).toBe('true')
    fireEvent.click(head(/^3 /))
    expect(list().queryByRole('button', { expanded: true })).toBeNull()
  })

  test('lead to the pair, the tree and the source', async () => {
    fireEvent.click(head(/^2 /))
    await waitFor(() => expect(application.store.getState().profile?.selection?.pair).toBe(10))
    press('p')
    expect(await screen.findByRole('grid', { name: 'Pairs of accesses' })).toBeTruthy()
    await waitFor(() => expect(screen.getByRole('row', { selected: true }).textContent).toContain('residual'))
    press('1')
    await waitFor(() => expect(head(/^2 /).getAttribute('aria-expanded')).toBe('true'))
    press('t')
    expect(await screen.findByRole('treegrid')).toBeTruthy()
    expect(tab()).toBe('Top-down')
    press('1')
    await waitFor(() => expect(tab()).toBe('Findings'))
    expect(screen.getByRole('button', { name: 'Show source' })).toBeTruthy()
  })

  test('a pair that is selected elsewhere leads to its finding', async () => {
    press('2')
    await screen.findByRole('treegrid')
    fireEvent.click(screen.getByRole('radio', { name: /^false sharing/ }))
    await waitFor(() => expect(application.store.getState().profile?.selection?.pair).toBe(14))
    press('1')
    await waitFor(() => expect(head(/^3 Two threads/).getAttribute('aria-expanded')).toBe('true'))
  })

  test('another tool of the run leads to its first finding', async () => {
    fireEvent.click(screen.getByRole('radio', { name: /^reuse distance/ }))
    await waitFor(() => expect(head(/^4 /).getAttribute('aria-expanded')).toBe('true'))
    expect(tab()).toBe('Findings')
  })

  test('are searched in titles, functions, files and lines, and filtered by tool', async () => {
    fireEvent.change(screen.getByRole('searchbox', { name: 'Filter findings by title, function or file' }), { target: { value: 'GRID.F90' } })
    await waitFor(() => expect(titles()).toEqual(['Two threads write to one cache line of counters']))
    // Its place among all findings.
    expect(head(/^3 Two threads/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Clear the filter' }))
    await waitFor(() => expect(titles()).toHaveLength(6))
    fireEvent.change(screen.getByRole('combobox', { name: 'Findings by tool' }), { target: { value: 'silent-stores' } })
    expect(titles()).toHaveLength(2)
    fireEvent.change(screen.getByRole('combobox', { name: 'Findings by their mark' }), { target: { value: 'fixed' } })
    expect(screen.getByText('No finding matches the filter.')).toBeTruthy()
  })

  test('are saved as a table and copied as listed, also while none is selected', async () => {
    const saved: Blob[] = []
    URL.createObjectURL = (blob) => `blob:${saved.push(blob as Blob)}`
    URL.revokeObjectURL = () => {}
    fireEvent.change(screen.getByRole('combobox', { name: 'Findings by tool' }), { target: { value: 'redundant-loads' } })
    act(() => application.store.getState().profile!.findings.state.setState({ selected: null }))
    await exportAs('the findings', 'Save as CSV')
    await waitFor(() => expect(saved).toHaveLength(1))
    const [header, ...rows] = rowsOfCsv(await saved[0]!.text())
    expect(header!.slice(0, 4)).toEqual(['rank', 'finding', 'tools', 'share of the run at most'])
    const listed = fakeFindings.findings.filter(({ tools }) => tools.includes('redundant-loads'))
    expect(rows.map((cells) => cells.slice(0, 4))).toEqual(
      listed.map((finding) => [
        `${fakeFindings.findings.indexOf(finding) + 1}`,
        finding.title,
        finding.tools.map((tool) => tool.replace('-', ' ')).join(', '),
        `${finding.shareOfRun ?? ''}`,
      ]),
    )
    await exportAs('the findings', 'Copy as Markdown')
    await waitFor(() => expect(written).toHaveLength(1))
    expect(written[0]!.match(/^### /gm)).toHaveLength(listed.length)
  })

  test('are marked and noted, found by it, and copied with it', async () => {
    fireEvent.change(screen.getByRole('combobox', { name: 'State of the finding' }), { target: { value: 'fixed' } })
    const note = screen.getByRole('textbox', { name: 'Note on the finding' })
    fireEvent.change(note, { target: { value: 'commit 1a2b' } })
    fireEvent.blur(note)
    await waitFor(() => expect(row(/^1 /)).toContain('fixed: commit 1a2b'))
    expect(host.calls.filter(({ method }) => method === 'findings.note').map(({ parameters }) => parameters)).toEqual([
      { profile: 1, finding: 'a1', title: fakeFindings.findings[0]?.title, change: { status: 'fixed' } },
      { profile: 1, finding: 'a1', title: fakeFindings.findings[0]?.title, change: { text: 'commit 1a2b' } },
    ])
    fireEvent.change(screen.getByRole('combobox', { name: 'Findings by their mark' }), { target: { value: 'open' } })
    expect(titles()).toHaveLength(5)
    fireEvent.change(screen.getByRole('combobox', { name: 'Findings by their mark' }), { target: { value: '' } })
    fireEvent.click(screen.getByRole('button', { name: 'Copy as Markdown' }))
    await waitFor(() => expect(written).toHaveLength(1))
    expect(written[0]).toMatchInlineSnapshot(`
      "### fill_row() overwrites everything that init_row() has just written to row[j]

      at most 12.3 % of the run (95 % CI 8.1–16.2 %) · dead stores, silent stores

      Certain: the cause follows from the measurement.

      - earlier: solver.c:117, \`init_row\`: \`row[j] = 0.0;\`
      - later: solver.c:129, \`fill_row\`: \`row[j] = f(a[j]);\`

      **What is wrong:** init_row() stores 0.0 to every element of a row, and fill_row() stores to each of them again before anything reads it.

      **What to do:** Remove the call of init_row(), or zero only elements that fill_row() leaves out.

      \`\`\`
      for (int i = 0; i < n; i++) {
      -   init_row(rows[i], n);
          fill_row(rows[i], a, n);
      }
      \`\`\`

      **What it may save:** The loop at solver.c:116 does nothing else, and 12.3 % of the CPU time is in it.

      **What was measured:**

      - All 1,790 observed stores at solver.c:117 were overwritten at solver.c:129.
      - Nothing read the bytes in between.
      - Both accesses are in the loop at solver.c:89.

      **Note:** fixed: commit 1a2b
      "
    `)
    act(() => head(/^2 /).focus())
    press('m')
    await waitFor(() => expect(row(/^2 /)).toContain('to do'))
  })

  test('figures of few observations are dimmed, and costs that are not known are not made up', () => {
    expect(row(/^6 /)).toContain('Only 5 observations: not reliable.')
    expect(head(/^6 /).closest('li')?.classList).toContain('finding-few')
    expect(row(/^5 /)).toContain('1.60 % of all stores')
    fireEvent.click(head(/^5 /))
    expect(screen.getByRole('region', { name: 'What it may save' }).textContent).toContain('The share of the run is unknown')
  })

  test('one line says what is left out, and by which reasons on wish', () => {
    const line = screen.getByText(
      /^Left out: up to 1\.60 % of the run: needed or in the code of others, as far as Hagstone's rules can tell; 3 smaller findings$/,
    )
    const reasons = screen.getByText(/saved registers, return addresses/)
    expect(line.closest('details')?.open).toBe(false)
    expect(reasons.textContent).toMatch(/^1\.50 % of the run: saved registers/)
  })

  test('one line says how much of the waste the findings cover', () => {
    expect(
      screen.getByText(
        'Of the wasted time, 86 % is in findings with a remedy, 9 % counts as needed or is in the code of others, 3 % has no known cause, and 2 % is in smaller findings.',
      ),
    ).toBeTruthy()
  })
})

test('shares that are left out, each an upper bound, never exceed the run together', () => {
  const [first] = fakeFindings.leftOut
  const leftOut = [0.9, 0.11].map((shareOfRun) => ({ ...first!, shareOfRun }))
  expect(leftOutLine({ leftOut, measure: fakeFindings.measure })).toMatch(/^Left out: up to 100 % of the run: needed/)
})

test('a long name in a title is shortened; its tooltip has the whole title', async () => {
  const [first] = fakeFindings.findings
  const title = 'algebra::linear::detail::implementation::DenseVector::assign() repeats its work'
  host.answer('profile.findings', () => ({ ...fakeFindings, findings: [{ ...first!, title }] }))
  await open()
  expect(titles()).toEqual(['…implementation::DenseVector::assign() repeats its work'])
  expect(document.querySelector('.finding-title')).toHaveProperty('title', title)
})

test('until they are gathered, the panes say what will be there, and ask for nothing', async () => {
  let gathered = (): void => {}
  host.answer('profile.findings', () => new Promise((done) => (gathered = () => done(fakeFindings))))
  application = showWindow(host, 'findings')
  await screen.findByText('Gathering the findings…')
  expect((await screen.findByRole('region', { name: 'Selected pair' })).textContent).toBe('The source lines of the first finding appear here.')
  gathered()
  expect(await screen.findByRole('region', { name: 'earlier access' })).toBeTruthy()
})

test('hundreds are listed fifty at a time', async () => {
  const [first] = fakeFindings.findings
  host.answer('profile.findings', () => ({ ...fakeFindings, findings: Array.from({ length: 120 }, (_, index) => ({ ...first!, id: index.toString(16) })) }))
  await open()
  expect(titles()).toHaveLength(50)
  fireEvent.click(screen.getByRole('button', { name: 'Show more (70 left)' }))
  expect(titles()).toHaveLength(100)
  fireEvent.click(screen.getByRole('button', { name: 'Show more (20 left)' }))
  expect(titles()).toHaveLength(120)
})

describe('without findings', () => {
  const none = (): void => host.answer('profile.findings', () => ({ measure: 'cpu-time', findings: [], leftOut: fakeFindings.leftOut }))

  test('“none found” states its bound by tool, and what was left out', async () => {
    none()
    const totals = { ...fakeSummary.totals['dead-stores']!, waste: 0, fraction: 0, ci95: [0, 0.004] as [number, number], traps: 700 }
    host.answer('profile.open', ({ path }) => ({
      ...fakeSummary,
      profile: 1,
      path,
      run: { ...fakeSummary.run, tools: ['dead-stores'] },
      totals: { 'dead-stores': totals },
    }))
    showWindow(host, 'findings')
    expect(await screen.findByText('No findings.')).toBeTruthy()
    expect(screen.getByText('Dead stores: none found in 700 observations; at most 0.4 % is waste (95 % confidence).')).toBeTruthy()
    expect(screen.getByText(/^Left out:/)).toBeTruthy()
  })

  test('nothing measured is not nothing found', async () => {
    none()
    host.answer('profile.open', ({ path }) => ({
      ...fakeSummary,
      profile: 1,
      path,
      run: { ...fakeSummary.run, tools: ['dead-stores'], targetCpuSeconds: 0.001 },
      totals: {},
      stats: { ...fakeSummary.stats, counters: [] },
    }))
    showWindow(host, 'findings')
    expect(await screen.findByText('Not measured.')).toBeTruthy()
    expect(screen.getByText(/^Dead stores: not measured: the program ended before its first sample/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Record again…' })).toBeTruthy()
  })

  test('a failure is shown, and the findings can be loaded again', async () => {
    host.answer('profile.findings', () => {
      throw new RpcError('cancelled', 'stopped')
    })
    showWindow(host, 'findings')
    expect((await screen.findByRole('alert')).textContent).toContain('Stopped before it was done.')
    // The heaviest pair is there all the same.
    expect(await screen.findByRole('region', { name: 'earlier access' })).toBeTruthy()
    host.answer('profile.findings', () => fakeFindings)
    fireEvent.click(screen.getByRole('button', { name: 'Load again' }))
    expect(await screen.findByRole('list', { name: 'Findings' })).toBeTruthy()
  })
})

test('a run of values alone keeps its own view', async () => {
  host.answer('profile.open', ({ path }) => ({
    ...fakeSummary,
    profile: 1,
    path,
    run: { ...fakeSummary.run, engine: 'exhaustive', tools: ['values'] },
    totals: {},
  }))
  host.answer('profile.findings', () => ({ measure: null, findings: [], leftOut: [], toolsWithout: ['values'] }))
  showWindow(host, 'findings')
  await waitFor(() => expect(tab()).toBe('Values'))
  press('1')
  expect(await screen.findByText('Values: this tool has no findings; see its tables.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Show the values' })).toBeTruthy()
})

test('a profile that was looked at comes back with its view', async () => {
  await open()
  press('5')
  await screen.findByRole('grid', { name: 'Pairs of accesses' })
  await waitFor(() => expect(localStorage.getItem('hagstone.preferences')).toMatch(/"view":"pairs"/))
  act(() => application.runCommand('file.close'))
  host.emit('host.openProfile', { path: '/home/ada/solver/solver.hagstone' })
  await waitFor(() => expect(tab()).toBe('Pairs'))
})

test('the places where threads wait stand beside the findings in the order of what they cost, with a remedy', async () => {
  const wait: Wait = {
    kind: 'region-end',
    text: 'Thread 1 waits 61 % of its CPU time at the end of the parallel region of fill(), omp.c:9',
    remedy: 'Share the work out.',
    function: 'fill',
    file: '/src/omp.c',
    line: 9,
    region: null,
    call: null,
    amount: 1e9,
    shareOfRun: 0.3,
    interval: null,
    threads: [],
    library: null,
    imbalance: null,
    gain: 0.31,
  }
  const small: Wait = { ...wait, text: 'Thread 2 waits', shareOfRun: 0.0001, gain: 0 }
  host.answer('profile.findings', () => ({ ...fakeFindings, waits: [wait, small] }))
  await open()
  const more = screen.getByText('More waiting for other threads')
  const list = screen.getByRole('list', { name: 'Findings' })
  expect(more.parentElement!.textContent).toContain('Thread 2 waits')
  expect(more.compareDocumentPosition(list)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  const line = screen.getByText(/^Waiting for other threads: 30\.0 % of the run, in neither waste nor use$/)
  expect(line.parentElement!.textContent).toContain(
    '30.0 % of the run: Thread 1 waits 61 % of its CPU time at the end of the parallel region of fill(), omp.c:9. Share the work out.',
  )
  expect(line.compareDocumentPosition(list)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.getByText(/^With even shares the run takes about 31 % less time/).tagName).toBe('STRONG')
  const [source] = screen.getAllByRole('button', { name: 'Show source' })
  fireEvent.click(source!)
  await screen.findByText('The source file was not found.')
  fireEvent.click(screen.getByRole('button', { name: 'Hide source' }))
  expect(screen.queryByText('The source file was not found.')).toBeNull()
})
