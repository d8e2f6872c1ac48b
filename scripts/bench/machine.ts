import { readFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'

/** The machine of the measurements, without its name: processor, cores, memory, kernel, system, virtual or not. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.replaceAll(/\s+/g, ' ').trim() ?? 'unknown processor'
  const memory = Math.round(totalmem() / 2 ** 30)
  const system = /^PRETTY_NAME="?([^"\n]*)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'Linux'
  const virtual = /\bhypervisor\b/.test(readFileSync('/proc/cpuinfo', 'utf8')) ? 'a virtual machine' : 'no virtual machine'
  const kernel = /^\d+\.\d+/.exec(release())?.[0] ?? release()
  return `${model}, ${cpus().length} cores, ${memory} GiB, Linux ${kernel}, ${system}, ${virtual}`
}
