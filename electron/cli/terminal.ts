/** Output of the command line: standard output and standard error. */
import { writeSync } from 'node:fs'
import { WriteStream, isatty } from 'node:tty'
import { visible } from '../../shared/names/visible.ts'
import { systemErrorCode } from '../failure.ts'

const standardOutput = 1
const standardError = 2

/** One line of Hagstone's own messages, on stderr. */
export function say(line: string): void {
  write(standardError, `hagstone: ${visible(line)}\n`)
}

/** Progress, in place on a terminal; nothing elsewhere. `end` removes the line. */
export function progressLine(what: string): { show(share: number): void; end(): void } {
  if (!isatty(standardError)) return { show: () => {}, end: () => {} }
  let shown = ''
  const replace = (line: string): void => {
    if (line !== shown) write(standardError, `\r${line.padEnd(shown.length)}${line === '' ? '\r' : ''}`)
    shown = line
  }
  return { show: (share) => replace(`hagstone: ${what} … ${Math.floor(share * 100)} %`), end: () => replace('') }
}

/** A command's result, on stdout. */
export function print(text: string): void {
  const shown = isatty(standardOutput) ? harmless(text) : text
  write(standardOutput, shown.endsWith('\n') ? shown : `${shown}\n`)
}

/** Output of a recorded program, unchanged. @returns whether there is a reader */
export function copyTo(descriptor: 1 | 2, bytes: Uint8Array): boolean {
  return writeBytes(descriptor, bytes)
}

/** Names in a profile are untrusted, and terminals obey control characters. */
export function harmless(text: string): string {
  return text.replaceAll(/(?!\r\n)[^\P{Cc}\n\t]/gu, '\ufffd')
}

/** The same for a result too large for one string; stops when its reader is gone. */
export function printPieces(pieces: Iterable<string>): void {
  const isTerminal = isatty(standardOutput)
  let last = ''
  for (const piece of pieces) {
    if (!write(standardOutput, isTerminal ? harmless(piece) : piece)) return
    last = piece === '' ? last : piece
  }
  if (!last.endsWith('\n')) write(standardOutput, '\n')
}

/**
 * Not through process.stdout and process.stderr: these make a pipe non-blocking for everyone who shares it, including
 * the recorded program. A reader or terminal that went away is not our failure.
 * @returns whether there is a reader
 */
function write(descriptor: number, text: string): boolean {
  return writeBytes(descriptor, Buffer.from(text))
}

function writeBytes(descriptor: number, bytes: Uint8Array): boolean {
  for (let written = 0; written < bytes.length;) {
    try {
      written += writeSync(descriptor, bytes, written)
    } catch (error) {
      const code = systemErrorCode(error)
      if (code === 'EAGAIN') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
      else if (code === 'EPIPE' || code === 'EIO') return false
      else throw error
    }
  }
  return true
}

const widthWithoutTerminal = 120

/** Columns of the terminal on stdout; 120 without one. */
export function terminalWidth(): number {
  return isatty(standardOutput) ? new WriteStream(standardOutput).columns : widthWithoutTerminal
}
