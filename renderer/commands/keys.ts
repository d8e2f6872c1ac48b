/** Keys as the registry of commands spells them. */
import type { Command } from './command.ts'
import { isEnabled } from './command.ts'

const isMac = typeof navigator !== 'undefined' && /mac/i.test(navigator.userAgent)

const shown: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
  Mod: isMac ? '⌘' : 'Ctrl',
  ' ': 'Space',
}

/** "Mod+k" as people of this system write it. */
export function keyText(key: string): string {
  if (key === '+') return '+'
  return key
    .split('+')
    .map((part) => shown[part] ?? (part.length === 1 && key.includes('+') ? part.toUpperCase() : part))
    .join(isMac ? '' : ' ')
}

/** The key of an event in the registry's spelling. Shift counts only where it does not already change the character. */
export function keyOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): string {
  const mod = isMac ? event.metaKey : event.ctrlKey
  const named = event.key.length > 1
  const key = named ? event.key : mod ? event.key.toLowerCase() : event.key
  return `${mod ? 'Mod+' : ''}${event.altKey ? 'Alt+' : ''}${event.shiftKey && (named || mod) ? 'Shift+' : ''}${key}`
}

/** A number field takes text; what is only switched or drawn along does not. */
const textRoles =
  'input:not([type="checkbox"], [type="radio"], [type="range"], [type="color"], [type="button"]), textarea, [contenteditable="true"], [role="textbox"]'

/** Where a key was pressed. Code that cannot be changed is no text field, though the editor has one for the cursor. */
export function placeOf(target: Element | null): KeyPlace {
  const inCode = target?.closest('[data-read-only-code]') != null && target.closest('.find-widget') === null
  return {
    inText: !inCode && target?.closest(textRoles) != null,
    inList: target?.closest('select') != null,
    inGrid: target?.closest('[role="treegrid"], [role="grid"], [data-rows]') != null,
  }
}

export interface KeyPlace {
  inText: boolean
  /** In a list of choices. */
  inList?: boolean
  inGrid: boolean
}

/** Why the key's command does nothing now, where it says why. */
export function refusalFor(commands: Command[], event: KeyboardEvent, place: KeyPlace): string | null {
  const key = keyOf(event)
  if (isOwnKey(key, place)) return null
  return commands.find((command) => command.keys.includes(key) && (command.scope === 'everywhere' || place.inGrid))?.refusal?.() ?? null
}

/** Keys that a field takes itself: all that write, and in a list of choices those that find one. */
function isOwnKey(key: string, { inText, inList = false }: KeyPlace): boolean {
  if (/^(?:Mod\+|F\d)/.test(key)) return false
  return inText || (inList && (key.length > 1 || /[\p{L}\p{N} ]/u.test(key)))
}

/** Keys that belong to fields stay theirs. */
export function commandFor(commands: Command[], event: KeyboardEvent, place: KeyPlace): Command | null {
  const key = keyOf(event)
  if (isOwnKey(key, place)) return null
  return commands.find((command) => command.keys.includes(key) && (command.scope === 'everywhere' || place.inGrid) && isEnabled(command)) ?? null
}
