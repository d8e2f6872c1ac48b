/** Words of the values view for the kinds and types of value tables. */
import type { ValueClass } from '../../shared/profile/value_names.ts'
import type { Invariances, ValueKind } from '../../shared/values.ts'

export const kindWords: Record<ValueKind, { title: string; description: string }> = {
  instructions: { title: 'instructions', description: 'Loads, stores and results together' },
  loads: { title: 'loads', description: 'Values that instructions load' },
  stores: { title: 'stores', description: 'Values that instructions store' },
  results: { title: 'results', description: 'Values that instructions compute into a register' },
  parameters: { title: 'parameters', description: 'Integer and pointer arguments at the entry of procedures' },
  operands: { title: 'operands', description: 'Operands of divide, square root and multiply' },
}
export const allKinds = Object.keys(kindWords) as ValueKind[]

/** Table 2 of Calder, Feller and Eustace. */
export const classWords: Record<ValueClass, string> = {
  'integer-load': 'integer load',
  'fp-load': 'FP load',
  address: 'address calculation',
  store: 'store',
  'integer-multiply': 'integer multiply',
  'fp-multiply': 'FP multiply',
  'fp-divide': 'FP divide',
  'integer-arithmetic': 'other integer',
  'fp-arithmetic': 'other FP',
  compare: 'compare',
  shift: 'shift',
  'conditional-move': 'conditional move',
  'fp-other': 'other FP operation',
}

export const invarianceWords: Record<keyof Invariances, { title: string; description: string }> = {
  inv1: { title: 'top value', description: 'Share of executions with the most frequent value (Inv-1 in Calder, Feller and Eustace)' },
  inv5: { title: 'top five values', description: 'Share of executions with one of the five most frequent values (Inv-5)' },
  mrv1: { title: 'same as last time', description: 'Share of executions that repeat the value of the execution before (MRV-1)' },
  zero: { title: 'zero', description: 'Share of executions with the value zero' },
}
export const allInvariances = Object.keys(invarianceWords) as Array<keyof Invariances>
