import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { leftInControlGroups } from './control_group_memory.ts'

const MIB = 2 ** 20

/** A file system with these files. */
function fileSystem(files: Record<string, string>): string {
  const root = temporaryDirectory()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), `${text}\n`)
  }
  return root
}

test('without groups there is no limit', () => {
  expect(leftInControlGroups(fileSystem({}))).toEqual([])
  expect(leftInControlGroups(fileSystem({ 'proc/self/cgroup': '0::/', 'sys/fs/cgroup/memory.max': 'max', 'sys/fs/cgroup/memory.current': '7' }))).toEqual([])
})

test('every group around the process counts', () => {
  const root = fileSystem({
    'proc/self/cgroup': '0::/user.slice/job.scope',
    'sys/fs/cgroup/user.slice/memory.max': String(900 * MIB),
    'sys/fs/cgroup/user.slice/memory.current': String(100 * MIB),
    'sys/fs/cgroup/user.slice/job.scope/memory.max': String(512 * MIB),
    'sys/fs/cgroup/user.slice/job.scope/memory.current': String(12 * MIB),
  })
  expect(leftInControlGroups(root)).toEqual([800 * MIB, 500 * MIB])
})

test('cached files do not reduce it: their pages are dropped when memory is needed', () => {
  const root = fileSystem({
    'proc/self/cgroup': '0::/',
    'sys/fs/cgroup/memory.max': String(1024 * MIB),
    'sys/fs/cgroup/memory.current': String(1000 * MIB),
    'sys/fs/cgroup/memory.stat': `anon ${100 * MIB}\nfile ${900 * MIB}\ninactive_file ${700 * MIB}\nactive_file ${200 * MIB}\nslab ${MIB}`,
  })
  expect(leftInControlGroups(root)).toEqual([924 * MIB])
})

test('version 1 of groups, as on older systems and in batch jobs, beside an empty version 2', () => {
  const root = fileSystem({
    'proc/self/cgroup': `12:cpu,cpuacct:/slurm/job_7\n9:memory:/slurm/job_7\n1:name=systemd:/\n0::/`,
    'sys/fs/cgroup/memory/memory.limit_in_bytes': '9223372036854771712',
    'sys/fs/cgroup/memory/memory.usage_in_bytes': String(2048 * MIB),
    'sys/fs/cgroup/memory/slurm/job_7/memory.limit_in_bytes': String(4096 * MIB),
    'sys/fs/cgroup/memory/slurm/job_7/memory.usage_in_bytes': String(1096 * MIB),
    'sys/fs/cgroup/memory/slurm/job_7/memory.stat': `cache ${90 * MIB}\nactive_file 1\ninactive_file 2\ntotal_inactive_file ${60 * MIB}\ntotal_active_file ${30 * MIB}`,
  })
  expect(Math.min(...leftInControlGroups(root))).toBe(3090 * MIB)
})

test('a container sees its own group in place of the root', () => {
  const root = fileSystem({
    'proc/self/cgroup': '4:memory:/docker/0123abc',
    'sys/fs/cgroup/memory/memory.limit_in_bytes': String(64 * MIB),
    'sys/fs/cgroup/memory/memory.usage_in_bytes': String(4 * MIB),
  })
  expect(leftInControlGroups(root)).toEqual([60 * MIB])
})
