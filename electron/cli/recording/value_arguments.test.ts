import { expect, test } from 'vitest'
import { defaultValues } from '../../record/value_options.ts'
import { recordCommand } from '../commands/record_command.ts'
import { valueOptionsOf } from './value_arguments.ts'

test('without options values are profiled as usual', () => {
  expect(valueOptionsOf(recordCommand, {})).toEqual(defaultValues)
})

test('each option changes one thing', () => {
  expect(valueOptionsOf(recordCommand, { 'no-clearing': true })).toEqual({ ...defaultValues, clearing: false })
  expect(valueOptionsOf(recordCommand, { 'value-table': '50' })).toEqual({ ...defaultValues, tableSize: 50 })
  expect(valueOptionsOf(recordCommand, { values: 'operands,loads' })).toEqual({ ...defaultValues, kinds: ['loads', 'operands'] })
  expect(valueOptionsOf(recordCommand, { 'value-profile': 'bounds', 'value-back-off': '2,constant' })).toEqual({
    ...defaultValues,
    profile: 'bounds',
    backOff: 2,
    constantBackOff: true,
  })
})
