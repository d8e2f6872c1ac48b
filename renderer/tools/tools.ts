import type { Tool } from '../../shared/run.ts'

export interface ToolWords {
  /** As it begins a line. */
  title: string
  /** As it stands in a sentence. */
  name: string
  /** What it finds, one sentence. */
  finds: string
}

export const toolWords: Record<Tool, ToolWords> = {
  'dead-stores': {
    title: 'Dead stores', name: 'dead stores',
    finds: 'Bytes that are stored and stored again before anybody reads them: the first store was for nothing.',
  },
  'silent-stores': {
    title: 'Silent stores', name: 'silent stores',
    finds: 'Stores that write what the last store had already written: the value did not change.',
  },
  'redundant-loads': {
    title: 'Redundant loads', name: 'redundant loads',
    finds: 'Loads that bring what the last load had already brought: the value could have been kept.',
  },
  'reuse-distance': {
    title: 'Reuse distance', name: 'reuse distance',
    finds: 'How much else is touched before data are used again: what comes back too late for the caches.',
  },
  'false-sharing': {
    title: 'False sharing', name: 'false sharing',
    finds: 'Threads that write and touch the same cache line, though different bytes of it: the line travels between processors.',
  },
  'spatial-loads': {
    title: 'Spatial loads', name: 'spatial loads',
    finds: 'Loads that bring the value that was last loaded from the same array or block, wherever in it: all of it may be the same.',
  },
  registers: {
    title: 'Registers', name: 'register redundancy',
    finds: 'Instructions that write into a register what it already held: the computation brought nothing new.',
  },
  values: {
    title: 'Values', name: 'values',
    finds: 'Which values instructions, stores and parameters have, and how often the same one: code to specialise for it.',
  },
}

/** In the order in which the windows list them. */
export const allTools = Object.keys(toolWords) as Tool[]

/** What a new recording looks for. */
export const defaultTools: Tool[] = ['dead-stores', 'silent-stores', 'redundant-loads']

/** The tool asks whether two values are the same, within a tolerance where they are floating point. */
export function comparesValues(tool: Tool): boolean {
  return tool === 'silent-stores' || tool === 'redundant-loads' || tool === 'spatial-loads' || tool === 'registers'
}

/** Only the exhaustive engine sees enough for the tool. */
export function needsExhaustive(tool: Tool): boolean {
  return tool === 'spatial-loads' || tool === 'registers' || tool === 'values'
}

/** The tool knows neither waste nor use: its pairs, if it has any, are ordered and drawn by how often they were seen. */
export function isNeutral(tool: Tool): boolean {
  return tool === 'reuse-distance' || tool === 'values'
}
