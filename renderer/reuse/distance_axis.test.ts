import { expect, test } from 'vitest'
import type { HistogramBin } from '../../shared/report.ts'
import { binText, positionAmong, ticksThatFit } from './distance_axis.ts'

const bins: HistogramBin[] = [
  [0, 4096],
  [4096, 8192],
  [8192, 16_384],
  [16_384, null],
].map(([from, to]) => ({ from: from ?? 0, to: to ?? null, share: 0.25 }))

test.each([
  [0, 0],
  [2048, 0.5],
  [4096, 1],
  [4096 * Math.SQRT2, 1.5],
  [8192, 2],
  [16_384, 3],
])('%d bytes lie at %d among octaves', (distance, position) => {
  expect(positionAmong(bins, distance)).toBeCloseTo(position, 10)
})

test('nothing lies at a place within the open bin', () => expect(positionAmong(bins, 20_000)).toBeNull())

test('bins are labelled by their edges', () => {
  expect(bins.map((bin) => binText(bin, 'bytes'))).toEqual(['less than 4 KiB', '4 KiB to 8 KiB', '8 KiB to 16 KiB', '16 KiB and more'])
  expect(binText(bins[1] as HistogramBin, 'ns')).toBe('4.10 µs to 8.19 µs')
})

test('ticks thin out where room is short', () => {
  expect(ticksThatFit(6, 600, 50)).toEqual([0, 1, 2, 3, 4, 5])
  expect(ticksThatFit(6, 150, 50)).toEqual([0, 2, 4])
})
