/** The file `control` of a recording (struct hagstone_control of native/common/raw_format.h): asks running agents to pause or stop. */
import { chmodSync, closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { CONTROL } from '../raw/raw_layout.ts'

export type ControlRequest = 'record' | 'pause' | 'stop'

export class RecordingControl {
  readonly #path: string

  private constructor(path: string) {
    this.#path = path
  }

  /** Creates the file in the directory of the processes, before the target starts. @throws a file-system error */
  static create(processDirectory: string): RecordingControl {
    const path = join(processDirectory, CONTROL.name)
    const page = Buffer.alloc(CONTROL.size)
    page.writeBigUInt64LE(CONTROL.magic, 0)
    page.writeUInt32LE(CONTROL.record, CONTROL.requestOffset)
    writeFileSync(path, page, { mode: 0o600, flag: 'wx' })
    // Processes that gave up their rights read it too.
    chmodSync(path, 0o644)
    return new RecordingControl(path)
  }

  /** One aligned word, written at once: every process that maps the file sees the old or the new request. */
  request(request: ControlRequest): void {
    const word = Buffer.alloc(4)
    word.writeUInt32LE(CONTROL[request])
    const file = openSync(this.#path, 'r+')
    try {
      writeSync(file, word, 0, word.length, CONTROL.requestOffset)
    } finally {
      closeSync(file)
    }
  }
}
