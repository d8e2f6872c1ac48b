/** Where the parts of an installation lie: in the source tree, bundled beside it, or packaged (electron-builder.yml). */
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Failure, exitStatus } from './failure.ts'

/** The directory that holds package.json, whether this file runs from electron/ or from a bundle in build/electron/. */
export const installationDirectory = findInstallation(dirname(fileURLToPath(import.meta.url)))

function findInstallation(start: string): string {
  for (let directory = start; ; directory = dirname(directory)) {
    if (existsSync(join(directory, 'package.json'))) return directory
    if (directory === dirname(directory)) return start
  }
}

/** Built windows: index.html and its assets. */
export const rendererDirectory = join(installationDirectory, 'build', 'renderer')

const agentLibrary = 'libhagstone_agent.so'
const probeProgram = 'hagstone_probe'

/**
 * A native part by its name. $HAGSTONE_NATIVE_DIRECTORY (a CMake build directory) comes first, then the packaged
 * parts, then build/native. Throws Failure 3 when it was not built.
 */
export function nativePart(name: 'agent' | 'probe'): string {
  const fileName = name === 'agent' ? agentLibrary : probeProgram
  const path = nativeDirectories()
    .flatMap((directory) => [join(directory, 'agent', fileName), join(directory, fileName)])
    .find((candidate) => existsSync(candidate))
  if (path === undefined) {
    throw new Failure(exitStatus.machineUnable, `${fileName} is not built; run npm run build:native in ${installationDirectory}.`)
  }
  return path
}

/** CMake build directories, or what was packaged of one, best first. */
export function nativeDirectories(): string[] {
  const chosen = process.env['HAGSTONE_NATIVE_DIRECTORY']
  if (chosen !== undefined && chosen !== '') return [chosen]
  const packaged = 'resourcesPath' in process && typeof process.resourcesPath === 'string' ? [join(process.resourcesPath, 'native')] : []
  return [...packaged, join(installationDirectory, 'build', 'native')]
}

/**
 * File of a worker thread or preload script. Sources are run as they are by Node; in a bundle every worker is an
 * entry beside the main one (electron/vite.config.ts).
 * @param source URL of the worker's source relative to its user
 */
export function bundledOrSource(source: URL): URL {
  const path = fileURLToPath(source)
  if (existsSync(path) && statSync(path).isFile()) return source
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.ts$/, '.js')
  return new URL(`./${name}`, import.meta.url)
}
