/** Processes of a recording that outlive the started program: daemons, background jobs. */
import { readFileSync, readdirSync, readSync, readlinkSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemErrorCode } from '../../failure.ts'
import { RpcError } from '../../../shared/rpc/contract.ts'
import { PROCESS_DIRECTORY, rawFilesIn, withUntrustedFile } from '../../raw/raw_files.ts'
import { HEADER, HEADER_SIZE, RAW_MAGIC } from '../../raw/raw_layout.ts'
import { statusFields } from '../../process_status.ts'

export interface Survivor {
  /** Id in this process's namespace; the process may have another one in its own. */
  id: number
  name: string
}

const RAW_NAME = /^process-(\d+)-(\d+)\.hagraw$/
/** `state` of the raw file's header (native/common/raw_format.h). */
const running = 1
const lookEvery = 200
/** Other programs of the machine start and end all the time. */
const mostLooks = 10
/** A process that waits, and still has no raw file, will not get one after this many ms. */
const longestStart = 1000
/** The most CPU time a process needs until it has a raw file, under Valgrind too; clock ticks (10 ms). */
const mostStartTicks = 500

/** Clock ticks since boot at which a process started (proc(5), field 22 of stat); null if it is gone. */
export function startTicks(id: number | 'self'): number | null {
  return statusOf(id)?.started ?? null
}

/**
 * Resolves when no process records into this directory any more, or `signal` aborts; to the remaining ones.
 * @param since no process of the recording started earlier, clock ticks since boot
 * @param onChange called with the awaited processes when they changed and were seen at two looks: between a program and
 * its daemon there are processes that end at once
 */
export async function waitForSurvivors(
  recordingDirectory: string,
  since: number,
  signal: AbortSignal,
  onChange: (survivors: Survivor[]) => void,
): Promise<Survivor[]> {
  let known = ''
  let before = ''
  for (let waited = 0; ;) {
    const { recorded, undecided, starting } = survivorsOf(recordingDirectory, since)
    if (recorded.length === 0 && (!undecided || waited >= longestStart)) return []
    // However busy the machine is, a process that wants to run gets its time.
    if (recorded.length === 0 && !starting) waited += lookEvery
    const now = recorded.map(({ id }) => id).join()
    if (recorded.length > 0 && now === before && now !== known) {
      known = now
      onChange(recorded)
    }
    before = now
    if (signal.aborted) return recorded
    await sleep(lookEvery, undefined, { signal }).catch(() => {})
  }
}

export interface Found {
  recorded: Survivor[]
  /** Another process of this recording may have begun just now. */
  undecided: boolean
  /** One of these is running, and has not had the time that its start takes. */
  starting: boolean
}

/**
 * A process may end during a look before its child was seen: only a look at unchanged processes proves there is none.
 */
export function survivorsOf(recordingDirectory: string, since: number): Found {
  let before = processIds()
  // Each look reads the others' files again, of which a busy machine has hundreds.
  const older = new Set<number>()
  for (let look = 1; ; look++) {
    const found = lookAt(
      before.filter((id) => !older.has(id)),
      recordingDirectory,
      since,
      older,
    )
    const after = processIds()
    if (found.recorded.length > 0 || found.undecided || after.join() === before.join()) return found
    if (look === mostLooks) return { ...found, undecided: true }
    before = after
  }
}

function processIds(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id !== process.pid)
}

/** @param older receives the processes that started before */
function lookAt(ids: number[], recordingDirectory: string, since: number, older: Set<number>): Found {
  const newest = newestFiles(recordingDirectory)
  const recorded: Survivor[] = []
  const undecided: Status[] = []
  for (const id of ids) {
    const status = statusOf(id)
    if (status === null) continue
    if (status.started < since) {
      older.add(id)
      continue
    }
    const file = newest.get(status.innerId)
    if (file !== undefined && isRunning(join(recordingDirectory, file)) && maps(id, basename(file)) !== false) recorded.push({ id, name: status.name })
    else if (names(id, recordingDirectory) || holds(id, recordingDirectory)) undecided.push(status)
  }
  return { recorded, undecided: undecided.length > 0, starting: undecided.some(({ works, ticks }) => works && ticks < mostStartTicks) }
}

export function describeSurvivors(survivors: Survivor[]): string {
  const shown = survivors
    .slice(0, 5)
    .map(({ id, name }) => `${id} (${name})`)
    .join(', ')
  const more = survivors.length > 5 ? ` and ${survivors.length - 5} more` : ''
  return survivors.length === 1 ? `process ${shown} continues` : `processes ${shown}${more} continue`
}

/** process-ID-TIME.hagraw of each process id, after an exec the last one. */
function newestFiles(directory: string): Map<number, string> {
  const files = new Map<number, { name: string; time: number }>()
  for (const name of rawFilesIn(directory)) {
    const [, id, time] = RAW_NAME.exec(basename(name)) ?? []
    if (id !== undefined && Number(time) > (files.get(Number(id))?.time ?? -1)) files.set(Number(id), { name, time: Number(time) })
  }
  return new Map([...files].map(([id, { name }]) => [id, name]))
}

/** For a damaged or new file the next look may know more, and the analysis reports damage. */
function isRunning(path: string): boolean {
  const bytes = Buffer.alloc(HEADER_SIZE)
  try {
    if (withUntrustedFile(path, (file) => readSync(file, bytes, 0, HEADER_SIZE, 0)) < HEADER_SIZE) return false
  } catch (error) {
    if (error instanceof RpcError) return false
    throw error
  }
  return bytes.readBigUInt64LE(HEADER.magic) === RAW_MAGIC && bytes.readUInt32LE(HEADER.state) === running
}

/** The recording is in the process's environment, or, under Valgrind, in its command line. */
function names(id: number, recordingDirectory: string): boolean {
  const directories = [recordingDirectory, join(recordingDirectory, PROCESS_DIRECTORY)]
  return [`/proc/${id}/environ`, `/proc/${id}/cmdline`].some(
    (path) =>
      readOrNull(path)
        ?.split(/[\0=]/)
        .some((word) => directories.includes(word)) === true,
  )
}

/**
 * The agent's descriptor of the directory, which forked and executed processes inherit: it exists during an exec, when
 * a process has no environment, and after the program has overwritten its environment.
 */
function holds(id: number, recordingDirectory: string): boolean {
  const { dev, ino } = statSync(recordingDirectory)
  const descriptors = orNull(() => readdirSync(`/proc/${id}/fd`)) ?? []
  return descriptors.some((descriptor) => {
    const path = `/proc/${id}/fd/${descriptor}`
    // Reading anything but files may be slow.
    const status = orNull(() => (readlinkSync(path).startsWith('/') ? statSync(path) : null))
    return status?.ino === ino && status.dev === dev
  })
}

/** null: unknown, for another user's process. */
function maps(id: number, file: string): boolean | null {
  const text = readOrNull(`/proc/${id}/maps`)
  // The memory of an ending process is empty.
  return text === null || text === '' ? null : text.split('\n').some((line) => basename(line) === file)
}

interface Status {
  /** Clock ticks since boot. */
  started: number
  name: string
  /** Its number in its own namespace. */
  innerId: number
  /** Runs, waits for a processor, or for a disk. */
  works: boolean
  /** CPU time, clock ticks. */
  ticks: number
}

/** null without such a process; a zombie does not count. */
function statusOf(id: number | 'self'): Status | null {
  const text = readOrNull(`/proc/${id}/stat`)
  if (text === null) return null
  const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'))
  const fields = statusFields(text)
  // A first thread that has ended looks like a zombie too, while the others continue.
  if (fields[0] === 'X' || (fields[0] === 'Z' && Number(fields[17]) <= 1)) return null
  const inner = /^NSpid:.*\t(\d+)$/m.exec(readOrNull(`/proc/${id}/status`) ?? '')?.[1]
  return {
    started: Number(fields[19]),
    name,
    innerId: Number(inner ?? id),
    works: fields[0] === 'R' || fields[0] === 'D',
    ticks: Number(fields[11]) + Number(fields[12]),
  }
}

function readOrNull(path: string): string | null {
  return orNull(() => readFileSync(path, 'latin1'))
}

/** null if the process is gone or another user's. */
function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (systemErrorCode(error) === null) throw error
    return null
  }
}
