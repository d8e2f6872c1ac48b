/** Explanations of table heads are for people without a mouse, too (renderer/components/explained_heads.ts). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const renderer = join(import.meta.dirname, '../renderer')

test('every table head with an explanation can have the focus', () => {
  const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
  const tags = files.flatMap((name) => readFileSync(join(renderer, name), 'utf8').match(/<th\b(?:[^>{]|\{[^}]*\})*>/g) ?? [])
  const explained = tags.filter((tag) => /\stitle=/.test(tag))
  expect(explained.length).toBeGreaterThan(15)
  expect(explained.filter((tag) => !tag.includes('tabIndex={0}'))).toEqual([])
})
