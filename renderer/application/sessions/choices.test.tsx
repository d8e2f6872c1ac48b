/** What a person chose survives a reload, and damaged choices open the defaults. */
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { PairGroup } from '../../../shared/rpc/pairs.ts'
import { prepareHost, showWindow } from '../../testing/shown_window.tsx'
import { changePart } from '../../trace/trace_part.ts'
import type { Application } from '../application.ts'
import { openProfile } from '../opening/open_profile.ts'
import { chooseCharts, chooseReuse, chooseTrace, recordedTools, showTool, showView, toggleDisassembly } from '../profiles.ts'
import type { OpenProfile } from '../state.ts'
import { areChoices } from './choices.ts'
import { choicesOf, type Choices } from './session.ts'

let application: Application
let path: string

const open = (): OpenProfile => application.store.getState().profile!
const kept = () => application.preferences.getState().sessions[path]
/** The choices count once something was done. */
const isKept = async (): Promise<void> => {
  fireEvent.click(document.body)
  await expect.poll(() => kept()?.choices).toEqual(choicesOf(open()))
}

beforeEach(async () => {
  application = showWindow(prepareHost())
  await screen.findByRole('row', { name: /KILLED_BY fill_row/ })
  path = open().summary.path
})

const trace: NonNullable<Choices['trace']> = {
  from: 1,
  to: 9,
  firstLane: 0,
  lastLane: 1,
  depth: 2,
  colour: 'waste',
  cursor: { time: 3, lane: 0 },
  selected: { from: 2, to: 4 },
  selectedLanes: { first: 0, last: 0 },
}

async function choose(): Promise<Choices> {
  const { pairs, trees, findings, values } = open()
  await pairs.filterBy({ ...pairs.filter, search: 'row', side: 'target', wastefulOnly: false, triage: 'open', advice: 'small' })
  await pairs.sortBy({ column: 'traps', descending: false })
  await showView(application, 'flat')
  await trees.flat.sortBy({ column: 'name', descending: false })
  findings.filterBy({ search: 'init', triage: 'to-do' })
  await values.filterBy({ kind: 'loads', search: 'x', leastShare: 0.5 })
  await values.sortBy({ column: 'zero', descending: false })
  values.show('lines')
  Object.assign(values, { groupKind: 'stores', summaryKind: 'loads' })
  chooseCharts(application, { timelineRange: { tool: open().tool, first: 1, last: 2 } })
  chooseReuse(application, { scale: 'log', binCount: 30, firstBin: 64, cacheSize: '2 MiB' })
  chooseTrace(application, trace)
  toggleDisassembly(application)
  await showView(application, 'bottom-up')
  await open().trees['bottom-up'].searchFor('fill', false)
  return choicesOf(open())
}

test('all choices are there again when the profile is opened again', async () => {
  const chosen = await choose()
  expect(chosen.search).toEqual({ text: 'fill', regularExpression: false })
  await isKept()
  await openProfile(application, path)
  expect(choicesOf(open())).toEqual(chosen)
  expect([open().values.groupKind, open().values.summaryKind]).toEqual(['stores', 'loads'])
  await showView(application, 'pairs')
  expect((await screen.findByRole<HTMLInputElement>('searchbox', { name: /^Filter pairs/ })).value).toBe('row')
  await showView(application, 'time')
  expect(await screen.findByRole('button', { name: 'Clear the range' })).toBeTruthy()
})

test.each([true, false])('a tool that was shown before has its filter and orders again (the first one: %s)', async (isFirst) => {
  const [first, second] = [open().tool, recordedTools(open().summary).find((tool) => tool !== open().tool)!]
  const [left, shown] = isFirst ? [first, second] : [second, first]
  await showTool(application, left)
  await open().pairs.filterBy({ ...open().pairs.filter, search: 'row' })
  await showView(application, 'flat')
  await open().trees.flat.sortBy({ column: 'name', descending: false })
  await showTool(application, shown)
  const chosen = choicesOf(open())
  expect(chosen.others?.[left]).toMatchObject({ pairs: { filter: { search: 'row' } }, sorts: { flat: { column: 'name' } } })
  await isKept()
  await openProfile(application, path)
  expect([open().tool, choicesOf(open())]).toEqual([shown, chosen])
  await showTool(application, left)
  expect([open().pairs.filter.search, open().trees.flat.sort.column]).toEqual(['row', 'name'])
})

test.each(['source-function', ''])('pairs that a person grouped by “%s” are so again', async (chosen) => {
  await showView(application, 'pairs')
  const grouping = (): Promise<HTMLSelectElement> => screen.findByRole('combobox', { name: 'Group pairs by' })
  await isKept()
  expect(kept()!.choices!.pairs.grouping).toBeUndefined()
  // First another one, since the choice of what is shown is no change.
  for (const by of ['target-file', chosen]) fireEvent.change(await grouping(), { target: { value: by } })
  await expect.poll(() => kept()!.choices!.pairs.grouping).toBe(chosen === '' ? null : chosen)
  await openProfile(application, path)
  await expect.poll(async () => (await grouping()).value).toBe(chosen)
})

test('an opened group is listed alone again, and leads back to the groups', async () => {
  await showView(application, 'pairs')
  await open().pairs.groupBy('source-line')
  await expect.poll(() => open().pairs.groups.pager.rowCount).toBeGreaterThan(0)
  const group = (await open().pairs.groups.pager.row(0))!
  await open().pairs.openGroup(group)
  await isKept()
  await openProfile(application, path)
  expect(open().pairs.openedGroup).toEqual(group)
  expect(open().pairs.filter.group).toEqual({ by: 'source-line', key: group.key })
  expect(await screen.findByRole('button', { name: /groups/ })).toBeTruthy()
  await open().pairs.closeGroup()
  expect(open().pairs.grouped).toBe(true)
  // Another part of the run numbers its groups anew.
  await open().pairs.openGroup(group)
  await changePart(application, { time: { from: 1000, to: 2000 } })
  expect(open().pairs.openedGroup).toBeNull()
  await open().pairs.openGroup(group)
  expect(choicesOf(open()).pairs.openedGroup).toBeUndefined()
})

test('the switches of charts are as they were left, over a reload and in another view', async () => {
  await showView(application, 'threads')
  fireEvent.click(await screen.findByRole('radio', { name: 'largest first' }))
  fireEvent.click(screen.getByRole('radio', { name: 'selected context' }))
  await showView(application, 'time')
  fireEvent.click(await screen.findByRole('radio', { name: 'selected pair' }))
  await showView(application, 'threads')
  const isChosen = async (name: string): Promise<boolean> => (await screen.findByRole('radio', { name })).getAttribute('aria-checked') === 'true'
  expect([await isChosen('largest first'), await isChosen('selected context')]).toEqual([true, true])
  await isKept()
  await openProfile(application, path)
  expect(open().charts).toEqual({ timelineOf: 'pair', threadsOf: 'context', threadOrder: 'amount' })
})

test('a choice made just before the page is left, or another profile is opened, is kept', async () => {
  toggleDisassembly(application)
  fireEvent(window, new Event('pagehide'))
  expect(kept()!.choices!.disassembly).toBe(true)
  fireEvent.click(document.body)
  toggleDisassembly(application)
  await openProfile(application, '/home/ada/solver/solver-old.hagstone')
  expect(kept()!.choices!.disassembly).toBe(false)
})

test('the part of the run that is shown is kept, and a part has the choices of the whole', async () => {
  const chosen = await choose()
  await changePart(application, { time: { from: 1000, to: 2000 } })
  expect(choicesOf(open())).toEqual({ ...chosen, charts: { ...chosen.charts, timelineRange: null }, part: { time: { from: 1000, to: 2000 }, threads: null } })
  await isKept()
  await openProfile(application, path)
  expect(open().part).toMatchObject({ time: { from: 1000, to: 2000 }, threads: null })
  expect(open().part!.whole.part ?? null).toBeNull()
})

test('a session of an earlier version has no choices, and is as good', async () => {
  await showView(application, 'flat')
  await isKept()
  const { choices: _, ...old } = kept()!
  application.preferences.setState({ sessions: { [path]: { ...old, grouping: 'source-line' } as never } })
  await openProfile(application, path)
  expect(open().view).toBe('flat')
})

const anyGroup: PairGroup = {
  key: '7',
  source: 'fill_row solver.c:31',
  target: null,
  object: null,
  advice: null,
  pairs: 2,
  waste: 5,
  use: 1,
  traps: 3,
  shareOfWaste: 0.5,
  shareOfTotal: 0.25,
  heaviest: 1,
}

/** The value with each of its leaves, and each object in it, replaced in turn. */
function* spoilt(value: unknown, by: unknown): Generator<unknown> {
  yield by
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  for (const [name, part] of Object.entries(value)) for (const other of spoilt(part, by)) yield { ...value, [name]: other }
}

test('damage in any field of the choices is seen', async () => {
  const sound: Choices = {
    ...(await choose()),
    search: { text: 'fill', regularExpression: false },
    part: { time: { from: 1, to: 2 }, threads: [0] },
  }
  sound.pairs.grouping = 'source-line'
  sound.pairs.openedGroup = { by: 'source-line', group: anyGroup }
  sound.others = { [open().tool]: { pairs: sound.pairs, sorts: sound.sorts } }
  const areSound = (choices: unknown): boolean => areChoices(choices, open().summary, [])
  expect(areSound(sound)).toBe(true)
  const bad = [...spoilt(sound, {}), ...spoilt(sound, [-1]), ...spoilt(sound, Number.NaN)]
  expect(bad.length).toBeGreaterThan(200)
  expect(bad.filter(areSound)).toEqual([])
  const others: unknown[] = [
    { ...sound, more: 1 },
    { ...sound, findings: { ...sound.findings, search: '(', regularExpression: true } },
    { ...sound, pairs: { ...sound.pairs, sort: { column: 'globe', descending: true } } },
    { ...sound, sorts: { ...sound.sorts, flat: { column: 'formula', descending: true, formula: 'waste / 0' } } },
    { ...sound, part: { time: { from: 2, to: 1 }, threads: null } },
    { ...sound, part: { time: null, threads: [10_000] } },
    { ...sound, trace: { ...trace, lastLane: 10_000 } },
    { ...sound, reuse: { ...sound.reuse, binCount: 1e6 } },
  ]
  expect(others.filter(areSound)).toEqual([])
})

test('damaged choices open the defaults', async () => {
  const first = choicesOf(open())
  await choose()
  await isKept()
  const session = kept()!
  application.preferences.setState({ sessions: { [path]: { ...session, choices: { ...session.choices!, disassembly: 7 as never } } } })
  await openProfile(application, path)
  expect(choicesOf(open())).toEqual(first)
  expect(application.store.getState().notice).toBeNull()
})
