/** A launched program's output, for the window: the program continues even if the host is killed. */
import { spawn } from 'node:child_process'
import type { ChildProcess, StdioOptions } from 'node:child_process'

/** Forwards its input; without a receiver it continues reading, so that no writer gets SIGPIPE or blocks. */
const relay = `trap '' PIPE HUP INT TERM; cat 2>/dev/null; exec cat >/dev/null`

export class TargetOutput {
  readonly #relay: ChildProcess
  #onText: (text: string) => void = () => {}
  /** Once no process holds the streams any more and all of the text was forwarded. */
  readonly ended: Promise<void>

  /** Starts the relay. It is in its own session, so that whatever ends the host or the program does not end it. */
  constructor() {
    this.#relay = spawn('/bin/sh', ['-c', relay], { stdio: ['pipe', 'pipe', 'ignore'], detached: true })
    this.#relay.on('error', () => this.#onText('hagstone: the output of the program cannot be shown, because /bin/sh could not be started\n'))
    // This end writes nothing: an error only means that the relay is gone, which only loses its output.
    this.#relay.stdin?.on('error', () => {})
    this.#relay.stdout?.setEncoding('utf8').on('data', (text: string) => this.#onText(text))
    this.ended = new Promise((done) => (this.#relay.stdout === null ? done() : this.#relay.stdout.once('close', done)))
  }

  /** For the program that is started next. */
  get stdio(): StdioOptions {
    const { stdin } = this.#relay
    return stdin === null || this.#relay.pid === undefined ? 'ignore' : ['ignore', stdin, stdin]
  }

  /** Once the program has its streams, or was not started: the relay ends with the last process that holds them. */
  release(): void {
    this.#relay.stdin?.destroy()
    this.#relay.unref()
  }

  /** From now on only the relay reads the output. */
  letGo(): void {
    this.#relay.stdout?.destroy()
  }

  /** Receives the output from now on. */
  follow(onText: (text: string) => void): void {
    this.#onText = onText
  }
}
