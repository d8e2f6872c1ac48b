/** Directories that live as long as what is done in them, below the system's temporary directory. */
import { lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ownerFile = '.owner'

/** What `action` makes of a new directory, which is removed when it is done, as are those of the same purpose that killed processes left. */
export async function inScratchDirectory<Result>(purpose: string, action: (directory: string) => Promise<Result>): Promise<Result> {
  removeAbandoned(purpose)
  const directory = mkdtempSync(join(tmpdir(), `hagstone-${purpose}-`))
  try {
    const owner = ownerNow()
    if (owner !== null) writeFileSync(join(directory, ownerFile), owner)
    return await action(directory)
  } finally {
    removeOwned(directory)
  }
}

/** Its owner last: whoever kills this halfway leaves a directory that others know to be nobody's any more. */
function removeOwned(directory: string): void {
  for (const name of namesIn(directory).filter((found) => found !== ownerFile)) rmSync(join(directory, name), { recursive: true, force: true })
  rmSync(directory, { recursive: true, force: true })
}

function removeAbandoned(purpose: string): void {
  for (const name of namesIn(tmpdir()).filter((found) => found.startsWith(`hagstone-${purpose}-`))) {
    const directory = join(tmpdir(), name)
    try {
      // Others' are theirs, and a link may lead anywhere.
      const found = lstatSync(directory)
      if (found.uid === process.geteuid?.() && found.isDirectory() && hasEnded(readFileSync(join(directory, ownerFile), 'utf8'))) removeOwned(directory)
    } catch {
      // It has no owner yet, or is gone: somebody else's work.
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
 * This process, told apart from all that were and will be: temporary directories are shared with containers and, on clusters, with
 * other machines, whose processes nothing can be said about. Null where there is no /proc.
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

/** Equal where process numbers mean the same processes: this start of this machine, and a process namespace of it. */
function processSpace(): [boot: string, namespace: string] {
  return [readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), readlinkSync('/proc/self/ns/pid')]
}

/** When a process began, in ticks since the machine started; null: it is not there. */
function startOf(process: number): string | null {
  try {
    const status = readFileSync(`/proc/${process}/stat`, 'latin1')
    // proc(5): the 22nd field; the second one, a name in brackets, may hold anything.
    return status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
