/** Directories that live as long as one action, below the system's temporary directory. */
import { lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { statusFields } from './process_status.ts'

const ownerFile = '.owner'

/**
 * The result of `action` on a new directory, which is then removed, together with those that killed processes left for
 * the same purpose.
 */
export async function inScratchDirectory<Result>(purpose: string, action: (directory: string) => Promise<Result>): Promise<Result> {
  removeAbandoned(`hagstone-${purpose}-`)
  const directory = mkdtempSync(join(tmpdir(), `hagstone-${purpose}-`))
  try {
    const owner = ownerNow()
    if (owner !== null) writeFileSync(join(directory, ownerFile), owner)
    return await action(directory)
  } finally {
    removeOwned(directory)
  }
}

/** The owner file last: after a kill halfway, others still recognise the directory as abandoned. */
function removeOwned(directory: string): void {
  for (const name of namesIn(directory).filter((found) => found !== ownerFile)) rmSync(join(directory, name), { recursive: true, force: true })
  rmSync(directory, { recursive: true, force: true })
}

/** Removes what killed processes left. @param prefix of the directories' names @param temporary where they are */
export function removeAbandoned(prefix: string, temporary = tmpdir()): void {
  for (const name of namesIn(temporary).filter((found) => found.startsWith(prefix))) {
    const directory = join(temporary, name)
    try {
      // Other users' directories are theirs, and a link may lead anywhere.
      const found = lstatSync(directory)
      if (found.uid === process.geteuid?.() && found.isDirectory() && hasEnded(readFileSync(join(directory, ownerFile), 'utf8'))) removeOwned(directory)
    } catch {
      // It has no owner yet, or is gone: another process is working on it.
    }
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}

/**
 * Identifies this process among all past and future ones: temporary directories are shared with containers and, on
 * clusters, with other machines, whose processes are invisible. Null if there is no /proc.
 */
function ownerNow(): string | null {
  const started = startOf(process.pid)
  return started === null ? null : [...processSpace(), process.pid, started].join('\n')
}

function hasEnded(owner: string): boolean {
  const [boot, namespace, process, started] = owner.split('\n')
  const [thisBoot, thisNamespace] = processSpace()
  return boot === thisBoot && namespace === thisNamespace && process !== undefined && startOf(Number(process)) !== started
}

/** Equal if process numbers mean the same processes: this boot of this machine, and its process namespace. */
function processSpace(): [boot: string, namespace: string] {
  return [readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), readlinkSync('/proc/self/ns/pid')]
}

/** When a process began, in ticks since boot; null: it does not exist. */
function startOf(process: number): string | null {
  try {
    return statusFields(readFileSync(`/proc/${process}/stat`, 'latin1'))[19] ?? null
  } catch {
    return null
  }
}
