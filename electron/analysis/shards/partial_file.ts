/**
 * Partial profiles: the result of one of several jobs, for the reduction. A file is a magic number, frames (lengths of
 * block and value as 64 bits each, little-endian, then both: packed_value.ts), and the SHA-256 of everything before it.
 * A file that is incomplete or of another version is rejected. Unlike raw recordings, its content is not checked value
 * by value: the user's own jobs made it, and docs/file-format.md says so.
 */
import { createHash, randomUUID } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { RpcError } from '../../../shared/rpc/contract.ts'
import { systemErrorCode } from '../../failure.ts'
import { flushFile } from '../../profile/flush_file.ts'
import type { DamageCause } from '../../raw/damage.ts'
import type { RawProcess } from '../../raw/raw_process.ts'
import { hagstoneVersion } from '../../version.ts'
import type { ContextMerger } from '../merge/context_merger.ts'
import type { Shard } from './division.ts'
import { packValue, unpackValue, type PackedValue } from './packed_value.ts'

const MAGIC = Buffer.from('HAGPART2')
const LENGTHS_BYTES = 16
const DIGEST_BYTES = 32
/** The most that writeSync and readSync accept at once. */
const MOST_AT_ONCE = 1 << 30

const PARTIAL_FILE = /^shard-([1-9]\d{0,5})-of-([1-9]\d{0,5})\.hagpartial$/

/** A raw file as it was when it was read. */
export interface FileRead {
  /** Relative to the recording's directory. */
  name: string
  size: number
  /** Time of its last change, ms. */
  changed: number
  /** Why it was left out; null: its process is the next. */
  refusal: string | null
}

/**
 * A process without its path and the class of its damage. Contexts stay only where counts of accesses refer to them.
 */
export interface PartialProcess extends Omit<RawProcess, 'path' | 'damage'> {
  damage: Map<DamageCause, number>
  /** [writer]: row of each context in the part's contexts; −1 where a thread root has none. */
  contextRows: Int32Array[]
  /** [writer]: thread index of each context. */
  contextThreads: Int32Array[]
}

/** Contexts of all processes of the share, merged in the files' order. */
type PartialContexts = ReturnType<ContextMerger['finish']>

export interface PartialProfile {
  files: FileRead[]
  /** Processes of the files that were not left out, in their order of merging. @see order */
  processes: PartialProcess[]
  /** Position in `files` of each process. */
  order: number[]
  contexts: PartialContexts
}

interface Heading {
  hagstoneVersion: string
  v8: string
  files: FileRead[]
  order: number[]
}

export function partialName({ index, count }: Shard): string {
  return `shard-${index}-of-${count}.hagpartial`
}

/** The shard whose partial profile has this name; null for other files. */
export function shardOfName(name: string): Shard | null {
  const found = PARTIAL_FILE.exec(name)
  return found === null ? null : { index: Number(found[1]), count: Number(found[2]) }
}

/**
 * Writes or replaces a shard's partial profile atomically, even if other processes write it. @throws a file-system
 * error
 */
export function writePartial(directory: string, shard: Shard, { files, processes, order, contexts }: PartialProfile): void {
  const path = join(directory, partialName(shard))
  const temporary = `${path}.${randomUUID()}.new`
  try {
    const file = openSync(temporary, 'wx', 0o600)
    try {
      const digest = createHash('sha256')
      const write = (bytes: Uint8Array): void => {
        digest.update(bytes)
        writeAll(file, bytes)
      }
      const frame = (value: unknown): void => {
        const packed = packValue(value)
        const lengths = Buffer.alloc(LENGTHS_BYTES)
        lengths.writeBigUInt64LE(BigInt(packed.block.length))
        lengths.writeBigUInt64LE(BigInt(packed.value.length), LENGTHS_BYTES / 2)
        write(lengths)
        write(packed.block)
        write(packed.value)
      }
      write(MAGIC)
      frame({ hagstoneVersion: hagstoneVersion(), v8: process.versions.v8, files, order } satisfies Heading)
      for (const each of processes) frame(each)
      frame(contexts)
      writeAll(file, digest.digest())
    } finally {
      closeSync(file)
    }
    flushFile(temporary)
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/**
 * @throws RpcError bad-file if it is damaged or of another version (one line with the remedy); not-found if there is
 * none
 */
export function readPartial(directory: string, shard: Shard): PartialProfile {
  const path = join(directory, partialName(shard))
  const again = `run hagstone analyze --shard ${shard.index}/${shard.count} again`
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') throw new RpcError('not-found', `${path} is missing; ${again}`)
    throw error
  }
  try {
    const damaged = new RpcError('bad-file', `${path} is damaged; ${again}`)
    const end = fstatSync(file).size - DIGEST_BYTES
    if (end < MAGIC.length) throw damaged
    const digest = createHash('sha256')
    let position = 0
    const read = (length: number): Buffer => {
      const bytes = readAll(file, length, position)
      position += length
      digest.update(bytes)
      return bytes
    }
    if (!read(MAGIC.length).equals(MAGIC)) throw damaged
    const frames: PackedValue[] = []
    while (position < end) {
      if (end - position < LENGTHS_BYTES) throw damaged
      const lengths = read(LENGTHS_BYTES)
      const [block, value] = [Number(lengths.readBigUInt64LE()), Number(lengths.readBigUInt64LE(LENGTHS_BYTES / 2))]
      if (block + value > end - position) throw damaged
      frames.push({ block: read(block), value: read(value) })
    }
    if (!digest.digest().equals(readAll(file, DIGEST_BYTES, end))) throw damaged
    const [first, ...others] = frames
    const last = others.pop()
    if (first === undefined || last === undefined) throw damaged
    const heading = unpackValue(first) as Heading
    if (heading.hagstoneVersion !== hagstoneVersion() || heading.v8 !== process.versions.v8) {
      throw new RpcError('bad-file', `${path} was made by Hagstone ${heading.hagstoneVersion}, but this is another build, ${hagstoneVersion()}; ${again}`)
    }
    return {
      files: heading.files,
      order: heading.order,
      processes: others.map((frame) => unpackValue(frame) as PartialProcess),
      contexts: unpackValue(last) as PartialContexts,
    }
  } finally {
    closeSync(file)
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done, Math.min(MOST_AT_ONCE, bytes.length - done))
}

function readAll(file: number, length: number, position: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let done = 0; done < length;) {
    const got = readSync(file, bytes, done, Math.min(MOST_AT_ONCE, length - done), position + done)
    if (got === 0) return bytes.subarray(0, done)
    done += got
  }
  return bytes
}
