/** Machine code of a function from its instructions' texts. */
import type { FunctionCode } from '../../../shared/profile/profile.ts'

/** Instructions of four bytes from 0x1000 on. */
export function functionCode(module: number, name: string, texts: readonly string[]): FunctionCode {
  const lines = texts.map((text, i) => ({ address: 0x1000 + 4 * i, bytes: '90909090', text, note: null, file: -1, line: -1 }))
  return { module, name, low: 0x1000, high: 0x1000 + 4 * texts.length, lines }
}
