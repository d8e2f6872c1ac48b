/** `record --keep-output`: the program's output goes to its usual place, and its end into the profile. */
import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess, StdioOptions } from 'node:child_process'
import { closeSync, constants, fstatSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { setTimeout } from 'node:timers/promises'
import type { ProgramOutput } from '../../../shared/run.ts'
import { KeptOutput } from '../../record/finishing/kept_output.ts'
import { copyTo } from '../terminal.ts'

/**
 * Forwards its input to this process. If this process is gone, killed or not, it forwards to descriptor 3, the
 * launcher's own stream: no writer ever gets SIGPIPE or waits because of Hagstone. Only the data it holds at that
 * moment is lost.
 */
const relay = `trap '' PIPE HUP INT TERM; cat 2>/dev/null; exec cat >&3 2>/dev/null`

/** ms for the last text to come through the relays. */
const mostWaitForOutput = 1000

export class CopiedOutput {
  readonly #kept = new KeptOutput()
  #relays: ChildProcess[] = []
  readonly #writeEnds: number[] = []
  #ended: Array<Promise<void>> = []

  /** Streams for a run that is about to start. @param own the program's streams without a copy */
  descriptors(own: StdioOptions): StdioOptions {
    // Both streams on one terminal or file: one relay keeps the order of the output.
    const joined = isOneStream(1, 2)
    const output = this.#relay(1)
    const errors = joined ? output : this.#relay(2)
    return Array.isArray(own) ? [own[0] ?? 'inherit', output, errors, ...own.slice(3)] : own
  }

  /** @returns the end that the program writes to; this process closes its own once the program has it */
  #relay(descriptor: 1 | 2): number {
    const { readEnd, writeEnd } = makePipe()
    const process = spawn('/bin/sh', ['-c', relay], { stdio: [readEnd, 'pipe', 'ignore', descriptor], detached: true })
    closeSync(readEnd)
    process.on('error', () => {})
    this.#writeEnds.push(writeEnd)
    this.#relays.push(process)
    const { stdout } = process
    if (stdout === null) return writeEnd
    const decoder = new StringDecoder('utf8')
    stdout.on('data', (bytes: Buffer) => {
      this.#kept.add(decoder.write(bytes))
      // The reader is gone: the relay gets the same error and so does the program, as without a copy.
      if (!copyTo(descriptor, bytes)) stdout.destroy()
    })
    stdout.on('error', () => {})
    this.#ended.push(new Promise((done) => stdout.once('close', () => done())))
    return writeEnd
  }

  /**
   * Call when the program has its streams, or was not started: each relay ends with the last process that holds them.
   */
  started(): void {
    for (const end of this.#writeEnds.splice(0)) closeSync(end)
  }

  /**
   * The output so far. A process that outlives the program may hold its streams for ever, so this does not wait for it.
   */
  async kept(): Promise<ProgramOutput> {
    await Promise.race([Promise.all(this.#ended), setTimeout(mostWaitForOutput)])
    return this.#kept.kept()
  }

  /** From now on, output bypasses this process. */
  release(): void {
    for (const each of this.#relays) {
      each.stdout?.destroy()
      each.unref()
    }
    this.#relays = []
    this.#ended = []
  }
}

/**
 * A pipe. Node has no call for it: its own stdio pipes are sockets, which cannot be opened through /dev/stdout.
 * @throws where there is no mkfifo
 */
function makePipe(): { readEnd: number; writeEnd: number } {
  const directory = mkdtempSync(join(tmpdir(), 'hagstone-output-'))
  const path = join(directory, 'pipe')
  try {
    execFileSync('mkfifo', ['-m', '600', path])
    // A first reader that does not wait lets the writer in, and the writer lets the second reader in.
    const first = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const writeEnd = openSync(path, constants.O_WRONLY)
    const readEnd = openSync(path, constants.O_RDONLY)
    closeSync(first)
    return { readEnd, writeEnd }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function isOneStream(first: number, second: number): boolean {
  try {
    const [a, b] = [fstatSync(first), fstatSync(second)]
    return a.dev === b.dev && a.ino === b.ino
  } catch {
    return false
  }
}
