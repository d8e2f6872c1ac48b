import { shortFunctionName } from '../findings/wording/short_names.ts'

/** Behind the name of a function in which a thread waits. */
export const waitingMark = ' (waiting)'

/**
 * A function's name in at most so many characters where that can be: parameters and template arguments go first, then leading
 * namespaces ("…"). The last name stays whole. Show the whole name in a tooltip.
 */
export function fittingName(name: string, most: number): string {
  if (name.length <= most) return name
  if (name.endsWith(waitingMark)) return `${fittingName(name.slice(0, -waitingMark.length), most - waitingMark.length)}${waitingMark}`
  const parts = shortFunctionName(name).split('::')
  let first = 0
  const text = (): string => `${first === 0 ? '' : '…'}${parts.slice(first).join('::')}`
  while (text().length > most && first < parts.length - 1) first++
  return text()
}
