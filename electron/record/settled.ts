import { closeSync, openSync, readSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { HEADER, HEADER_SIZE, RAW_SUFFIX } from '../raw/raw_layout.ts'

const running = 1
const lookEvery = 20
/** Agents see a request at their next sampling interrupt; a process that uses no CPU time has none, and nothing to add. */
const longestWait = 500

/** Resolves when no process records any more into this directory, or after half a second. */
export async function settled(directory: string): Promise<void> {
  for (let waited = 0; waited < longestWait; waited += lookEvery) {
    const names = readdirSync(directory).filter((name) => name.endsWith(RAW_SUFFIX))
    if (!names.some((name) => stateOf(join(directory, name)) === running)) return
    await sleep(lookEvery)
  }
}

/** `state` of the raw file's header (native/common/raw_format.h). */
function stateOf(path: string): number {
  const file = openSync(path, 'r')
  try {
    const header = Buffer.alloc(HEADER_SIZE)
    readSync(file, header, 0, HEADER_SIZE, 0)
    return header.readUInt32LE(HEADER.state)
  } finally {
    closeSync(file)
  }
}
