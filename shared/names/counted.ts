import { groupedDigits } from './grouped_digits.ts'

/** "1 trap", "2 traps", "1,200 traps". @param plural where it is not the noun with an s */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${groupedDigits(count)} ${count === 1 ? noun : plural}`
}
