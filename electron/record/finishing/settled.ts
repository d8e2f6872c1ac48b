/** Waits until the processes of a recording have written everything. */
import { readSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { RpcError } from '../../../shared/rpc/contract.ts'
import { rawFilesIn, withUntrustedFile } from '../../raw/raw_files.ts'
import { HEADER, HEADER_SIZE } from '../../raw/raw_layout.ts'
import { Patience } from './patience.ts'
import { survivorsOf } from './survivors.ts'

const running = 1
const lookEvery = 20
/** Finding the processes takes longer than reading their files. */
const lookAtProcessesEvery = 100
/** Agents see a request at their next sampling interrupt; a process without CPU time has none, and nothing to add. */
const longestWait = 500

/**
 * Resolves when no process records into this directory any more, or the remaining ones have slept or run for half a
 * second.
 */
export async function settled(directory: string): Promise<void> {
  for (let waited = 0; waited < longestWait; waited += lookEvery) {
    if (!anyRecords(directory)) return
    await sleep(lookEvery)
  }
  const patience = new Patience(longestWait)
  while (anyRecords(directory) && survivorsOf(directory, 0).recorded.filter(({ id }) => patience.lasts(id, lookAtProcessesEvery)).length > 0) {
    await sleep(lookAtProcessesEvery)
  }
}

function anyRecords(directory: string): boolean {
  return rawFilesIn(directory).some((name) => stateOf(join(directory, name)) === running)
}

/**
 * `state` of the raw file's header (native/common/raw_format.h); null if it is not a raw file, which the analysis
 * reports.
 */
function stateOf(path: string): number | null {
  try {
    return withUntrustedFile(path, (file) => {
      const header = Buffer.alloc(HEADER_SIZE)
      readSync(file, header, 0, HEADER_SIZE, 0)
      return header.readUInt32LE(HEADER.state)
    })
  } catch (error) {
    if (error instanceof RpcError) return null
    throw error
  }
}
