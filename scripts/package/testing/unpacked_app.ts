/**
 * Packages without a download: electron-builder with our configuration, but a script for Electron, which runs as Node
 * when it is asked to and otherwise prints what the app was given, and a script for fpm over dpkg-deb.
 */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, Platform } from 'electron-builder'

const repository = join(import.meta.dirname, '..', '..', '..')
/** Where @electron/fuses finds the fuses in Electron's program: this text, version 1, and how many follow. */
const fuseSentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const fuseCount = 8

function writeElectron(directory: string): void {
  mkdirSync(directory, { recursive: true })
  const script = `#!/bin/sh\n[ -z "\${ELECTRON_RUN_AS_NODE-}" ] || exec "${process.execPath}" "$@"\necho "app: $*"\nexit\n# ${fuseSentinel}`
  writeFileSync(join(directory, 'electron'), Buffer.concat([Buffer.from(script), Buffer.from([1, fuseCount]), Buffer.from('0'.repeat(fuseCount))]))
  chmodSync(join(directory, 'electron'), 0o755)
  for (const file of ['version', 'LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox']) writeFileSync(join(directory, file), '')
}

/** The fuses of a packaged program, in the order of FuseV1Options: true where set. */
export function fusesOf(program: string): boolean[] {
  const bytes = readFileSync(program)
  const first = bytes.indexOf(fuseSentinel) + fuseSentinel.length + 2
  return [...bytes.subarray(first, first + fuseCount).toString('latin1')].map((state) => state === '1')
}

/**
 * Builds `targets` of what is staged in build/package/hagstone.
 * @param directory empty; the packages are in its folder packages/ afterwards, the app in packages/linux-unpacked/
 */
export async function buildPackages(targets: Array<'dir' | 'deb'>, directory: string): Promise<void> {
  const electronDist = join(directory, 'electron')
  writeElectron(electronDist)
  process.env['CUSTOM_FPM_PATH'] = join(import.meta.dirname, 'fpm.sh')
  await build({
    projectDir: repository,
    targets: Platform.LINUX.createTarget(targets),
    publish: 'never',
    config: { directories: { output: join(directory, 'packages') }, electronDist, electronVersion: '45.4.1' },
  })
}
