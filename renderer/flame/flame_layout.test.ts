import { expect, test } from 'vitest'
import type { FlameGraph } from '../../shared/rpc/charts.ts'
import { boxAt, matchedShare, neighbour, pathOf, placeBoxes, rowCount } from './flame_layout.ts'

/** all 100 ▸ main 100 ▸ (a 60 ▸ b 59.9), (c 40); b stands on a. */
const graph: FlameGraph = {
  total: 100,
  leftOut: 0,
  names: ['', 'main', 'a', 'c', 'b'],
  numbers: [-1, 7, 8, 9, 10],
  isLoop: [false, false, false, false, false],
  parent: [-1, 0, 1, 1, 2],
  start: [0, 0, 0, 60, 0],
  amount: [100, 100, 60, 40, 0.5],
  traps: [200, 200, 120, 80, 1],
  pair: [0, 0, 0, 1, 0],
  wasted: [1, 1, 1, 1, 1],
  observed: [200, 200, 120, 80, 1],
}
const drawn = (zoomed: number, width: number): string[] =>
  placeBoxes(graph, zoomed, width).map(({ box, x, width, row }) => `${graph.names[box] || 'all'} ${x}+${width} row ${row}`)

test('boxes are as wide as their amounts; what is narrower than a pixel is not drawn', () => {
  expect(drawn(0, 200)).toEqual(['all 0+200 row 0', 'main 0+200 row 1', 'a 0+120 row 2', 'c 120+80 row 2', 'b 0+1 row 3'])
  expect(drawn(0, 100)).not.toContain('b 0+0.5 row 3')
})

test('a zoomed box takes the whole width, with the boxes below it and without its neighbors', () => {
  expect(drawn(3, 200)).toEqual(['all 0+200 row 0', 'main 0+200 row 1', 'c 0+200 row 2'])
  expect(rowCount(graph, 0)).toBe(4)
  expect(rowCount(graph, 3)).toBe(3)
})

test('arrow keys go to the widest box above, to the one below, and to neighbours of the same row', () => {
  const placed = placeBoxes(graph, 0, 200)
  expect(neighbour(placed, graph, 1, 'deeper')).toBe(2)
  expect(neighbour(placed, graph, 2, 'right')).toBe(3)
  expect(neighbour(placed, graph, 3, 'right')).toBe(3)
  expect(neighbour(placed, graph, 3, 'left')).toBe(2)
  expect(neighbour(placed, graph, 4, 'back')).toBe(2)
  expect(neighbour(placed, graph, 0, 'back')).toBe(0)
  expect(neighbour(placed, graph, 4, 'deeper')).toBe(4)
})

test('a box is identified by its functions from the lowest on', () => {
  expect(pathOf(graph, 4)).toEqual([7, 8, 10])
  expect(pathOf(graph, 0)).toEqual([])
  expect(boxAt(graph, [7, 8, 10])).toBe(4)
  expect(boxAt(graph, [7, 10])).toBeNull()
})

test('boxes on each other that a search fits count once', () => {
  expect(matchedShare(graph, /^[ab]$/)).toEqual({ boxes: 2, share: 0.6 })
  expect(matchedShare(graph, /c/)).toEqual({ boxes: 1, share: 0.4 })
})
