/** Words for the relations between the two accesses of a pair. */
import type { Relation } from '../../shared/profile/frame.ts'
import type { Tool } from '../../shared/run.ts'

interface RelationWords {
  /** The word for the earlier access. */
  source: string
  /** The word for the later access. */
  target: string
}

const ofRelation: Record<Relation, RelationWords> = {
  KILLED_BY: { source: 'dead store', target: 'killing store' },
  USED_BY: { source: 'store', target: 'load that uses it' },
  REDUNDANT_WITH: { source: 'earlier access', target: 'redundant access' },
  CHANGED_BY: { source: 'earlier access', target: 'access with another value' },
  REUSED_BY: { source: 'use', target: 'reuse' },
  SHARED_WITH: { source: 'access in thread A', target: 'access in thread B' },
  WAITING: { source: 'earlier access', target: 'access while waiting' },
}

/** Where the tool says more about the accesses than the relation does. */
const ofTool: Partial<Record<Tool, Partial<Record<Relation, RelationWords>>>> = {
  'silent-stores': {
    REDUNDANT_WITH: { source: 'earlier store', target: 'redundant store' },
    CHANGED_BY: { source: 'earlier store', target: 'store of another value' },
  },
  'redundant-loads': {
    REDUNDANT_WITH: { source: 'earlier load', target: 'repeating load' },
    CHANGED_BY: { source: 'earlier load', target: 'load of another value' },
  },
  registers: {
    REDUNDANT_WITH: { source: 'earlier write', target: 'redundant write' },
    CHANGED_BY: { source: 'earlier write', target: 'write of another value' },
  },
  'spatial-loads': {
    REDUNDANT_WITH: { source: 'earlier load', target: 'load of the same value' },
    CHANGED_BY: { source: 'earlier load', target: 'load of another value' },
  },
}

/** The effect of a relation on its two accesses, as text. */
export function relationWords(tool: Tool, relation: Relation): RelationWords {
  return ofTool[tool]?.[relation] ?? ofRelation[relation]
}

/** The relation from the later access's point of view. */
export const reverseRelation: Record<Relation, string> = {
  KILLED_BY: 'KILLS',
  USED_BY: 'USES',
  REDUNDANT_WITH: 'REPEATS',
  CHANGED_BY: 'CHANGES',
  REUSED_BY: 'REUSES',
  SHARED_WITH: 'SHARES',
  WAITING: 'WAITS',
}

/** The meaning of a relation, for the tooltip of its name. */
export const relationMeaning: Record<Relation, string> = {
  KILLED_BY: 'overwritten before it is read',
  USED_BY: 'read before it is overwritten',
  REDUNDANT_WITH: 'followed by an access with the same value',
  CHANGED_BY: 'followed by an access with another value',
  REUSED_BY: 'accessed again',
  SHARED_WITH: 'another thread accessed the same cache line',
  WAITING: 'the thread waits for another one: neither waste nor use',
}

/** On the row of a link: which way it goes decides the words. */
export const linkPhrase: Record<Relation, { outgoing: string; incoming: string }> = {
  KILLED_BY: { outgoing: 'overwritten by', incoming: 'overwrites' },
  USED_BY: { outgoing: 'read by', incoming: 'reads' },
  REDUNDANT_WITH: { outgoing: 'repeated by', incoming: 'repeats' },
  CHANGED_BY: { outgoing: 'changed by', incoming: 'changes' },
  REUSED_BY: { outgoing: 'reused by', incoming: 'reuses' },
  SHARED_WITH: { outgoing: 'shared with', incoming: 'shares' },
  WAITING: { outgoing: 'waits in', incoming: 'waits since' },
}

/** Beside the name of the relation. */
export const relationPhrase: Record<Relation, string> = {
  KILLED_BY: 'overwritten by',
  USED_BY: 'read by',
  REDUNDANT_WITH: 'repeats',
  CHANGED_BY: 'changed by',
  REUSED_BY: 'reused by',
  SHARED_WITH: 'shared with',
  WAITING: 'while waiting',
}
