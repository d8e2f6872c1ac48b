import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApplication } from '../application/application.ts'
import { ApplicationContext } from '../application/context.ts'
import { prepareDom } from '../testing/dom.ts'
import { createFakeHost } from '../testing/fake_host.ts'
import type { BarRange } from '../charts/BarBrush.tsx'
import { HistogramChart } from './HistogramChart.tsx'

const bins = [0, 1, 2, 3].map((from) => ({ from, to: from + 1, share: 0.25 }))
let bars: Element[]

function Chart() {
  const [range, setRange] = useState<BarRange | null>(null)
  return (
    <>
      <output>{JSON.stringify(range)}</output>
      <HistogramChart
        title="t"
        fileName="t"
        caches={[]}
        histogram={{ unit: 'bytes', bins, total: 4, percentiles: [] } as never}
        range={range}
        onRange={setRange}
      />
    </>
  )
}

beforeEach(() => {
  prepareDom()
  const { container } = render(
    <ApplicationContext value={createApplication(createFakeHost())}>
      <Chart />
    </ApplicationContext>,
  )
  bars = Array.from(container.querySelectorAll('.chart-target'))
})
afterEach(cleanup)

const shown = (): unknown => JSON.parse(screen.getByRole('status').textContent ?? '')
const enter = (bar: number, buttons: number): boolean => fireEvent.pointerEnter(bars[bar]!, { buttons })

test('a drag over bars chooses them, also back to where it began', () => {
  fireEvent.pointerDown(bars[1]!, { buttons: 1 })
  enter(2, 1)
  enter(3, 1)
  expect(shown()).toEqual({ first: 1, last: 3 })
  enter(1, 1)
  fireEvent.pointerUp(bars[1]!)
  expect(shown()).toEqual({ first: 1, last: 1 })
})

test('a click chooses one bar, another click none', () => {
  for (const expected of [{ first: 2, last: 2 }, null]) {
    fireEvent.pointerDown(bars[2]!, { buttons: 1 })
    fireEvent.pointerUp(bars[2]!)
    expect(shown()).toEqual(expected)
  }
})

test('a drag that ended outside of the chart does not go on', () => {
  fireEvent.pointerDown(bars[0]!, { buttons: 1 })
  enter(1, 1)
  enter(2, 0)
  enter(3, 1)
  expect(shown()).toEqual({ first: 0, last: 1 })
})
