/** Words for the tools. */
import type { Tool } from '../../shared/run.ts'

export { isNeutral } from '../../shared/profile/profile.ts'
export { comparesValues, needsExhaustive } from '../../shared/tools.ts'

export interface ToolWords {
  /** The name at the beginning of a line. */
  title: string
  /** The name inside a sentence. */
  name: string
  /** The tool's findings, one sentence. */
  finds: string
}

export const toolWords: Record<Tool, ToolWords> = {
  'dead-stores': {
    title: 'Dead stores',
    name: 'dead stores',
    finds: 'A value is written and then overwritten before it is read. The first write is wasted.',
  },
  'silent-stores': {
    title: 'Silent stores',
    name: 'silent stores',
    finds: 'A store writes the value that memory already holds. The store changes nothing.',
  },
  'redundant-loads': {
    title: 'Redundant loads',
    name: 'redundant loads',
    finds: 'A load reads the same value from the same address as the load before it. The program could have kept the value.',
  },
  'reuse-distance': {
    title: 'Reuse distance',
    name: 'reuse distance',
    finds: 'How much other memory is accessed before the same data is used again. Data reused too late has left the cache.',
  },
  'false-sharing': {
    title: 'False sharing',
    name: 'false sharing',
    finds: 'Threads access different bytes of the same cache line, and at least one writes. The line moves between processor cores.',
  },
  'spatial-loads': {
    title: 'Spatial loads',
    name: 'spatial loads',
    finds: 'A load reads the same value as the load before it from the same array or heap block. All elements may be equal.',
  },
  registers: {
    title: 'Registers',
    name: 'register redundancy',
    finds: 'An instruction writes the value that its register already holds. The computation adds nothing new.',
  },
  values: {
    title: 'Values',
    name: 'values',
    finds: 'The most frequent values of instructions, stores and parameters. Code with one dominant value can be specialized for it.',
  },
}

/** In the order in which the windows list them. */
export const allTools = Object.keys(toolWords) as Tool[]

/** The tools of a new recording. */
export const defaultTools: Tool[] = ['dead-stores', 'silent-stores', 'redundant-loads']
