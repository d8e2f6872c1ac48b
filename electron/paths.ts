/** Where the parts of an installation lie: in the source tree, bundled beside it, or packaged (electron-builder.yml). */
import { existsSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Failure, exitStatus } from './failure.ts'
import { copyOutOfImage, isInMountedImage } from './mounted_image.ts'
import { requireRecordingPlatform } from './platform.ts'

/** Directory of the running code: electron/ in the sources, build/electron/ in a bundle, whose chunks lie flat. */
export const bundleDirectory = dirname(fileURLToPath(import.meta.url))

/** The directory that holds package.json, whether this file runs from electron/ or from a bundle in build/electron/. */
export const installationDirectory = findInstallation(bundleDirectory)

function findInstallation(start: string): string {
  for (let directory = start; ; directory = dirname(directory)) {
    if (existsSync(join(directory, 'package.json'))) return directory
    if (directory === dirname(directory)) return start
  }
}

/** Built windows: index.html and its assets. */
export const rendererDirectory = join(installationDirectory, 'build', 'renderer')

/** Where CMake puts each part below its build directory. */
const nativeParts = {
  agent: ['agent', 'libhagstone_agent.so'],
  probe: ['agent', 'hagstone_probe'],
  tracer: ['tracer', 'hagstone_tracer'],
  linkedAgent: ['agent', 'libhagstone_agent.a'],
  linkFlags: ['agent', 'libhagstone_agent.flags'],
  exhaustive: ['exhaustive/libexec', 'hagstone-amd64-linux'],
} as const

/**
 * A native part by its name. $HAGSTONE_NATIVE_DIRECTORY (a CMake build directory) comes first, then the packaged parts,
 * then build/native. Throws Failure 3 if it was not built, or cannot run here.
 */
export function nativePart(name: keyof typeof nativeParts): string {
  requireRecordingPlatform()
  const [folder, fileName] = nativeParts[name]
  const path = nativeDirectories()
    .flatMap((directory) => [join(directory, folder, fileName), join(directory, fileName)])
    .find((candidate) => existsSync(candidate))
  if (path === undefined) {
    throw new Failure(exitStatus.machineUnable, `${fileName} is not built; run npm run build:native in ${installationDirectory}.`)
  }
  return path
}

/** CMake build directories, or the packaged files from one, best first. */
export function nativeDirectories(): string[] {
  const chosen = process.env['HAGSTONE_NATIVE_DIRECTORY']
  if (chosen !== undefined && chosen !== '') return [chosen]
  return [(ownNativeDirectory ??= outsideOfImage(join(installationDirectory, 'build', 'native')))]
}

let ownNativeDirectory: string | undefined

function outsideOfImage(directory: string): string {
  return isInMountedImage(directory) ? copyOutOfImage(directory) : directory
}

/**
 * The file that starts a worker thread: its source or, in a bundle, its entry beside the main one
 * (electron/vite.config.ts).
 * Each thread must ask Node for itself to keep compiled code.
 * @param source URL of the worker's source, relative to its user
 */
export function workerFile(source: URL): URL {
  if (import.meta.url.endsWith('.ts')) return keepingCompiledCode(source, new URL('./compiled_code.js', import.meta.url))
  const name = source.pathname.slice(source.pathname.lastIndexOf('/') + 1).replace(/\.ts$/, '.mjs')
  const entry = pathToFileURL(join(bundleDirectory, name))
  return getCompileCacheDir() === undefined ? entry : keepingCompiledCode(entry, pathToFileURL(join(bundleDirectory, 'compiled_code.mjs')))
}

function keepingCompiledCode(worker: URL, compiledCode: URL): URL {
  const entry = `import { keepCompiledCode } from ${JSON.stringify(compiledCode)}; keepCompiledCode(); await import(${JSON.stringify(worker)})`
  return new URL(`data:text/javascript,${encodeURIComponent(entry)}`)
}
