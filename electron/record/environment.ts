import { isInMountedImage } from '../mounted_image.ts'
import { installationDirectory } from '../paths.ts'

/** The environment as process.env has it, without its undefined values. */
function definedEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** Variables that Electron and the AppImage runtime set for the app itself. */
const variablesOfTheApp = ['APPDIR', 'APPIMAGE', 'ARGV0', 'OWD', 'CHROME_DESKTOP', 'ELECTRON_RUN_AS_NODE', 'ELECTRON_NO_ATTACH_CONSOLE']
/** Lists that an AppImage puts its own directories into. */
const pathLists = ['LD_LIBRARY_PATH', 'PATH', 'XDG_DATA_DIRS', 'GSETTINGS_SCHEMA_DIR', 'PYTHONPATH', 'QT_PLUGIN_PATH']

/**
 * A target's environment when a window starts it: the host's, without the app's own variables, then the user's changes
 * (null removes).
 */
export function targetEnvironmentOfHost(host: NodeJS.ProcessEnv, changes: Record<string, string | null>): Record<string, string> {
  const environment = definedEnvironment(host)
  const mount = environment['APPDIR']
  if (mount !== undefined && mount !== '') {
    for (const name of pathLists) {
      const kept = environment[name]?.split(':').filter((directory) => directory !== mount && !directory.startsWith(`${mount}/`))
      if (kept === undefined) continue
      if (kept.some((directory) => directory !== '')) environment[name] = kept.join(':')
      else delete environment[name]
    }
    for (const name of variablesOfTheApp) delete environment[name]
  }
  delete environment['ELECTRON_RUN_AS_NODE']
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete environment[name]
    else environment[name] = value
  }
  return environment
}

/**
 * A target's environment on the command line: unchanged, without the variables that an AppImage set for Hagstone
 * itself.
 */
export function targetEnvironmentOfCommandLine(own: NodeJS.ProcessEnv, installation = installationDirectory): Record<string, string> {
  return isInMountedImage(installation, own) ? targetEnvironmentOfHost(own, {}) : definedEnvironment(own)
}
