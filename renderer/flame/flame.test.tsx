import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { FakeHost } from '../testing/fake_host.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

let host: FakeHost

beforeEach(async () => {
  host = prepareHost()
  showWindow(host)
  fireEvent.click(await screen.findByRole('row', { name: /^.?main/ }))
})

const press = (key: string): boolean => fireEvent.keyDown(document.activeElement ?? document.body, { key, code: key })
const asked = (): unknown[] => host.calls.filter(({ method }) => method === 'flame.read').map(({ parameters }) => parameters)
const chart = (name: RegExp): Promise<HTMLElement> => screen.findByRole('group', { name })
async function showMode(title: string): Promise<void> {
  const modes = await screen.findByRole('combobox', { name: 'Flame graph content' })
  const option = Array.from(modes.querySelectorAll('option')).find((each) => each.textContent === title)
  fireEvent.change(modes, { target: { value: option?.value } })
}

test('is read by arrow keys, and a chosen box selects its heaviest pair', async () => {
  press('-')
  const boxes = await chart(/^Calling contexts: 5\.00 s/)
  fireEvent.keyDown(boxes, { key: 'ArrowDown' })
  expect(
    await screen.findByText('all: 100 %, 5.00 s; 95 % interval 99.81–100 %; 2,000 observations, 2,000 behind all; 40.0 % of what was observed here is waste'),
  ).toBeTruthy()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowLeft']) fireEvent.keyDown(boxes, { key })
  expect(
    await screen.findByText(
      'fill_row: 20.0 %, 1.00 s; 95 % interval 18.3–21.8 %; only 4 observations, 2,000 behind all; 100 % of what was observed here is waste',
    ),
  ).toBeTruthy()
  expect(boxes.querySelectorAll('.flame-few')).toHaveLength(1)
  fireEvent.keyDown(boxes, { key: 'Enter' })
  await waitFor(() => expect(host.calls.findLast(({ method }) => method === 'pairs.details')?.parameters).toMatchObject({ pair: 1 }))
})

test('the colour of a box is the share of waste in it, in the graph of CPU time too, where few observations have no colour', async () => {
  press('-')
  const hues = (chart: HTMLElement): string[] =>
    Array.from(
      chart.querySelectorAll<SVGElement>('.flame-box'),
      (box) => `${/flame-(mixed|unseen|neutral)/.exec(box.getAttribute('class') ?? '')?.[1]} ${box.style.getPropertyValue('--wasted')}`,
    )
  expect(hues(await chart(/^Calling contexts/))).toEqual(['mixed 40%', 'mixed 40%', 'mixed 50%', 'mixed 100%', 'mixed 25%'])
  expect(screen.getByText(/of the measured stores are dead/).textContent).toBe('Colour: 0 %100 % of the measured stores are dead')
  await showMode('CPU time, from the program inwards')
  expect(hues(await chart(/^CPU time/))).toEqual(['mixed 40%', 'mixed 40%', 'mixed 50%', 'unseen 100%', 'mixed 25%'])
  expect(screen.getByText(/of the measured stores are dead/).textContent).toMatch(/fewer than 10 observations$/)
})

test('a name that is longer than its box is cut in its namespaces', async () => {
  host.answer('flame.read', () => ({
    total: 5,
    leftOut: 0,
    names: ['', 'Minisat::Solver::propagate(Minisat::vec<Minisat::Lit, Minisat::vec<Minisat::Lit, Minisat::Lit> const&> const&) const'],
    numbers: [-1, 0],
    isLoop: [false, false],
    parent: [-1, 0],
    start: [0, 0],
    amount: [5, 5],
    traps: [5, 5],
    pair: [-1, -1],
    wasted: [-1, -1],
    observed: [0, 0],
  }))
  press('-')
  const boxes = await chart(/^Calling contexts/)
  await waitFor(() => expect(Array.from(boxes.querySelectorAll('text'), ({ textContent }) => textContent)).toEqual(['all', 'Minisat::Solver::propagate']))
})

test('a box of one side narrows the other, until its chip is closed', async () => {
  press('-')
  await showMode('both sides of the pairs')
  const earlier = await chart(/^Earlier accesses/)
  await chart(/^Later accesses/)
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'Enter']) fireEvent.keyDown(earlier, { key })
  expect(await screen.findByText('earlier access in step', { exact: false })).toBeTruthy()
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ side: 'target', narrowed: { side: 'source', path: [0, 1] } }))
  expect(asked().at(-2)).toMatchObject({ side: 'source', narrowed: null })
  await chart(/^Later accesses: 5\.00 s/)
  fireEvent.click(screen.getByRole('button', { name: 'Show all pairs again' }))
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ narrowed: null }))
})

test('a graph that another box narrows anew is shown whole', async () => {
  press('-')
  await showMode('both sides of the pairs')
  const [earlier, later] = [await chart(/^Earlier accesses/), await chart(/^Later accesses/)]
  const drawn = (): string[] => Array.from(later.querySelectorAll('.flame-box text'), (text) => text.textContent ?? '')
  expect(drawn()).toEqual(['all', 'main', 'step', 'fill_row', 'init_row'])
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowLeft', '+']) fireEvent.keyDown(later, { key })
  expect(drawn()).toEqual(['all', 'main', 'step', 'fill_row'])
  for (const key of ['ArrowUp', 'ArrowUp', 'Enter']) fireEvent.keyDown(earlier, { key })
  await waitFor(() => expect(drawn()).toEqual(['all', 'main', 'step', 'init_row']))
  expect(earlier.querySelector('.flame-chosen text')?.textContent).toBe('main')
})

test('boxes that are not drawn are counted', async () => {
  host.answer('flame.read', () => ({
    total: 9,
    leftOut: 1234,
    names: ['', 'main'],
    numbers: [-1, 0],
    isLoop: [false, false],
    parent: [-1, 0],
    start: [0, 0],
    amount: [9, 9],
    traps: [2, 2],
    pair: [0, 0],
    wasted: [1, 1],
    observed: [2, 2],
  }))
  press('-')
  expect(await screen.findByText('1,234 more boxes are not drawn')).toBeTruthy()
})

test('a function is shown between its callers and its callees', async () => {
  press('-')
  await showMode('around one function')
  expect(await screen.findByText(/No function is chosen/)).toBeTruthy()
  press('2')
  fireEvent.click(await screen.findByRole('row', { name: /^.?step/ }))
  press('a')
  await chart(/^Callers of step/)
  await chart(/^What step calls/)
  expect(asked().at(-1)).toMatchObject({ around: 'step', inverted: false })
})

test('a search marks boxes and says their share', async () => {
  press('-')
  await chart(/^Calling contexts/)
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search functions in the flame graph' }), { target: { value: '_row' } })
  expect(await screen.findByText('2 boxes, 100 %', { exact: false })).toBeTruthy()
  expect(document.querySelectorAll('.flame-match')).toHaveLength(2)
})
