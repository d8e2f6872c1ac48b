/** Whether Chromium's sandbox, which the app needs, can start here. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { remedyOf, type Obstacle } from './record/machine/obstacle.ts'

export type SandboxProblem = Obstacle

const inBrowser = 'hagstone serve shows the same windows in a browser'

/** Kernel switches that forbid user namespaces to ordinary users' programs. */
const switches = [
  {
    path: 'kernel/apparmor_restrict_unprivileged_userns',
    forbids: '1',
    problem: 'AppArmor lets only programs with a profile create user namespaces',
    remedy: `install the Debian package, which brings a profile; or ${inBrowser}`,
  },
  {
    path: 'kernel/unprivileged_userns_clone',
    forbids: '0',
    problem: 'kernel.unprivileged_userns_clone is 0',
    remedy: 'permit them',
    command: 'sudo sysctl kernel.unprivileged_userns_clone=1',
  },
  {
    path: 'user/max_user_namespaces',
    forbids: '0',
    problem: 'user.max_user_namespaces is 0',
    remedy: 'permit them',
    command: 'sudo sysctl user.max_user_namespaces=10000',
  },
]

function forbidding(settings: string): SandboxProblem | null {
  return switches.find(({ path, forbids }) => existsSync(join(settings, path)) && readFileSync(join(settings, path), 'utf8').trim() === forbids) ?? null
}

/** The helper that needs no user namespaces, if root owns it and its set-user-id bit is set. */
function hasHelper(program: string): boolean {
  const helper = join(dirname(program), 'chrome-sandbox')
  if (!existsSync(helper)) return false
  const { uid, mode } = statSync(helper)
  return uid === 0 && (mode & 0o4001) === 0o4001
}

/** An AppArmor profile belongs to a path, and is inherited: only `program` itself can find out. */
function makesNamespaces(program: string): boolean {
  const attempt = "process.exit(require('node:child_process').spawnSync('unshare', ['--user', '--map-root-user', 'true']).status ?? 1)"
  return spawnSync(program, ['-e', attempt], { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' }, stdio: 'ignore' }).status === 0
}

/**
 * @param program Electron's
 * @param settings where the kernel's switches are
 * Null: the sandbox can start.
 */
export function sandboxProblem(program: string, settings = '/proc/sys'): SandboxProblem | null {
  if (process.platform !== 'linux' || hasHelper(program) || makesNamespaces(program)) return null
  const found = forbidding(settings) ?? { problem: 'user namespaces cannot be created here, as in most containers', remedy: inBrowser }
  return { problem: found.problem, ...remedyOf(found) }
}
