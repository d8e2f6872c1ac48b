/** What a person can do about findings that name addresses. */
import { listText } from '../../names/list_text.ts'

const MOST_NAMES = 3

/** Why findings name addresses, and what to do. @param modules names of files, at least one */
export function missingLinesText(modules: readonly string[]): string {
  const shown = modules.length > MOST_NAMES ? [...modules.slice(0, MOST_NAMES - 1), `${modules.length - MOST_NAMES + 1} others`] : modules
  const [have, them, their] = modules.length === 1 ? ['has', 'it', 'its'] : ['have', 'them', 'their']
  return `${listText(shown)} ${have} no debug information, so findings there name addresses and not source lines. Build ${them} with -g, install ${their} debug symbols (-dbgsym or -debuginfo packages), or set DEBUGINFOD_URLS; then record again.`
}
