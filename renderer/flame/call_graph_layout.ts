/** Where the boxes and edges of a function with its callers and callees stand; pure. */
import type { CallGraph } from '../../shared/rpc/functions.ts'

type Column = 'callers' | 'function' | 'callees'

export interface GraphBox {
  column: Column
  /** In the column's list. */
  at: number
  x: number
  y: number
  width: number
  height: number
}

/** CSS pixels. */
const boxHeight = 38
const boxGap = 8
const top = 22
const centreHeight = 56
const columnShares = { box: 0.29, gap: 0.065 }

export function graphHeight({ callers, callees }: CallGraph): number {
  return top + Math.max(centreHeight, callers.length * (boxHeight + boxGap), callees.length * (boxHeight + boxGap)) + boxGap
}

/** Callers, the function, and callees, in this order. */
export function placeGraph(graph: CallGraph, width: number): GraphBox[] {
  const height = graphHeight(graph)
  const own = width * columnShares.box
  const column = (name: 'callers' | 'callees', x: number): GraphBox[] => {
    const count = graph[name].length
    const first = top + (height - top - count * (boxHeight + boxGap)) / 2
    return graph[name].map((_, at) => ({ column: name, at, x, y: first + at * (boxHeight + boxGap), width: own, height: boxHeight }))
  }
  return [
    ...column('callers', 0),
    { column: 'function', at: 0, x: own + width * columnShares.gap, y: top + (height - top - centreHeight - boxGap) / 2, width: own, height: centreHeight },
    ...column('callees', width - own),
  ]
}

/** Where an arrow key leads from a box; itself where there is nothing that way. */
export function nextBox(boxes: GraphBox[], from: number, key: string): number {
  const here = boxes[from]
  if (here === undefined) return boxes.findIndex(({ column }) => column === 'function')
  const columns: Column[] = ['callers', 'function', 'callees']
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const next = from + (key === 'ArrowUp' ? -1 : 1)
    return boxes[next]?.column === here.column ? next : from
  }
  const column = columns[columns.indexOf(here.column) + (key === 'ArrowLeft' ? -1 : 1)]
  const middle = here.y + here.height / 2
  let [best, distance] = [from, Infinity]
  for (const [index, box] of boxes.entries()) {
    const away = Math.abs(box.y + box.height / 2 - middle)
    if (box.column !== column || away >= distance) continue
    best = index
    distance = away
  }
  return best
}
