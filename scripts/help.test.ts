import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { purposes } from './help.ts'

test('help says what every script is for', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { scripts: Record<string, string> }
  expect(Object.keys(purposes).toSorted()).toEqual(Object.keys(scripts).toSorted())
})
