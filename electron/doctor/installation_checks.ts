import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DoctorCheck } from '../../shared/rpc/host.ts'
import { messageOf } from '../failure.ts'
import { nativePart, rendererDirectory } from '../paths.ts'
import { platformObstacle } from '../platform.ts'
import { findBrowser } from '../serve/browser.ts'
import { electronProgram, electronRemedy } from '../desktop.ts'
import { remedyOf } from '../record/machine/obstacle.ts'
import { sandboxProblem } from '../sandbox.ts'

/** Whether the parts of Hagstone itself are in place. */
export function installationChecks(): DoctorCheck[] {
  return [
    ...(platformObstacle() === null ? [native('agent', 'Sampler'), native('tracer', 'Tracer program')] : []),
    windows(),
    electron(),
    ...sandbox(electronProgram()),
    browser(),
  ]
}

function native(id: 'agent' | 'tracer', title: string): DoctorCheck {
  const check = { id: id === 'agent' ? id : 'tracer-program', title }
  try {
    return { ...check, status: 'works', detail: `${nativePart(id)}.`, remedy: null }
  } catch (error) {
    return { ...check, status: 'fails', detail: messageOf(error), remedy: 'build it in the checkout', command: 'npm run build:native' }
  }
}

function windows(): DoctorCheck {
  const check = { id: 'windows', title: 'Windows' }
  if (existsSync(join(rendererDirectory, 'index.html'))) return { ...check, status: 'works', detail: `Built in ${rendererDirectory}.`, remedy: null }
  return { ...check, status: 'fails', detail: `Not built in ${rendererDirectory}.`, remedy: 'build them in the checkout', command: 'npm run build:renderer' }
}

function electron(): DoctorCheck {
  const check = { id: 'electron', title: 'Electron' }
  const program = electronProgram()
  if (program !== null) return { ...check, status: 'works', detail: `${program}.`, remedy: null }
  return { ...check, status: 'limited', detail: 'Not there; the windows open in a browser instead.', ...electronRemedy() }
}

/** Checks the sandbox of an installed Electron. */
export function sandbox(program: string | null, settings?: string): DoctorCheck[] {
  if (program === null) return []
  const check = { id: 'sandbox', title: "The app's sandbox" }
  const found = sandboxProblem(program, settings)
  if (found === null) return [{ ...check, status: 'works', detail: 'Chromium may make the user namespaces that it needs.', remedy: null }]
  return [{ ...check, status: 'limited', detail: `It cannot start: ${found.problem}; the windows open in a browser instead.`, ...remedyOf(found) }]
}

function browser(): DoctorCheck {
  const check = { id: 'browser', title: 'Browser' }
  const program = findBrowser()
  if (program !== null) return { ...check, status: 'works', detail: `${program}.`, remedy: null }
  return {
    ...check,
    status: 'limited',
    detail: 'None found; hagstone serve prints an address to open elsewhere.',
    remedy: 'install a browser, such as Chromium',
    ...(existsSync('/usr/bin/apt-get') ? { command: 'sudo apt-get install chromium' } : {}),
  }
}
