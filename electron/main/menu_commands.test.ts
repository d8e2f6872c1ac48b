import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { menus } from './menu_commands.ts'

const registry = fileURLToPath(new URL('../../renderer/commands', import.meta.url))
const views = fileURLToPath(new URL('../../renderer/application/state.ts', import.meta.url))

/** Read as text: this layer may not import the windows' code, but the menu must only name commands that exist. */
function registeredCommands(): string[] {
  const sources = readdirSync(registry)
    .filter((name) => name.endsWith('_commands.ts'))
    .map((name) => readFileSync(`${registry}/${name}`, 'utf8'))
  const named = sources.flatMap((source) => [...source.matchAll(/id: '([^']+)'/g)].map((match) => match[1] ?? ''))
  const list = /profileViews[^=]*= \[([^\]]*)\]/.exec(readFileSync(views, 'utf8'))?.[1] ?? ''
  return [...named, ...[...list.matchAll(/'([^']+)'/g)].map((match) => `view.${match[1]}`)]
}

/** Keys of the registry by command, in its spelling. */
function registeredKeys(): Map<string, string[]> {
  const sources = readdirSync(registry)
    .filter((name) => name.endsWith('_commands.ts'))
    .map((name) => readFileSync(`${registry}/${name}`, 'utf8'))
  const keys = new Map(
    sources.flatMap((source) =>
      [...source.matchAll(/id: '([^']+)'(?:(?!id: ')[^])*?keys: \[((?:\s*'[^']+',?)*)\s*\]/g)].map((match): [string, string[]] => [
        match[1] ?? '',
        quoted(match[2] ?? ''),
      ]),
    ),
  )
  const list = /profileViews[^=]*= \[([^\]]*)\]/.exec(readFileSync(views, 'utf8'))?.[1] ?? ''
  for (const [index, view] of quoted(list).entries()) keys.set(`view.${view}`, ['1234567890-=\\'[index] ?? ''])
  return keys
}

function quoted(list: string): string[] {
  return [...list.matchAll(/'([^']+)'/g)].map((match) => match[1] ?? '')
}

/** "CmdOrCtrl+Shift+L" as the registry spells it. */
function registryKey(accelerator: string): string {
  const parts = accelerator.split('+')
  const last = parts.pop() ?? ''
  return [...parts.map((part) => (part === 'CmdOrCtrl' ? 'Mod' : part)), last.length === 1 ? last.toLowerCase() : last].join('+')
}

test('the keys in the menu are those that the windows handle', () => {
  const keys = registeredKeys()
  const shown = Object.values(menus)
    .flat()
    .filter(({ accelerator }) => accelerator !== undefined)
  expect(shown.length).toBeGreaterThan(10)
  for (const { id, accelerator } of shown) expect(keys.get(id), id).toContain(registryKey(accelerator ?? ''))
})

test('the menu names only commands of the windows, each once', () => {
  const shown = Object.values(menus).flatMap((commands) => commands.map(({ id }) => id))
  expect(new Set(shown).size).toBe(shown.length)
  expect(registeredCommands()).toEqual(expect.arrayContaining(shown))
})
