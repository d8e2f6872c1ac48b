import { expect, test } from 'vitest'
import { createApplication } from '../application/application.ts'
import { prepareHost } from '../testing/shown_window.tsx'
import { commandFor, keyOf, placeOf, refusalFor } from './keys.ts'
import { isSubmenu, menuGroups } from './menu_layout.ts'
import { createCommands } from './registry.ts'

const event = (key: string, modifiers: Partial<Record<'ctrlKey' | 'shiftKey' | 'altKey', boolean>> = {}): KeyboardEvent =>
  ({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...modifiers }) as KeyboardEvent

const commands = createCommands(createApplication(prepareHost()))

test('every command has a name of its own and says what it does', () => {
  expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length)
  expect(commands.filter(({ title }) => title === '')).toEqual([])
})

test.each(['tree', 'pairs', 'compared-tree', 'compared-pairs'] as const)(
  'the context menu of %s has ten entries at most, with all of its commands',
  (place) => {
    const own = commands.filter(({ menus }) => menus?.includes(place))
    const entries = menuGroups(own).flat()
    expect(entries.length).toBeLessThanOrEqual(10)
    expect(new Set(entries.flatMap((entry) => (isSubmenu(entry) ? entry.commands : [entry])).map(({ id }) => id))).toEqual(new Set(own.map(({ id }) => id)))
  },
)

test('no key belongs to two commands', () => {
  const keys = commands.flatMap((command) => command.keys)
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
})

test.each([
  [event('k', { ctrlKey: true }), 'Mod+k'],
  [event('K', { ctrlKey: true, shiftKey: true }), 'Mod+Shift+k'],
  [event('?', { shiftKey: true }), '?'],
  [event('N', { shiftKey: true }), 'N'],
  [event('Enter', { shiftKey: true }), 'Shift+Enter'],
  [event('*', { shiftKey: true }), '*'],
  [event('x', { altKey: true }), 'Alt+x'],
])('key press %# is %s', (pressed, key) => expect(keyOf(pressed)).toBe(key))

test('keys of tables work in tables only, and text fields keep theirs', () => {
  const inGrid = { inGrid: true, inText: false }
  const inText = { inGrid: false, inText: true }
  const grid = { ...commands.find(({ id }) => id === 'move.next') } as (typeof commands)[number]
  grid.enabled = () => true
  expect(commandFor([grid], event('ArrowDown'), inGrid)?.id).toBe('move.next')
  expect(commandFor([grid], event('ArrowDown'), { inGrid: false, inText: false })).toBeNull()
  expect(commandFor(commands, event('?', { shiftKey: true }), inText)).toBeNull()
  expect(commandFor(commands, event('k', { ctrlKey: true }), inText)?.id).toBe('window.palette')
})

test('a command that does not apply now gives its key away', () => {
  expect(commandFor(commands, event('1'), { inGrid: false, inText: false })).toBeNull()
})

test('keys work in code that cannot be changed, not in its search', () => {
  document.body.innerHTML = '<div data-read-only-code><textarea></textarea><div class="find-widget"><input></div></div><textarea id="note"></textarea>'
  const inText = (selector: string): boolean => placeOf(document.querySelector(selector)).inText
  expect([inText('[data-read-only-code] > textarea'), inText('.find-widget input'), inText('#note')]).toEqual([false, true, true])
})

test.each([
  ['<select></select>', '?', 'window.help'],
  ['<select></select>', '/', 'move.search'],
  ['<select></select>', 'c', null],
  ['<select></select>', '1', null],
  ['<select></select>', 'ArrowDown', null],
  ['<input type="checkbox">', 'c', 'compare.with'],
  ['<input type="radio">', '?', 'window.help'],
  ['<input type="number">', '?', null],
])('in %s the key %s is that of %s', (field, key, id) => {
  document.body.innerHTML = field
  const always = commands.map((command) => ({ ...command, enabled: () => true }))
  expect(commandFor(always, event(key), placeOf(document.body.firstElementChild))?.id ?? null).toBe(id)
})

test('a key that cannot do anything with the row says why', () => {
  const place = { inGrid: true, inText: false }
  const around = { ...commands.find(({ id }) => id === 'tree.around')!, enabled: () => false, refusal: () => 'This row is a link.' }
  expect(refusalFor([around], event('a'), place)).toBe('This row is a link.')
  expect(refusalFor(commands, event('a'), place)).toBeNull()
  expect(refusalFor([around], event('a'), { ...place, inText: true })).toBeNull()
})
