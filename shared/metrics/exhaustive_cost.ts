/**
 * The expected cost of the exhaustive engine: run time and memory as multiples of the program's own, for a person who has
 * to decide whether to wait. `least` is small integer code, `most` large code such as a compiler's or floating-point code,
 * whichever is slower: docs/measurements.md, docs/value-profiling.md.
 */
import type { ExhaustiveTool, Tool } from '../tools.ts'

export interface Multiple {
  least: number
  most: number
}

/** Running under Valgrind at all. */
const translation: Multiple = { least: 3, most: 12 }
/** The counting run. */
export const countingSlowdown: Multiple = { least: 4, most: 14 }
/** Cost of measuring in windows, apart from the cost of the measurements. */
const burstySlowdown: Multiple = { least: 5, most: 31 }

interface Cost {
  time: Multiple
  memory: Multiple
}

/** Beside the translation; `memory` of a program of 100 MB or more: smaller ones are dominated by Valgrind's own 40 MB. */
const ofTool: Record<ExhaustiveTool, Cost> = {
  'dead-stores': { time: { least: 9, most: 30 }, memory: { least: 3, most: 9 } },
  'silent-stores': { time: { least: 9, most: 38 }, memory: { least: 3, most: 9 } },
  'redundant-loads': { time: { least: 26, most: 100 }, memory: { least: 5, most: 14 } },
  'reuse-distance': { time: { least: 45, most: 80 }, memory: { least: 3, most: 9 } },
  'spatial-loads': { time: { least: 30, most: 95 }, memory: { least: 3, most: 9 } },
  values: { time: { least: 38, most: 110 }, memory: { least: 1, most: 3 } },
  registers: { time: { least: 5, most: 131 }, memory: { least: 3, most: 9 } },
}
/** Dead and silent stores share their record of who stored last. */
const sharedByStores: Multiple = { least: 8, most: 28 }

/** @param bursty measured in windows only */
export function expectedSlowdown(tools: Tool[], bursty: boolean): Multiple {
  if (bursty) return burstySlowdown
  const stores = tools.includes('dead-stores') && tools.includes('silent-stores')
  const sum = tools.reduce((total, tool) => plus(total, costOf(tool).time, 1), translation)
  return stores ? plus(sum, sharedByStores, -1) : sum
}

/** Times the program's own memory. */
export function expectedMemory(tools: Tool[]): Multiple {
  const stores = tools.includes('dead-stores') && tools.includes('silent-stores')
  const extra = tools.filter((tool) => !(stores && tool === 'silent-stores')).map((tool) => costOf(tool).memory)
  return extra.reduce((total, tool) => plus(total, tool, 1), one)
}

/** A tool that the engine does not have costs nothing. */
function costOf(tool: Tool): Cost {
  const known: Partial<Record<Tool, Cost>> = ofTool
  return known[tool] ?? { time: { least: 0, most: 0 }, memory: { least: 0, most: 0 } }
}

/** "15 to 45 times". */
export function timesText({ least, most }: Multiple): string {
  return `${figure(least)} to ${figure(most)} times`
}

/** At most two significant digits: the estimate is not more accurate. */
function figure(value: number): string {
  const step = value >= 100 ? 10 : value >= 20 ? 5 : 1
  return String(Math.round(value / step) * step)
}

const one: Multiple = { least: 1, most: 1 }

function plus(a: Multiple, b: Multiple, sign: 1 | -1): Multiple {
  return { least: a.least + sign * b.least, most: a.most + sign * b.most }
}
