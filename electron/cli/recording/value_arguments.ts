/** `hagstone record --tool values`: its options. */
import { defaultValues, valueBounds, valueKinds, valueProfiles, type ValueOptions } from '../../record/value_options.ts'
import { choice, decimal, integer, wrongUse } from '../command.ts'
import type { Command } from '../command.ts'

export const valueOptionTypes = {
  values: { type: 'string' },
  'value-table': { type: 'string' },
  'value-profile': { type: 'string' },
  'value-back-off': { type: 'string' },
  'value-reference': { type: 'boolean' },
  'no-clearing': { type: 'boolean' },
} as const

export interface ValueWords {
  values?: string | undefined
  'value-table'?: string | undefined
  'value-profile'?: string | undefined
  'value-back-off'?: string | undefined
  'value-reference'?: boolean | undefined
  'no-clearing'?: boolean | undefined
}

export const valueOptionNames = Object.keys(valueOptionTypes) as Array<keyof ValueWords>

/** @throws Failure of wrong use */
export function valueOptionsOf(command: Pick<Command, 'name' | 'wrongUse'>, words: ValueWords): ValueOptions {
  const profile = words['value-profile'] === undefined ? defaultValues.profile : choice(command, 'value-profile', words['value-profile'], valueProfiles)
  const needsRest = (['value-back-off', 'value-reference'] as const).find((option) => words[option] !== undefined)
  if (needsRest !== undefined && profile === 'full')
    throw wrongUse(command, `--${needsRest} is for converging profiles; add --value-profile ${valueProfiles.slice(1).join(' or ')}`)
  return {
    ...defaultValues,
    kinds: words.values === undefined || words.values === 'all' ? defaultValues.kinds : kindsOf(command, words.values),
    tableSize: words['value-table'] === undefined ? defaultValues.tableSize : integer(command, 'value-table', words['value-table'], valueBounds.tableSize),
    profile,
    ...(words['value-back-off'] === undefined ? {} : backOffOf(command, words['value-back-off'])),
    reference: words['value-reference'] === true,
    clearing: words['no-clearing'] !== true,
  }
}

function kindsOf(command: Pick<Command, 'name' | 'wrongUse'>, list: string): ValueOptions['kinds'] {
  const chosen = list.split(',').map((name) => choice(command, 'values', name, [...valueKinds, 'all']))
  return valueKinds.filter((kind) => chosen.includes(kind) || chosen.includes('all'))
}

function backOffOf(command: Pick<Command, 'name' | 'wrongUse'>, text: string): Pick<ValueOptions, 'backOff' | 'constantBackOff'> {
  const [multiple = '', kind] = text.split(',')
  if (kind !== undefined && kind !== 'constant' && kind !== 'random')
    throw wrongUse(command, `--value-back-off ${text}: after the comma, give constant or random`)
  return { backOff: decimal(command, 'value-back-off', multiple, valueBounds.backOff, 'times the executions so far'), constantBackOff: kind === 'constant' }
}
