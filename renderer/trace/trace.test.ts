import { describe, expect, test } from 'vitest'
import tokens from '../styles/tokens.css?raw'
import { fakeTrace } from '../testing/fake_profile.ts'
import { blindness, distance, usual, type Colour as Seen } from '../testing/seen_colours.ts'
import { colourOfPlace, coloursOf, laneNames, paletteSize, parsedColour, pixelsOf, waitingColour, type Colour } from './trace_drawing.ts'
import { panTo, wholeTrace, zoomLanes, zoomTime } from './trace_viewport.ts'

const whole = wholeTrace(fakeTrace)
const seen = (colour: Colour): Seen => colour.map((channel) => channel / 255) as Seen

test('a zoom keeps the moment under the pointer, and stays within the run', () => {
  expect(zoomTime(whole, 0.5, 1e9, 4e9)).toMatchObject({ from: 0.5e9, to: 2.5e9 })
  expect(zoomTime({ ...whole, from: 3e9, to: 4e9 }, 2, 4e9, 4e9)).toMatchObject({ from: 2e9, to: 4e9 })
  expect(zoomTime({ ...whole, from: 0, to: 1e9 }, 100, 0, 4e9)).toMatchObject({ from: 0, to: 4e9 })
  const closest = zoomTime(whole, 1e-9, 1e9, 4e9)
  expect(closest.to - closest.from).toBe(100_000)
  expect(panTo({ ...whole, from: 1e9, to: 2e9 }, -5, 4e9)).toMatchObject({ from: 0, to: 1e9 })
  expect(panTo({ ...whole, from: 1e9, to: 2e9 }, 9e9, 4e9)).toMatchObject({ from: 3e9, to: 4e9 })
})

test('lanes are zoomed around one, down to that one alone', () => {
  expect(zoomLanes({ ...whole, lastLane: 100 }, 0.5, 40, 100)).toMatchObject({ firstLane: 20, lastLane: 70 })
  expect(zoomLanes({ ...whole, firstLane: 4, lastLane: 5 }, 0.5, 4, 100)).toMatchObject({ firstLane: 4, lastLane: 5 })
  expect(zoomLanes({ ...whole, firstLane: 4, lastLane: 5 }, 2, 4, 100)).toMatchObject({ firstLane: 4, lastLane: 6 })
})

test('pixels are those of the names, and none where a thread did not run', () => {
  const pixels = pixelsOf({ lanes: [0, 1], runs: [1, 0, 2, -1, 2, 1, 1, 0] }, 3, [
    [1, 2, 3],
    [9, 8, 7],
  ])
  const cells = Array.from({ length: 6 }, (_, at) => pixels.slice(4 * at, 4 * at + 4).join(' '))
  expect(cells).toEqual(['1 2 3 255', '0 0 0 0', '0 0 0 0', '9 8 7 255', '9 8 7 255', '1 2 3 255'])
})

const theme = {
  isDark: true,
  use: parsedColour('#000000'),
  waste: parsedColour('#c86400'),
  unknown: parsedColour('#808080'),
  waiting: parsedColour('#707070'),
}

test('a function keeps its colour in every part of the run, waste has one between those of use and waste', () => {
  expect(coloursOf({ places: [-1, -1, -1], waste: [0.5, -1, 1], waits: [0, 0, 0] }, theme)).toEqual([
    [100, 50, 0],
    [128, 128, 128],
    [200, 100, 0],
  ])
  // The last one waits.
  const whole = coloursOf({ places: [0, 1, 40, -1], waste: [], waits: [0, 0, 0, 1] }, theme)
  const part = coloursOf({ places: [-1, 40, 1], waste: [], waits: [1, 0, 0] }, theme)
  expect(part).toEqual([[112, 112, 112], whole[2], whole[1]])
  expect(whole[3]).toEqual([112, 112, 112])
})

describe.each(['dark', 'light', 'contrast'])('%s', (name) => {
  const token = (wanted: string): Colour => parsedColour(new RegExp(`--${wanted}: (#\\w{6})`).exec(tokens.split(`[data-theme='${name}']`)[1]!)![1]!)
  const palette = Array.from({ length: paletteSize }, (_, place) => seen(colourOfPlace(place, name !== 'light')))

  test.each(['usual', ...Object.keys(blindness)])('the ten functions with the most time, and waiting, differ for %s eyes', (kind) => {
    const waiting = seen(waitingColour(token('window'), token('text-dim')))
    const all = [...palette, waiting]
    for (const [at, one] of all.entries())
      for (const other of all.slice(at + 1)) expect(distance(one, other, blindness[kind] ?? usual), `${one} and ${other}`).toBeGreaterThan(0.13)
  })

  test('functions stand out from where no thread runs', () => {
    for (const colour of palette) expect(distance(colour, seen(token('raised')), usual)).toBeGreaterThan(0.2)
  })
})

test('lanes are named as threads are in every other view', () => {
  const lane = { thread: 0, rank: null, process: 12, number: 15, name: 'solver', index: 0, samples: 1 }
  expect(laneNames([lane])).toEqual(['solver'])
  expect(laneNames([lane, { ...lane, number: 17, name: '', index: 2 }])).toEqual(['solver 0', 'thread 2'])
  expect(laneNames([lane, { ...lane, process: 13, index: 2 }])).toEqual(['12 · solver 0', '13 · solver 2'])
  expect(
    laneNames([
      { ...lane, rank: 3 },
      { ...lane, rank: 4, process: 13 },
    ]),
  ).toEqual(['rank 3 · solver', 'rank 4 · solver'])
})
