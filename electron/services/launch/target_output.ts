/** What a launched program prints, for the window: the program continues whatever becomes of the host. */
import { spawn } from 'node:child_process'
import type { ChildProcess, StdioOptions } from 'node:child_process'

/** Hands on what it reads; without anybody to hand it to it continues reading, so that no writer gets SIGPIPE or waits. */
const relay = `trap '' PIPE HUP INT TERM; cat 2>/dev/null; exec cat >/dev/null`

export class TargetOutput {
  readonly #relay: ChildProcess
  #onText: (text: string) => void = () => {}
  /** Once no process holds the streams any more and all of the text was handed on. */
  readonly ended: Promise<void>

  /** Starts the relay. It is in a session of its own, so that what ends the host or the program does not end it. */
  constructor() {
    this.#relay = spawn('/bin/sh', ['-c', relay], { stdio: ['pipe', 'pipe', 'ignore'], detached: true })
    this.#relay.on('error', () => this.#onText('hagstone: the output of the program cannot be shown, because /bin/sh could not be started\n'))
    // Nothing is written by this end: an error only says that the relay is gone, which loses no more than its output.
    this.#relay.stdin?.on('error', () => {})
    this.#relay.stdout?.setEncoding('utf8').on('data', (text: string) => this.#onText(text))
    this.ended = new Promise((done) => (this.#relay.stdout === null ? done() : this.#relay.stdout.once('close', done)))
  }

  /** Of the program, which is to be started next. */
  get stdio(): StdioOptions {
    const { stdin } = this.#relay
    return stdin === null || this.#relay.pid === undefined ? 'ignore' : ['ignore', stdin, stdin]
  }

  /** Once the program has its streams, or was not started: the relay ends with the last process that holds them. */
  release(): void {
    this.#relay.stdin?.destroy()
    this.#relay.unref()
  }

  /** What is printed from now on is read by the relay alone. */
  letGo(): void {
    this.#relay.stdout?.destroy()
  }

  /** Gets what is printed from now on. */
  follow(onText: (text: string) => void): void {
    this.#onText = onText
  }
}
