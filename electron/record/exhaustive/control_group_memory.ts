/**
 * The share of the machine's memory that the control groups of this process leave: containers, batch jobs and services
 * (cgroups(7)).
 */
import { join } from 'node:path'
import { textIfThere } from '../file_bytes.ts'

/** Files of a group's directory, and where the groups are mounted. */
interface Hierarchy {
  mount: string
  limit: string
  used: string
  /** In memory.stat: the used pages of files, which the kernel drops before it refuses memory. */
  dropped: readonly string[]
}

const second: Hierarchy = { mount: 'sys/fs/cgroup', limit: 'memory.max', used: 'memory.current', dropped: ['active_file', 'inactive_file'] }
/**
 * On older distributions, and if a batch system needs it. A group's own numbers exclude its children, the totals
 * include them.
 */
const first: Hierarchy = {
  mount: 'sys/fs/cgroup/memory',
  limit: 'memory.limit_in_bytes',
  used: 'memory.usage_in_bytes',
  dropped: ['total_active_file', 'total_inactive_file'],
}

/**
 * Bytes that each group around this process leaves free, itself included; empty without limits. @param root of the file
 * system, for tests
 */
export function leftInControlGroups(root = '/'): number[] {
  const memberships = (textIfThere(join(root, 'proc/self/cgroup')) ?? '').split('\n')
  return memberships.flatMap((line) => {
    const [, controllers, path] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? []
    if (controllers === undefined || path === undefined) return []
    const hierarchy = controllers === '' ? second : controllers.split(',').includes('memory') ? first : null
    return hierarchy === null ? [] : groupsAround(join(root, hierarchy.mount), path).flatMap((directory) => leftIn(directory, hierarchy))
  })
}

/** In a container the path may be the machine's, of which only the end, or only the mount itself, is visible. */
function groupsAround(mount: string, path: string): string[] {
  const names = path.split('/').filter((name) => name !== '' && name !== '..')
  return Array.from({ length: names.length + 1 }, (_, depth) => join(mount, ...names.slice(0, depth)))
}

function leftIn(directory: string, { limit, used, dropped }: Hierarchy): number[] {
  const most = numberIn(join(directory, limit))
  const taken = numberIn(join(directory, used))
  if (most === null || taken === null) return []
  const statistics = textIfThere(join(directory, 'memory.stat')) ?? ''
  const pages = dropped.reduce((sum, name) => sum + Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(statistics)?.[1] ?? 0), 0)
  return [most - Math.max(0, taken - pages)]
}

/** Null if there is no such file, or no number in it ("max"). */
function numberIn(path: string): number | null {
  const text = textIfThere(path)?.trim() ?? ''
  return /^\d+$/.test(text) ? Number(text) : null
}
