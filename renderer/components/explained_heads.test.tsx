/** Explanations of column heads by keyboard and touch. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { prepareHost, showWindow } from '../testing/shown_window.tsx'
import { explainHeads } from './explained_heads.ts'

let heads: HTMLElement[]

beforeEach(async () => {
  showWindow(prepareHost())
  onTestFinished(explainHeads())
  const tree = await screen.findByRole('treegrid')
  heads = [...tree.querySelectorAll<HTMLElement>('[role=columnheader]')]
})

const tooltip = (): string | null => document.querySelector('.explanation')?.textContent ?? null
const press = (key: string): void => void fireEvent.keyDown(document.activeElement!, { key })

test('one head is a stop of Tab; arrow keys reach the others, and each shows its explanation', () => {
  expect(heads.map(({ tabIndex }) => tabIndex)).toEqual(heads.map((_, index) => (index === 0 ? 0 : -1)))
  press('Tab')
  heads[0]!.focus()
  expect(tooltip()).toBe(heads[0]!.title)
  press('ArrowRight')
  expect(document.activeElement).toBe(heads[1])
  expect(tooltip()).toBe(heads[1]!.title)
  // Shift+Tab leaves the heads instead of stopping at the first.
  expect(heads.filter(({ tabIndex }) => tabIndex === 0)).toEqual([heads[1]])
  press('End')
  expect(tooltip()).toBe(heads.at(-1)!.title)
  press('Escape')
  expect(tooltip()).toBeNull()
  expect(document.activeElement).toBe(heads.at(-1))
  press('Home')
  expect(tooltip()).toBe(heads[0]!.title)
  press('ArrowDown')
  expect(document.activeElement).toBe(screen.getByRole('treegrid'))
  expect(heads.filter(({ tabIndex }) => tabIndex === 0)).toEqual([heads[0]])
  expect(tooltip()).toBeNull()
})

test('Tab goes from a head to its edge, whose arrow keys change the width of the column', async () => {
  const edgeOf = (head: HTMLElement): HTMLElement => within(head).getByRole('separator')
  const stops = (): HTMLElement[] => heads.map(edgeOf).filter(({ tabIndex }) => tabIndex === 0)
  expect(stops()).toEqual([])
  press('Tab')
  heads[1]!.focus()
  const edge = edgeOf(heads[1]!)
  expect(stops()).toEqual([edge])
  edge.focus()
  expect(edge.title).toContain('← →')
  expect(stops()).toEqual([edge])
  expect(tooltip()).toBeNull()
  const width = (): number => Number(edge.getAttribute('aria-valuenow'))
  const first = width()
  press('ArrowRight')
  press('ArrowRight')
  await waitFor(() => expect(width()).toBe(first + 32))
  press('ArrowLeft')
  await waitFor(() => expect(width()).toBe(first + 16))
  expect(document.activeElement).toBe(edge)
  const least = Number(edge.getAttribute('aria-valuemin'))
  for (let pressed = 0; pressed < 60; pressed++) press('ArrowLeft')
  await waitFor(() => expect(width()).toBe(least))
  edge.blur()
  expect(stops()).toEqual([])
})

test('Enter sorts by the focused head', async () => {
  press('Tab')
  const head = heads.find((each) => each.ariaSort === null && each.querySelector('.grid-sort') !== null && each !== heads[0])!
  head.focus()
  press('Enter')
  await waitFor(() => expect(head.getAttribute('aria-sort')).toBe('descending'))
})

test('a resting finger shows the explanation and does not sort; a tap sorts', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const button = heads[1]!.querySelector<HTMLElement>('.grid-sort')!
  const clicked = vi.fn()
  button.addEventListener('click', clicked)
  const touch = (type: 'pointerdown' | 'pointerup' | 'pointermove', clientX = 5): void => {
    button.dispatchEvent(Object.assign(new MouseEvent(type, { bubbles: true, clientX, clientY: 5 }), { pointerType: 'touch' }))
  }
  touch('pointerdown')
  vi.advanceTimersByTime(500)
  expect(tooltip()).toBe(heads[1]!.title)
  touch('pointerup')
  fireEvent.focusOut(heads[0]!)
  fireEvent.click(button)
  expect(clicked).not.toHaveBeenCalled()
  expect(tooltip()).toBe(heads[1]!.title)
  touch('pointerdown')
  expect(tooltip()).toBeNull()
  touch('pointerup')
  fireEvent.click(button)
  expect(clicked).toHaveBeenCalledOnce()
  touch('pointerdown')
  touch('pointermove', 50)
  vi.advanceTimersByTime(500)
  expect(tooltip()).toBeNull()
})
