/** Programs are recorded on x86-64 Linux only; profiles are read wherever Node runs. */
import { exitStatus, Failure } from './failure.ts'
import type { ExitStatus } from './failure.ts'

const systems: Partial<Record<NodeJS.Platform, string>> = { darwin: 'macOS', win32: 'Windows', linux: 'Linux', freebsd: 'FreeBSD' }
const processors: Partial<Record<NodeJS.Architecture, string>> = { x64: 'x86-64', arm64: 'ARM64', arm: 'ARM', ia32: '32-bit x86' }

/** Why nothing can be recorded or analysed here and what works instead, without a period; null if it can. */
export function platformObstacle(): string | null {
  const { platform, arch } = process
  if (platform === 'linux' && arch === 'x64') return null
  return `Programs are recorded and their recordings analysed on x86-64 Linux only, and this is ${systems[platform] ?? platform} on ${processors[arch] ?? arch}; record there, and open the profile here: hagstone view FILE`
}

/** Throws Failure with this status if nothing can be recorded. */
export function requireRecordingPlatform(status: ExitStatus = exitStatus.machineUnable): void {
  const obstacle = platformObstacle()
  if (obstacle !== null) throw new Failure(status, `${obstacle}.`)
}
