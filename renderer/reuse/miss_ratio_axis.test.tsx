import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { MissRatioLines, type MissRatioCurve } from './MissRatioLines.tsx'

afterEach(cleanup)

/** A curve that falls from `first`. */
const from = (first: number): MissRatioCurve => [0, 1, 2, 3].map((step) => ({ bytes: 1024 * 4 ** step, ratio: first / 2 ** step }))

interface Drawn {
  curve: MissRatioCurve
  old?: MissRatioCurve
  interval?(ratio: number): [number, number]
}

/** The highest text of the ratio axis, and the share of its height that the curve takes. */
function drawn({ curve, old, interval }: Drawn): { highest: string; filled: number } {
  cleanup()
  const frame = { width: 700, height: 256, scale: 1, cursor: null, onPoint: () => {} }
  const { container } = render(
    <svg>
      <MissRatioLines frame={frame} curve={curve} old={old ?? null} caches={[]} {...(interval === undefined ? {} : { interval })} />
    </svg>,
  )
  const texts = Array.from(container.querySelectorAll('.visx-axis-left text'), ({ textContent }) => textContent ?? '')
  const bottom = Number(container.querySelector('rect.chart-target')!.getAttribute('height'))
  const [, first] = /^M[\d.]+,([\d.]+)/.exec(Array.from(container.querySelectorAll('path.chart-line')).at(-1)!.getAttribute('d')!)!
  return { highest: texts.at(-1)!, filled: Math.round((1 - Number(first) / bottom) * 100) / 100 }
}

test('few misses fill the chart, on an axis that ends near them', () => {
  expect(drawn({ curve: from(0.03) })).toEqual({ highest: '3 %', filled: 1 })
  expect(drawn({ curve: from(0.9) })).toEqual({ highest: '100 %', filled: 0.9 })
})

test('everything drawn beside the curve fits, up to all accesses', () => {
  expect(drawn({ curve: from(0.03), old: from(0.6) })).toEqual({ highest: '60 %', filled: 0.05 })
  expect(drawn({ curve: from(0.03), interval: (ratio) => [0, ratio * 2] })).toEqual({ highest: '6 %', filled: 0.5 })
  expect(drawn({ curve: from(1), interval: (ratio) => [ratio / 2, ratio * 2] })).toMatchObject({ highest: '100 %', filled: 1 })
})

test('a curve that never misses lies on the axis', () => {
  expect(drawn({ curve: from(0) })).toEqual({ highest: '1 %', filled: 0 })
})
