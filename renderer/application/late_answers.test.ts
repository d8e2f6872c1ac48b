/** Answers that come after the person went on: the last choice stays. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MethodName } from '../../shared/rpc/contract.ts'
import { RpcError } from '../../shared/rpc/contract.ts'
import { createFakeHost } from '../testing/fake_host.ts'
import { fakePairs } from '../testing/fake_profile.ts'
import { createApplication } from './application.ts'
import type { Application } from './application.ts'
import { refreshRecent } from './host_facts.ts'
import { openDroppedFile, openFile } from './opening/open_file.ts'
import { openProfile } from './opening/open_profile.ts'
import { notePair, selectPair, selectPairAtLine, selectPairOfAnyTool, showPairsAt, showTool, showView } from './profiles.ts'
import { watchPlaces } from './sessions/places.ts'
import { startApplication } from './startup.ts'

const path = '/home/ada/solver/solver.hagstone'

let host: ReturnType<typeof createFakeHost>
let application: Application
const held = new Map<MethodName, Array<() => void>>()
const shown = () => application.store.getState().profile!

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.stubGlobal('performance', Object.assign(Object.create(performance), { getEntriesByType: () => [], now: () => 0 }))
  held.clear()
  host = createFakeHost()
  application = createApplication({
    on: host.on,
    async call(method, parameters, options) {
      const result = await host.call(method, parameters, options)
      const late = held.get(method)
      if (late !== undefined)
        await new Promise<void>((done, fail) => {
          late.push(done)
          options?.signal?.addEventListener('abort', () => fail(new RpcError('cancelled', `${method} was cancelled.`)))
        })
      return result
    },
  })
  application.preferences.setState({ firstView: 'top-down' })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Holds the answers to a method back from now on; each is let go by itself, in any order. */
function hold(method: MethodName): Array<() => void> {
  const letGo: Array<() => void> = []
  held.set(method, letGo)
  return letGo
}

/** Answers to come are not held back any more. */
function release(method: MethodName): void {
  held.delete(method)
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve()
}

test('a row of the flat view whose pair is found late does not take the place of a pair chosen since', async () => {
  await openProfile(application, path)
  await showView(application, 'flat')
  const { trees, pairs } = shown()
  await trees.flat.pager.begin()
  const first = shown().selection!.pair
  const late = hold('pairs.rows')
  // Like the host's rows of this view, which represent a place in any context.
  const { heaviestPair: _, ...row } = { ...trees.flat.pager.rows(0, 1)![0]!, kind: 'function' as const, label: shown().selection!.details!.row.sourceFunction }
  void trees.flat.select(row.index, row)
  await expect.poll(() => late.length).toBeGreaterThan(0)
  const other = first === 3 ? 4 : 3
  await selectPair(application, other)
  for (const answer of late.splice(0)) answer()
  release('pairs.rows')
  await settled()
  expect(pairs).toBe(shown().pairs)
  expect(shown().selection).toMatchObject({ pair: other, details: { row: { pair: other } } })
})

test('a pair of a source line that is found late does not take the place of a pair chosen since', async () => {
  await openProfile(application, path)
  const { row } = shown().selection!.details!
  const late = hold('pairs.rows')
  const finding = selectPairAtLine(application, row.sourceFile!, row.sourceLine!)
  await expect.poll(() => late.length).toBe(1)
  const other = row.pair === 8 ? 7 : 8
  await selectPair(application, other)
  late[0]!()
  await finding
  expect(shown().selection?.pair).toBe(other)
})

test('a view that is opened before the selected pair is known shows that pair, not the one before', async () => {
  await openProfile(application, path)
  await showView(application, 'pairs')
  const { pairs } = shown()
  await pairs.groupBy(null)
  await pairs.pager.begin()
  const rows = pairs.pager.rows(0, pairs.pager.rowCount)!
  const other = rows.find(({ pair }) => pair !== shown().selection!.pair)!
  await showView(application, 'top-down')
  const late = hold('pairs.details')
  void selectPair(application, other.pair)
  const going = showView(application, 'pairs')
  await settled()
  late[0]!()
  await going
  expect(pairs.selectedIndex).toBe(rows.indexOf(other))
})

test('details that come after another tool was chosen are there when one comes back to theirs', async () => {
  await openProfile(application, path)
  const { tool, selection } = shown()
  const other = selection!.pair === 0 ? 1 : 0
  const late = hold('pairs.details')
  const selecting = selectPair(application, other)
  await settled()
  release('pairs.details')
  await showTool(application, 'silent-stores')
  late[0]!()
  await selecting
  await showTool(application, tool)
  expect(shown().selection).toMatchObject({ pair: other, details: { row: { pair: other } } })
})

test('findings that come late leave the pair and the tool that were chosen meanwhile', async () => {
  application.preferences.setState({ firstView: 'findings' })
  const late = hold('profile.findings')
  const opening = openProfile(application, path)
  await expect.poll(() => late.length).toBe(1)
  const choosing = showTool(application, 'silent-stores')
  await showView(application, 'pairs')
  await selectPair(application, 8)
  late[0]!()
  await Promise.all([opening, choosing])
  expect(shown()).toMatchObject({ tool: 'silent-stores', view: 'pairs', selection: { pair: 8 } })
})

test('a finding of another tool whose pair is known late leaves the view chosen meanwhile, with the rows of its tool', async () => {
  await openProfile(application, path)
  const before = shown().tool
  const late = hold('pairs.details')
  const ofAnother = fakePairs.findIndex(({ row }) => row.tool === 'silent-stores')
  const selecting = selectPairOfAnyTool(application, ofAnother)
  await expect.poll(() => late.length).toBeGreaterThan(0)
  const going = showView(application, 'bottom-up')
  for (const answer of late.splice(0)) answer()
  release('pairs.details')
  await Promise.all([selecting, going])
  await settled()
  expect(before).not.toBe('silent-stores')
  expect(shown()).toMatchObject({ tool: 'silent-stores', view: 'bottom-up', selection: { pair: ofAnother } })
  expect(shown().trees['bottom-up'].pager.rowCount).toBeGreaterThan(0)
  expect(shown().trees['bottom-up'].selectedRow?.heaviestPair).toBe(ofAnother)
  expect(application.store.getState().notice).toBeNull()
})

test('a row chosen while the host still answers about another change is shown at once, and not again when that is done', async () => {
  await openProfile(application, path)
  const tree = shown().trees['top-down']
  await tree.pager.begin()
  const rows = tree.pager.rows(0, tree.pager.rowCount)!
  const row = rows.find(({ heaviestPair }) => heaviestPair != null && heaviestPair !== shown().selection!.pair)!
  const late = hold('tree.search')
  const searching = tree.searchFor('x', false)
  await expect.poll(() => late.length).toBe(1)
  const selecting = tree.select(row.index, row)
  expect(shown().selection?.pair).toBe(row.heaviestPair)
  await showView(application, 'pairs')
  const other = row.heaviestPair === 8 ? 7 : 8
  await selectPair(application, other)
  late[0]!()
  await Promise.all([searching, selecting])
  expect(shown().selection?.pair).toBe(other)
})

test('the view chosen while a profile still comes back as it was looked at stays', async () => {
  const stop = watchPlaces(application)
  await openProfile(application, path)
  await showTool(application, 'silent-stores')
  await showView(application, 'flat')
  await expect.poll(() => application.preferences.getState().sessions[path]).toMatchObject({ view: 'flat', tool: 'silent-stores' })
  const late = hold('tree.create')
  const opening = openProfile(application, path)
  await expect.poll(() => late.length).toBe(1)
  expect(shown()).toMatchObject({ view: 'flat', tool: 'silent-stores' })
  await showView(application, 'pairs')
  release('tree.create')
  for (const answer of late.splice(0)) answer()
  await opening
  stop()
  expect(shown().view).toBe('pairs')
})

test('a place that one went back to is kept, however long its rows take', async () => {
  const stop = watchPlaces(application)
  const kept = () => application.preferences.getState().sessions[path]?.view
  await openProfile(application, path)
  await expect.poll(kept).toBe('top-down')
  await showView(application, 'flat')
  await expect.poll(kept).toBe('flat')
  const flat: unknown = window.history.state
  await showView(application, 'objects')
  await expect.poll(kept).toBe('objects')
  const late = hold('tree.reveal')
  shown().trees.flat.selectedRow = null
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // As the browser does when it goes back.
  window.history.replaceState(flat, '')
  window.dispatchEvent(new PopStateEvent('popstate'))
  await settled()
  expect(late).toHaveLength(1)
  vi.runAllTimers()
  late[0]!()
  await settled()
  vi.runAllTimers()
  expect(kept()).toBe('flat')
  stop()
})

test('pairs at a distance are gone to at once; the view chosen before they are here stays', async () => {
  await openProfile(application, path)
  const late = hold('pairs.rows')
  const listing = showPairsAt(application, { from: 0, to: 8 } as never, '64 KiB')
  expect(shown()).toMatchObject({ tool: 'reuse-distance', view: 'pairs' })
  await showView(application, 'objects')
  release('pairs.rows')
  while (late.length > 0) {
    late.shift()!()
    await settled()
  }
  await listing
  expect(shown().view).toBe('objects')
})

test('of two files the one opened last is shown, whichever the host knows first', async () => {
  const late = hold('host.fileKind')
  const first = openFile(application, '/slow/first.hagstone')
  await expect.poll(() => late.length).toBe(1)
  expect(application.store.getState().opening?.path).toBe('/slow/first.hagstone')
  release('host.fileKind')
  await openFile(application, path)
  const opened = host.calls.filter(({ method }) => method === 'profile.open').length
  late[0]!()
  await first
  expect(host.calls.filter(({ method }) => method === 'profile.open')).toHaveLength(opened)
  expect(application.store.getState()).toMatchObject({ notice: null, opening: null })
})

test('a profile that is open at last does not take the launch form away', async () => {
  const late = hold('profile.open')
  const opening = openFile(application, path)
  await expect.poll(() => late.length).toBe(1)
  application.store.setState({ screen: 'launch' })
  late[0]!()
  await opening
  expect(application.store.getState().screen).toBe('launch')
  expect(shown().summary.path).toBe(path)
})

test('the host’s first profile does not replace one that was opened before the host answered', async () => {
  const description = await host.call('host.describe', {})
  let tell = (): void => {}
  const told = new Promise<void>((done) => (tell = done))
  host.answer('host.describe', async () => {
    await told
    return { ...description, openAtStart: ['/home/ada/at_start.hagstone'] }
  })
  const stop = startApplication(application)
  await openProfile(application, path)
  tell()
  await expect.poll(() => host.calls.some(({ method }) => method === 'launch.running')).toBe(true)
  await settled()
  stop()
  expect(host.calls.filter(({ method }) => method === 'profile.open')).toEqual([{ method: 'profile.open', parameters: { path } }])
})

test('of two lists of runs the one asked for last counts', async () => {
  const [run] = await host.call('host.recent', {})
  const answers: Array<(label: string) => void> = []
  host.answer('host.recent', () => new Promise((done) => answers.push((label) => done([{ ...run!, label }]))))
  const both = [refreshRecent(application), refreshRecent(application)]
  await expect.poll(() => answers.length).toBe(2)
  answers[1]!('new')
  answers[0]!('old')
  await Promise.all(both)
  expect(application.store.getState().recent).toMatchObject([{ label: 'new' }])
})

test('the use of a dropped file is not asked after another file was dropped, or another profile opened', async () => {
  await openProfile(application, path)
  const late = hold('host.fileKind')
  const first = openDroppedFile(application, '/home/ada/first.hagstone')
  await expect.poll(() => late.length).toBe(1)
  const second = openDroppedFile(application, '/home/ada/second.hagstone')
  await expect.poll(() => late.length).toBe(2)
  late[1]!()
  await second
  expect(application.store.getState().droppedFile).toBe('/home/ada/second.hagstone')
  late[0]!()
  await first
  expect(application.store.getState().droppedFile).toBe('/home/ada/second.hagstone')

  application.store.setState({ droppedFile: null })
  const third = openDroppedFile(application, '/home/ada/third.hagstone')
  await expect.poll(() => late.length).toBe(3)
  await openProfile(application, '/home/ada/other.hagstone')
  late[2]!()
  await third
  expect(application.store.getState().droppedFile).toBeNull()
})

test('a note whose answer is late does not undo the one kept after it', async () => {
  await openProfile(application, path)
  const { pair } = shown().selection!
  const late = hold('pairs.note')
  const first = notePair(application, pair, { status: 'to-do' })
  const second = notePair(application, pair, { status: 'fixed' })
  await expect.poll(() => late.length).toBeGreaterThan(0)
  for (let asked = 0; asked < 2; asked++) {
    // The latest first, where there are two.
    late.pop()!()
    await settled()
  }
  await Promise.all([first, second])
  expect(shown().selection?.details?.row.note?.status).toBe('fixed')
})
