/** The lines of a function's disassembly as a profile stores them. */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { CodeLine, FunctionCode } from '../../shared/profile/profile.ts'

/** A sixth more bytes than the usual level, in less than half of its time. */
const LEVEL = 3

/** Code whose lines are stored already. */
export class StoredCode implements FunctionCode {
  readonly module: number
  readonly name: string
  readonly low: number
  readonly high: number
  readonly stored: Uint8Array
  #lines: CodeLine[] | null

  /** @param lines if they are known; otherwise read when they are needed */
  constructor({ module, name, low, high }: Omit<FunctionCode, 'lines'>, stored: Uint8Array, lines: CodeLine[] | null) {
    this.module = module
    this.name = name
    this.low = low
    this.high = high
    this.stored = stored
    this.#lines = lines
  }

  get lines(): CodeLine[] {
    return (this.#lines ??= JSON.parse(inflateRawSync(this.stored).toString('utf8')) as CodeLine[])
  }
}

export function storedLines(code: FunctionCode): Uint8Array {
  return code instanceof StoredCode ? code.stored : deflatedLines(code.lines)
}

export function deflatedLines(lines: CodeLine[]): Uint8Array {
  return deflateRawSync(JSON.stringify(lines), { level: LEVEL })
}
