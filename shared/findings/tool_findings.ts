/**
 * The findings' properties of each tool. A tool that is null here has no findings: its pairs and tables are shown, and
 * every list of findings says so.
 */
import type { AdviceClass } from '../advice/advice.ts'
import type { Tool } from '../run.ts'

interface ToolFindings {
  /** Tools that judge the same accesses have one family, and share findings: the first of them. */
  family: Tool
  /** The access of a pair that the program can do without. */
  wasted: 'earlier' | 'later'
  /** The accesses that the tool observes, in the plural. */
  accesses: string
  /** Completes "7 % of the stores are …". */
  fault: string
  /** Completes "2.10 s of … gone"; null: its waste has no unit that runs can be compared by. */
  noun: readonly [noun: string, verb: 'are' | 'is'] | null
  /** Its word for a pair that no rule explains: "LATER … EARLIER". */
  verb: string
  withoutRule: AdviceClass
}

const TOOL_FINDINGS: Record<Tool, ToolFindings | null> = {
  'dead-stores': {
    family: 'dead-stores',
    wasted: 'earlier',
    accesses: 'stores',
    fault: 'overwritten before anything reads them',
    noun: ['dead stores', 'are'],
    verb: 'overwrites the unread value of',
    withoutRule: 'unread-result',
  },
  'silent-stores': {
    family: 'dead-stores',
    wasted: 'later',
    accesses: 'stores',
    fault: 'of values that are already there',
    noun: ['silent stores', 'are'],
    verb: 'stores the value that was stored by',
    withoutRule: 'unchanged-store',
  },
  'redundant-loads': {
    family: 'redundant-loads',
    wasted: 'later',
    accesses: 'loads',
    fault: 'of values that were loaded before and have not changed',
    noun: ['redundant loads', 'are'],
    verb: 'loads the value that was loaded by',
    withoutRule: 'repeated-load',
  },
  'reuse-distance': {
    family: 'reuse-distance',
    wasted: 'later',
    accesses: 'time for memory',
    fault: 'spent on data that has left the caches',
    noun: null,
    verb: 'accesses what was accessed by',
    withoutRule: 'distant-reuse',
  },
  'false-sharing': {
    family: 'false-sharing',
    wasted: 'later',
    accesses: 'accesses',
    fault: 'to a cache line that another thread writes',
    noun: ['false sharing', 'is'],
    verb: 'accesses what was accessed by',
    withoutRule: 'false-sharing',
  },
  'spatial-loads': {
    family: 'spatial-loads',
    wasted: 'later',
    accesses: 'loads',
    fault: 'of the value of a neighboring element',
    noun: ['loads of values that a neighbor has', 'are'],
    verb: 'loads the value of a neighboring element, which was loaded by',
    withoutRule: 'uniform-data',
  },
  registers: {
    family: 'registers',
    wasted: 'later',
    accesses: 'register writes',
    fault: 'of values that are already there',
    noun: ['repeated register writes', 'are'],
    verb: 'sets the value that was set by',
    withoutRule: 'unchanged-store',
  },
  values: null,
}

export function hasFindings(tool: Tool): boolean {
  return TOOL_FINDINGS[tool] !== null
}

/** @throws Error of a tool without findings */
export function findingsOfTool(tool: Tool): ToolFindings {
  const known = TOOL_FINDINGS[tool]
  if (known === null) throw new Error(`${tool} has no findings`)
  return known
}

/** The tool that stands for all of its family. */
export function familyOf(tool: Tool): Tool {
  return TOOL_FINDINGS[tool]?.family ?? tool
}

/** Null: its waste is not compared by its unit. */
export function wasteNoun(tool: Tool): ToolFindings['noun'] {
  return TOOL_FINDINGS[tool]?.noun ?? null
}

export function wastesEarlier(tool: Tool): boolean {
  return TOOL_FINDINGS[tool]?.wasted === 'earlier'
}

export function judgesStores(tool: Tool): boolean {
  return TOOL_FINDINGS[tool]?.accesses === 'stores'
}
