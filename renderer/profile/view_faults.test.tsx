import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PairDetails } from '../../shared/rpc/pairs.ts'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'

const faulty = vi.hoisted(() => ({ pairs: false, facts: false }))

vi.mock(import('../pairs/PairTable.tsx'), async (importOriginal) => {
  const original = await importOriginal()
  function PairTable() {
    if (faulty.pairs) throw new Error('a column is upside down')
    return <original.PairTable />
  }
  return { PairTable }
})
vi.mock(import('../pair/PairFacts.tsx'), async (importOriginal) => {
  const original = await importOriginal()
  function PairFacts(props: { details: PairDetails }) {
    if (faulty.facts) throw new Error('a fact is upside down')
    return <original.PairFacts {...props} />
  }
  return { PairFacts }
})

beforeEach(async () => {
  // React reports every fault that a barrier caught.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  showWindow(prepareHost())
  await screen.findByRole('treegrid')
})
afterEach(() => {
  Object.assign(faulty, { pairs: false, facts: false })
  vi.restoreAllMocks()
})

const press = (key: string): boolean => fireEvent.keyDown(document.activeElement ?? document.body, { key, code: key })
const alerts = (): string[] => screen.queryAllByRole('alert').map((alert) => alert.textContent)

test('a fault in one view leaves the run’s figures, the pair and the other views usable, and is tried again', async () => {
  faulty.pairs = true
  press('5')
  expect((await screen.findByRole('alert')).textContent).toContain('The view “Pairs” could not be drawn: a column is upside down')
  expect(screen.getByRole('region', { name: 'The run' }).textContent).toMatch(/43\.9% 42\.8–45\.0 % of stores are dead/)
  expect(await screen.findByRole('region', { name: 'Selected pair' })).toBeTruthy()
  fireEvent.click(screen.getByRole('tab', { name: 'Top-down' }))
  press('2')
  expect(await screen.findByRole('treegrid')).toBeTruthy()
  expect(alerts()).toEqual([])
  press('5')
  faulty.pairs = false
  fireEvent.click(await within(await screen.findByRole('tabpanel')).findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('grid', { name: 'Pairs of accesses' })).toBeTruthy()
})

test('a fault beside the view leaves the view', async () => {
  await screen.findByRole('region', { name: 'Selected pair' })
  faulty.facts = true
  press('4')
  fireEvent.click((await within(await screen.findByRole('treegrid', { name: /flat/ })).findAllByRole('row')).at(-1)!)
  expect((await screen.findByRole('alert')).textContent).toContain('The selected pair could not be drawn: a fact is upside down')
  expect(screen.getByRole('treegrid', { name: /flat/ })).toBeTruthy()
})
