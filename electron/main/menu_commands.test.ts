import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { menus } from './menu_commands.ts'

const registry = fileURLToPath(new URL('../../renderer/commands', import.meta.url))
const views = fileURLToPath(new URL('../../renderer/application/state.ts', import.meta.url))

/** Read as text: this layer may not import the windows' code, and the menu must still not name what they do not know. */
function registeredCommands(): string[] {
  const sources = readdirSync(registry).filter((name) => name.endsWith('_commands.ts')).map((name) => readFileSync(`${registry}/${name}`, 'utf8'))
  const named = sources.flatMap((source) => [...source.matchAll(/id: '([^']+)'/g)].map((match) => match[1] ?? ''))
  const list = /profileViews[^=]*= \[([^\]]*)\]/.exec(readFileSync(views, 'utf8'))?.[1] ?? ''
  return [...named, ...[...list.matchAll(/'([^']+)'/g)].map((match) => `view.${match[1]}`)]
}

test('the menu names commands of the windows only, each once', () => {
  const shown = Object.values(menus).flatMap((commands) => commands.map(({ id }) => id))
  expect(new Set(shown).size).toBe(shown.length)
  expect(registeredCommands()).toEqual(expect.arrayContaining(shown))
})
