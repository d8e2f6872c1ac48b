/**
 * Puts a launcher instead of Electron's program, so that the same name opens the app and runs the command line,
 * also where no display is. The program's fuses are set before: afterwards electron-builder would look for them in the
 * launcher.
 */
import { cpSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { FuseV1Options, FuseVersion } from '@electron/fuses'
import type { FuseV1Config } from '@electron/fuses'

interface PackContext {
  appOutDir: string
  packager: { executableName: string; addElectronFuses(context: PackContext, fuses: FuseV1Config): Promise<unknown> }
}

/** The packaged program's permissions from outside. The command line is Node's task. */
export const FUSES: FuseV1Config = {
  version: FuseVersion.V1,
  [FuseV1Options.RunAsNode]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
}

export default async function afterPack(context: PackContext): Promise<void> {
  const { appOutDir, packager } = context
  await packager.addElectronFuses(context, FUSES)
  const launcher = join(appOutDir, packager.executableName)
  renameSync(launcher, join(appOutDir, 'hagstone-app'))
  cpSync(join(appOutDir, 'resources/app/resources/launcher/application.sh'), launcher)
}
