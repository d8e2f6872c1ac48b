/** The tools, which accesses they watch, and which engines have them. */

/** Positions are the numbers of the raw format less one, and the values of `tool` columns. Append only. */
export const TOOLS = [
  'dead-stores', // 1 in the raw format
  'silent-stores',
  'redundant-loads',
  'reuse-distance',
  'false-sharing',
  'spatial-loads',
  'registers',
  'values',
] as const

export type Tool = (typeof TOOLS)[number]

interface Reach {
  /** Empty: it watches registers, or values of all kinds. */
  accesses: ReadonlyArray<'loads' | 'stores'>
  engines: 'both' | 'sampling' | 'exhaustive'
  /** It asks whether two values are the same, within a tolerance where they are floating point. */
  comparesValues: boolean
}

const REACH = {
  'dead-stores': { accesses: ['stores'], engines: 'both', comparesValues: false },
  'silent-stores': { accesses: ['stores'], engines: 'both', comparesValues: true },
  'redundant-loads': { accesses: ['loads'], engines: 'both', comparesValues: true },
  'reuse-distance': { accesses: ['loads', 'stores'], engines: 'both', comparesValues: false },
  'false-sharing': { accesses: ['loads', 'stores'], engines: 'sampling', comparesValues: false },
  'spatial-loads': { accesses: ['loads'], engines: 'exhaustive', comparesValues: true },
  registers: { accesses: [], engines: 'exhaustive', comparesValues: true },
  values: { accesses: [], engines: 'exhaustive', comparesValues: false },
} as const satisfies Record<Tool, Reach>

export type ExhaustiveTool = { [T in Tool]: (typeof REACH)[T]['engines'] extends 'sampling' ? never : T }[Tool]

/** Of the engines that sample, or of the one that sees every access. */
export function toolsOf(engine: 'sampling' | 'exhaustive'): readonly Tool[] {
  return TOOLS.filter((tool) => REACH[tool].engines === 'both' || REACH[tool].engines === engine)
}

/** Only the exhaustive engine sees enough for the tool. */
export function needsExhaustive(tool: Tool): boolean {
  return REACH[tool].engines === 'exhaustive'
}

export function comparesValues(tool: Tool): boolean {
  return REACH[tool].comparesValues
}

export function accessesOf(tool: Tool): Reach['accesses'] {
  return REACH[tool].accesses
}
