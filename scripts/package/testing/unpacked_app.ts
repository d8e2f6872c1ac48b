/**
 * Packages without a download: electron-builder with our configuration, but a script for Electron, which runs as Node
 * when it is asked to and otherwise prints what the app was given, and scripts for fpm, 7za and AppImage's tools.
 */
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
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

/** Where electron-builder looks for the tools of an AppImage. */
function writeImageTools(directory: string): void {
  const programs = join(directory, 'linux-x64')
  mkdirSync(programs, { recursive: true })
  mkdirSync(join(directory, 'lib/x64'), { recursive: true })
  copyFileSync(join(import.meta.dirname, 'mksquashfs.sh'), join(programs, 'mksquashfs'))
  writeFileSync(join(programs, 'desktop-file-validate'), '#!/bin/sh\n', { mode: 0o755 })
  const runtime = Buffer.alloc(4096, '\n')
  readFileSync(join(import.meta.dirname, 'image_runtime.sh')).copy(runtime)
  writeFileSync(join(directory, 'runtime-x64'), runtime)
}

/** The fuses of a packaged program, in the order of FuseV1Options: true where set. */
export function fusesOf(program: string): boolean[] {
  const bytes = readFileSync(program)
  const first = bytes.indexOf(fuseSentinel) + fuseSentinel.length + 2
  return [...bytes.subarray(first, first + fuseCount).toString('latin1')].map((state) => state === '1')
}

/**
 * Builds `targets` from the content staged in `app`.
 * @param directory empty; the packages are in its folder packages/ afterwards, the app in packages/linux-unpacked/
 */
export async function buildPackages(targets: Array<'dir' | 'deb' | 'AppImage' | 'tar.gz'>, directory: string, app: string): Promise<void> {
  const electronDist = join(directory, 'electron')
  writeElectron(electronDist)
  const imageTools = join(directory, 'image-tools')
  writeImageTools(imageTools)
  const own = { ...process.env }
  Object.assign(process.env, {
    CUSTOM_FPM_PATH: join(import.meta.dirname, 'fpm.sh'),
    ELECTRON_BUILDER_7ZIP_PATH: join(import.meta.dirname, 'seven_zip.sh'),
    APPIMAGE_TOOLS_PATH: imageTools,
  })
  try {
    await build({
      projectDir: repository,
      targets: Platform.LINUX.createTarget(targets),
      publish: 'never',
      config: { directories: { app, output: join(directory, 'packages') }, electronDist, electronVersion: '45.4.1' },
    })
  } finally {
    process.env = own
  }
}
