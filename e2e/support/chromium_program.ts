import { existsSync } from 'node:fs'

/** Without windows of its own, it takes a fifth less processor time for the same tests. */
const headlessShell = '/usr/bin/chromium-headless-shell'

/** The program that draws the windows under test: Debian's headless Chromium if it is installed. CHROMIUM names another one. */
export const chromiumProgram: string = process.env['CHROMIUM'] ?? (existsSync(headlessShell) ? headlessShell : '/usr/bin/chromium')
