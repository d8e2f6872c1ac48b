import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { RpcError } from '../shared/rpc/contract.ts'
import type { FakeHost } from './testing/fake_host.ts'
import { fakeEmptyHost, fakeProgress } from './testing/fake_host.ts'
import { lines } from './testing/fake_profile.ts'
import { prepareHost, showWindow } from './testing/shown_window.tsx'

let host: FakeHost

beforeEach(() => {
  host = prepareHost()
})

function open(): void {
  showWindow(host)
}

const side = (name: 'earlier access' | 'later access') => within(screen.getByRole('region', { name }))
const called = (method: string): unknown[] => host.calls.filter((call) => call.method === method).map((call) => call.parameters)
const press = (key: string, options: KeyboardEventInit = {}): boolean =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, code: key, ...options })
const row = (name: RegExp): HTMLElement => screen.getByRole('row', { name })

describe('a profile given at the start', () => {
  beforeEach(async () => {
    open()
    await screen.findByText('dead store')
    await waitFor(() => expect(row(/KILLED_BY fill_row/)).toHaveProperty('ariaSelected'))
  })

  test('shows its figures and its heaviest pair on both sides, lit', async () => {
    expect(screen.getByRole('region', { name: 'The run' }).textContent).toMatch(/43\.9% 42\.8–45\.0 % of stores are dead/)
    expect(await side('earlier access').findByText('row[j] = 0.0;')).toBeTruthy()
    expect(await side('later access').findByText('row[j] = f(a[j]);')).toBeTruthy()
    expect(row(/KILLED_BY fill_row/).getAttribute('aria-selected')).toBe('true')
  })

  test('trees have the share of the CPU time: with everything below from the program inwards, otherwise of the row alone', async () => {
    const titles = (): string[] =>
      screen
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent ?? '')
        .filter((title) => title.includes('CPU time'))
    expect(titles()).toEqual(['CPU time'])
    press('4')
    await waitFor(() => expect(titles()).toEqual(['own CPU time']))
  })

  // In a profile of a million pairs everything but the rows takes longer.
  test('asks for its rows first, then for its heaviest pair, and for what its lines cost last', () => {
    const asked = (method: string): number => host.calls.findIndex((call) => call.method === method)
    const order = ['profile.open', 'tree.create', 'tree.rows', 'pairs.heaviest', 'pairs.details', 'source.read', 'tree.reveal', 'source.heat']
    expect(order.toSorted((a, b) => asked(a) - asked(b))).toEqual(order)
    expect(asked('pairs.rows')).toBe(-1)
    // The machine's self-tests take more than a second of processor time, and a profile shows nothing of them.
    expect(asked('host.doctor')).toBe(-1)
  })

  test('the interval is beside its share', async () => {
    expect((await screen.findByText('of the run')).parentElement?.textContent).toMatch(/^[\d.]+% [\d.]+–[\d.]+ % of the run$/)
    press('5')
    await waitFor(() => expect(row(/fill_row .*fill_row/).textContent).toMatch(/% [\d.]+–[\d.]+ %/))
  })

  test('selecting a row shows the heaviest pair below it', async () => {
    fireEvent.click(row(/^.?fill_row/))
    expect(await side('earlier access').findByText('row[j] = f(a[j]);')).toBeTruthy()
  })

  test('a frame of the context shows its call site', async () => {
    fireEvent.click(side('earlier access').getByRole('button', { name: /^step/ }))
    expect(await side('earlier access').findByText('init_row(rows[i], n);')).toBeTruthy()
    expect(screen.getByRole('region', { name: 'earlier access' }).querySelector('.side-place')?.textContent).toBe(`call site solver.c:${lines.initCall}`)
  })

  test('f shows a subtree alone, with a chip that ends it', async () => {
    fireEvent.click(row(/^.?fill_row/))
    await side('earlier access').findByText('row[j] = f(a[j]);')
    press('f')
    const end = await screen.findByRole('button', { name: 'Show the whole tree again' })
    expect(screen.queryByRole('row', { name: /write_grid/ })).toBeNull()
    fireEvent.click(end)
    expect(await screen.findByRole('row', { name: /write_grid/ })).toBeTruthy()
  })

  test('l goes to the other side in the tree, b comes back', async () => {
    press('l')
    await waitFor(() => expect(row(/^movsd qword ptr \[rbx/).getAttribute('aria-selected')).toBe('true'))
    press('b')
    await waitFor(() => expect(row(/KILLED_BY fill_row/).getAttribute('aria-selected')).toBe('true'))
  })

  test('number keys change the view; the pair table filters and shows what it hides', async () => {
    press('5')
    await screen.findByRole('grid', { name: 'Pairs of accesses' })
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(6))
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nowhere' } })
    await screen.findByText('7 pairs are there, but the filter lets none through.')
    fireEvent.click(screen.getByRole('button', { name: 'Show all pairs' }))
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(8))
  })

  test('a pair chosen in the table is the one in the panes', async () => {
    press('5')
    await screen.findByRole('grid')
    fireEvent.click(await screen.findByRole('row', { name: /residual/ }))
    expect(await side('earlier access').findByText(/return row\[j - 1\]/)).toBeTruthy()
    expect(screen.getByText(/only 5 observations/)).toBeTruthy()
  })

  test('no note is kept with the pair before while the facts of the one just selected are on their way', async () => {
    const details = await host.call('pairs.details', { profile: 1, pair: 0 })
    let answer = (): void => {}
    host.answer('pairs.details', async ({ pair }) => {
      await new Promise<void>((done) => (answer = done))
      return { ...details, row: { ...details.row, pair } }
    })
    press('5')
    const state = (): HTMLSelectElement => screen.getByRole('combobox', { name: 'State of the pair' })
    fireEvent.click(await screen.findByRole('row', { name: /residual/ }))
    await waitFor(() => expect(state().disabled).toBe(true))
    answer()
    await waitFor(() => expect(state().disabled).toBe(false))
  })

  test('the pair selected in the tree is selected in the table', async () => {
    fireEvent.click(row(/^.?fill_row/))
    await side('earlier access').findByText('row[j] = f(a[j]);')
    press('5')
    await waitFor(() => expect(row(/fill_row .*fill_row/).getAttribute('aria-selected')).toBe('true'))
  })

  test('a click on a source line selects its pair in the tree too', async () => {
    fireEvent.click(await side('later access').findByText('row[j] = f(a[j]);'))
    expect(await side('earlier access').findByText('row[j] = f(a[j]);')).toBeTruthy()
    await waitFor(() => expect(screen.getByRole('treegrid').querySelector('[aria-selected=true]')?.textContent).toContain('KILLED_BY fill_row'))
  })

  test('a bad pattern is refused where it is typed', async () => {
    fireEvent.click(screen.getByRole('button', { name: '.*' }))
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '(' } })
    await waitFor(() => expect(screen.getByRole('searchbox').getAttribute('aria-invalid')).toBe('true'))
    expect(called('tree.search')).toEqual([])
  })

  test('closing it leads back to the start page', async () => {
    host.emit('host.command', { command: 'file.close' })
    expect(await screen.findByRole('button', { name: 'Open a profile…' })).toBeTruthy()
    expect(called('profile.close')).toEqual([{ profile: 1 }])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('every command is in the palette and obeys from there', async () => {
    press('k', { ctrlKey: true })
    fireEvent.click(await screen.findByText('Show Statistics'))
    expect(await screen.findByText('All counters')).toBeTruthy()
  })

  test('the host’s menu sends commands by name', async () => {
    host.emit('host.command', { command: 'view.threads' })
    expect(await screen.findByText('writer')).toBeTruthy()
    host.emit('host.command', { command: 'no.such' })
    expect(await screen.findByText('This window has no command “no.such”.')).toBeTruthy()
  })

  test('a failing call becomes one copyable line', async () => {
    host.answer('tree.hotPath', () => {
      throw new RpcError('unable', 'The profile was removed while it was open: open it again.')
    })
    press('h')
    expect((await screen.findByRole('alert')).textContent).toContain('open it again')
    press('Escape')
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  test('machine code replaces the source on demand', async () => {
    press('d')
    expect(await side('earlier access').findByText(/^movups xmmword/)).toBeTruthy()
    // A call site has one, too, in the module of its own frame.
    fireEvent.click(side('earlier access').getByRole('button', { name: /^main/ }))
    await waitFor(() => expect(called('disassembly.read').at(-1)).toMatchObject({ moduleIndex: 1, address: '0x1200' }))
  })

  test('opening another profile that is bad keeps this one', async () => {
    host.emit('host.openProfile', { path: '/tmp/notes.txt' })
    expect(await screen.findByText(/is no Hagstone profile/)).toBeTruthy()
    expect(screen.getByRole('region', { name: 'The run' })).toBeTruthy()
  })
})

describe('missing sources', () => {
  test('say where they were looked for, take a folder, and both sides find it', async () => {
    let found = false
    host.answer('source.read', ({ file }) =>
      found
        ? { found: true, path: file, text: 'mapped text', language: 'c', changedSinceBuild: false }
        : { found: false, reason: 'missing', lookedFor: [file] },
    )
    host.answer('source.map', () => {
      found = true
      return []
    })
    open()
    const buttons = await screen.findAllByRole('button', { name: 'Map a folder…' })
    expect(screen.getAllByText('/home/ada/solver/src/solver.c', { ignore: '.tree-place' })).toHaveLength(2)
    // Meanwhile both sides show the machine code, the instruction lit.
    expect((await screen.findAllByLabelText(/access, disassembly of init_row/)).map((code) => code.textContent)).toEqual([
      expect.stringMatching(/^movups/),
      expect.stringMatching(/^movups/),
    ])
    expect(screen.getAllByRole('status').filter((status) => status.textContent?.startsWith('The source file was not found.'))).toHaveLength(2)
    fireEvent.click(buttons[0] as HTMLElement)
    fireEvent.click(await screen.findByRole('button', { name: /^Choose \/home/ }))
    await waitFor(() => expect(screen.queryAllByText('Map a folder…')).toEqual([]))
    expect(called('source.map')).toEqual([{ from: '/home/ada/solver/src', to: '/home/ada/solver' }])
  })

  test.each(['Show this file', 'Show all sources'])('outside the agreed folders are shown only after a yes: %s', async (yes) => {
    host.answer('source.read', ({ file, agreed }) =>
      agreed
        ? { found: true, path: file, text: Array.from({ length: 200 }, () => 'secret').join('\n'), language: 'plain', changedSinceBuild: false }
        : { found: false, reason: 'refused', lookedFor: [file] },
    )
    open()
    // One question for both panes.
    const button = await screen.findByRole('button', { name: yes })
    await waitFor(() => expect(screen.getAllByLabelText(/access, disassembly of init_row/)).toHaveLength(2))
    expect(screen.getAllByText(/^Show sources from/).map(({ textContent }) => textContent)).toEqual(['Show sources from /home/ada/solver/src?'])
    expect(called('source.read').every((parameters) => (parameters as { agreed: boolean }).agreed === false)).toBe(true)
    fireEvent.click(button)
    expect(await screen.findAllByText('secret')).toHaveLength(2)
    expect(called('source.read').filter((parameters) => (parameters as { agreed: boolean }).agreed)).toHaveLength(2)
  })
})

describe('recording', () => {
  beforeEach(async () => {
    host.answer('host.describe', () => fakeEmptyHost)
    open()
    fireEvent.click(await screen.findByRole('button', { name: 'New recording…' }))
    fireEvent.change(await screen.findByLabelText('Program'), { target: { value: '/usr/bin/true' } })
  })

  test('sends what was filled in, shows how it goes, and opens the profile by itself', async () => {
    fireEvent.change(screen.getByLabelText('Arguments'), { target: { value: `-n 5 'two words'` } })
    fireEvent.change(screen.getByLabelText('Rate'), { target: { value: '250' } })
    fireEvent.click(screen.getByRole('button', { name: 'Add variable' }))
    fireEvent.change(screen.getByLabelText('Name of the variable'), { target: { value: 'THREADS' } })
    fireEvent.change(screen.getByLabelText('Value of THREADS'), { target: { value: '2' } })
    fireEvent.click(screen.getByRole('button', { name: 'Record' }))
    await waitFor(() =>
      expect(called('launch.start')).toEqual([
        {
          program: '/usr/bin/true',
          arguments: ['-n', '5', 'two words'],
          workingDirectory: '/home/ada',
          environment: { THREADS: '2' },
          tools: ['dead-stores', 'silent-stores', 'redundant-loads'],
          rate: 250,
          output: null,
        },
      ]),
    )
    host.emit('launch.progress', fakeProgress({}))
    expect(await screen.findByText('Recording')).toBeTruthy()
    expect(screen.getByText('5,210')).toBeTruthy()
    expect(screen.getByText('79.0 %')).toBeTruthy()
    expect(screen.getByText(/iteration 200/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Stop program' }))
    await waitFor(() => expect(called('launch.stop')).toEqual([{ recording: 1 }]))
    host.emit('launch.progress', fakeProgress({ state: 'finished', output: '/tmp/new.hagstone' }))
    expect(await screen.findByRole('treegrid')).toBeTruthy()
    expect(called('profile.open')).toEqual([{ path: '/tmp/new.hagstone' }])
  })

  test('runs the program several times, and copies the same as a command line', async () => {
    const written: string[] = []
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: async (text: string) => void written.push(text) } })
    fireEvent.change(screen.getByLabelText('Repeat'), { target: { value: '5' } })
    fireEvent.click(screen.getByRole('button', { name: 'Copy as command line' }))
    await waitFor(() => expect(written).toEqual(['cd /home/ada && hagstone record --tool dead-stores,silent-stores,redundant-loads --runs 5 -- /usr/bin/true']))
    fireEvent.click(screen.getByRole('button', { name: 'Record' }))
    await waitFor(() => expect(called('launch.start')).toEqual([expect.objectContaining({ runs: 5 })]))
    host.emit('launch.progress', fakeProgress({ run: 2 }))
    expect(await screen.findByText('Run 2 of 5')).toBeTruthy()
  })

  test('can be paused and resumed, and tells each tool’s fraction', async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Record' }))
    await waitFor(() => expect(called('launch.start')).toHaveLength(1))
    host.emit('launch.progress', fakeProgress({}))
    expect((await screen.findByText('41.0')).parentElement?.parentElement?.textContent).toBe('dead stores41.0%')
    expect(screen.getByText('silent stores').parentElement?.textContent).toBe('silent stores–')
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Resume' }))
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeTruthy()
    expect(called('launch.pause')).toEqual([
      { recording: 1, paused: true },
      { recording: 1, paused: false },
    ])
  })

  test('says which processes outlive the program, and what Stop does to them', async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Record' }))
    await waitFor(() => expect(called('launch.start')).toHaveLength(1))
    host.emit('launch.progress', fakeProgress({ goesOn: { ended: 'The program ended (status 4)', processes: 'process 71 (daemon) continues' } }))
    expect(await screen.findByText('The program ended (status 4); process 71 (daemon) continues. The recording ends with the last of them.')).toBeTruthy()
    const button = screen.getByRole('button', { name: 'Stop recording' })
    expect(button.title).toContain('The processes continue without being recorded')
    fireEvent.click(button)
    await waitFor(() => expect(called('launch.stop')).toEqual([{ recording: 1 }]))
  })

  test('takes the chosen tools and engine; says why not a better one, and how to get it', async () => {
    for (const name of ['Dead stores', 'Redundant loads', 'False sharing']) fireEvent.click(screen.getByRole('checkbox', { name }))
    expect(await screen.findByText(/^Not pebs: this processor shows no precise memory events/)).toBeTruthy()
    const advice = screen.getByText('Run on the host instead of in its virtual machine.')
    expect(advice.closest('.engine-reason')?.querySelector('code, button')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: /checks/ }))
    const check = screen.getByText(/^Permit more to every user/)
    expect(check.querySelector('code')?.textContent).toBe('sudo sysctl kernel.perf_event_paranoid=1')
    fireEvent.click(within(check).getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText('The command was copied.')).toBeTruthy()
    expect((screen.getByRole('option', { name: /^pebs/ }) as HTMLOptionElement).disabled).toBe(true)
    fireEvent.change(screen.getByLabelText('Engine'), { target: { value: 'software' } })
    fireEvent.change(screen.getByLabelText('Duration'), { target: { value: '10' } })
    fireEvent.click(screen.getByRole('button', { name: 'Record' }))
    await waitFor(() =>
      expect(called('launch.start')).toEqual([expect.objectContaining({ tools: ['silent-stores', 'false-sharing'], engine: 'software', duration: 10 })]),
    )
  })

  test('says what is prepared before the program runs, and can be stopped then', async () => {
    let refuse: (error: Error) => void = () => {}
    host.answer('launch.start', () => new Promise((_, reject) => (refuse = reject)))
    fireEvent.click(screen.getByRole('button', { name: 'Record' }))
    await waitFor(() => expect(called('launch.start')).toHaveLength(1))
    host.emit('launch.progress', fakeProgress({ state: 'starting', elapsed: 7, preparing: { what: 'finding loops in cc1', share: 0.25 } }))
    expect(await screen.findByText(/^finding loops in cc1/)).toBeTruthy()
    expect((screen.getByRole('progressbar', { name: 'Preparing' }) as HTMLProgressElement).value).toBe(0.25)
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(called('launch.stop')).toEqual([{ recording: 1 }]))
    refuse(new RpcError('cancelled', 'The launch was stopped before the program ran.'))
    expect((await screen.findByRole('alert')).textContent).toContain('stopped before the program ran')
  })

  test('calibrates on demand: says what it costs, and counts in a second run', async () => {
    fireEvent.click(await screen.findByLabelText('Calibrate'))
    expect(screen.getByText(/The second run takes about \d+ to \d+ times as long/)).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Command to count instead'), { target: { value: './solver small.dat' } })
    fireEvent.click(screen.getByRole('button', { name: 'Record' }))
    await waitFor(() => expect(called('launch.start')).toEqual([expect.objectContaining({ calibration: { command: ['./solver', 'small.dat'] } })]))
    host.emit('launch.progress', fakeProgress({ state: 'counting', elapsed: 2, counted: 9 }))
    expect(await screen.findByText(/9\.00 s/)).toBeTruthy()
    expect(screen.getByRole('status').textContent).toBe('Counting accesses')
    fireEvent.click(screen.getByRole('button', { name: 'Stop program' }))
    await waitFor(() => expect(called('launch.stop')).toEqual([{ recording: 1 }]))
  })

  test('nothing to look for holds the launch back', () => {
    for (const name of ['Dead stores', 'Silent stores', 'Redundant loads']) fireEvent.click(screen.getByRole('checkbox', { name }))
    expect((screen.getByRole('button', { name: 'Record' }) as HTMLButtonElement).disabled).toBe(true)
    expect(screen.getByText('Choose at least one tool.')).toBeTruthy()
  })

  test('an unfinished quotation holds the launch back and says so', () => {
    fireEvent.change(screen.getByLabelText('Arguments'), { target: { value: `'open` } })
    expect((screen.getByRole('button', { name: 'Record' }) as HTMLButtonElement).disabled).toBe(true)
    expect(screen.getByRole('alert').textContent).toContain('is opened and not closed')
  })

  test('a refused launch and a failed run end in one line and the way back', async () => {
    host.answer('launch.start', () => {
      throw new RpcError('unable', '/usr/bin/true is statically linked: nothing can be preloaded into it. Link it dynamically.')
    })
    fireEvent.click(screen.getByRole('button', { name: 'Record' }))
    expect((await screen.findByRole('alert')).textContent).toContain('statically linked')
    // Below the field that it is about, which is still filled.
    const field = await screen.findByLabelText<HTMLInputElement>('Program')
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['/usr/bin/true', 'true'])
    expect(field.parentElement?.querySelector('[role=alert]')?.textContent).toContain('statically linked')
  })
})

describe('states', () => {
  test('an empty profile says why and offers what helps', async () => {
    const summary = await host.call('profile.open', { path: '/tmp/a.hagstone' })
    host.answer('profile.open', () => ({
      ...summary,
      pairCount: 0,
      totals: {},
      stats: {
        ...summary.stats,
        samples: 0,
        traps: 0,
        counters: [
          { name: 'timer_signals', value: 9, description: '' },
          { name: 'dropped_code_unreadable', value: 9, description: '' },
        ],
      },
      partial: 'target killed after 12 s; everything until then is recorded',
    }))
    host.answer('tree.create', () => ({ view: 1, rowCount: 0 }))
    host.answer('pairs.rows', () => ({ rowCount: 0, totalCount: 0, rows: [] }))
    open()
    await screen.findByText(/not measured: none of 9 interrupts led to a sample, most often because the code is in no file/)
    expect(screen.getByText('Dead stores: not measured.')).toBeTruthy()
    // The view loads its reasons when it has no rows.
    expect((await screen.findAllByText(/target killed after 12 s/)).length).toBeGreaterThan(0)
    expect(screen.getByRole('button', { name: /Record again/ })).toBeTruthy()
  })

  test('opening can be cancelled', async () => {
    host.answer('profile.open', () => new Promise(() => {}))
    open()
    const status = await screen.findByText('Opening solver.hagstone…')
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(status.isConnected).toBe(false))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('a profile that cannot be opened leaves the start page with one line', async () => {
    host.answer('profile.open', () => {
      throw new RpcError('bad-file', 'solver.hagstone is cut off after 4 kB. Copy it again.')
    })
    open()
    expect((await screen.findByRole('alert')).textContent).toContain('Copy it again.')
    expect(screen.getByRole('button', { name: 'Open a profile…' })).toBeTruthy()
  })
})

test('a form keeps its input when the runs are hidden', async () => {
  open()
  fireEvent.click(await screen.findByRole('button', { name: '+ New recording' }))
  fireEvent.change(await screen.findByLabelText('Program'), { target: { value: '/usr/bin/true' } })
  fireEvent.click(screen.getByRole('button', { name: '☰ runs' }))
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Runs' })).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Program').value).toBe('/usr/bin/true')
})

test('a form keeps its input when the window becomes too narrow for the runs, and wide again', async () => {
  let isNarrow = false
  const followers = new Set<() => void>()
  const matchMedia = window.matchMedia
  window.matchMedia = (query) =>
    ({
      get matches() {
        return isNarrow
      },
      media: query,
      addEventListener: (_: string, follow: () => void) => followers.add(follow),
      removeEventListener: (_: string, follow: () => void) => followers.delete(follow),
    }) as unknown as MediaQueryList
  const becomes = (narrow: boolean): void => {
    isNarrow = narrow
    act(() => followers.forEach((follow) => follow()))
  }
  open()
  fireEvent.click(await screen.findByRole('button', { name: '+ New recording' }))
  fireEvent.change(await screen.findByLabelText('Program'), { target: { value: '/usr/bin/true' } })
  const typed = (): string => screen.getByLabelText<HTMLInputElement>('Program').value
  becomes(true)
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Runs' })).toBeNull())
  expect(typed()).toBe('/usr/bin/true')
  becomes(false)
  expect(await screen.findByRole('complementary', { name: 'Runs' })).toBeTruthy()
  expect(typed()).toBe('/usr/bin/true')
  window.matchMedia = matchMedia
})

test('the menu’s commands wait until the window knows whose it is', async () => {
  let answer = (): void => {}
  const asked = new Promise<void>((done) => (answer = done))
  host.answer('desktop.describe', () => asked.then(() => ({ machine: null })))
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  open()
  host.emit('host.command', { command: 'window.new' })
  await Promise.resolve()
  expect(called('desktop.newWindow')).toEqual([])
  answer()
  await waitFor(() => expect(called('desktop.newWindow')).toEqual([{ path: null }]))
  expect(opened).not.toHaveBeenCalled()
  opened.mockRestore()
})
