import type { Application } from '../application/application.ts'
import { announce } from '../application/application.ts'
import { profileStem } from '../format/paths.ts'
import { printedComparison, printedRun } from './printed_run.ts'
import type { PrintedPage } from './printed.ts'

/** Windows that print now: a page requested twice is printed once. */
const printing = new WeakSet<Application>()

/** Prints the shown profile or comparison: in the app into a PDF, in a browser by its own dialog, which saves PDFs too. */
export async function printWindow(application: Application): Promise<void> {
  const { client, store } = application
  const { desktop } = store.getState()
  if (printing.has(application)) return
  printing.add(application)
  try {
    // If the script of the page cannot be loaded, that is reported before anything waits for the page to be drawn.
    const [shown] = await Promise.all([pageOf(application), import('./PrintPage.tsx'), import('./PrintedComparison.tsx')])
    if (shown === null) return
    const { promise: isDrawn, resolve: drawn } = Promise.withResolvers<void>()
    store.setState({ printed: { page: shown.page, drawn } })
    await isDrawn
    if (desktop === null) window.print()
    else {
      const path = await client.call('desktop.savePdf', { name: `${shown.name}.pdf` })
      if (path !== null) announce(application, `The ${shown.page.kind === 'run' ? 'profile' : 'comparison'} was printed to ${path}.`)
    }
  } finally {
    printing.delete(application)
    store.setState({ printed: null })
  }
}

/** Null where nothing is shown that can be printed. */
async function pageOf({ client, store }: Application): Promise<{ page: PrintedPage; name: string } | null> {
  const { screen, profile, comparison } = store.getState()
  if (screen === 'comparison' && comparison !== null) {
    const { summary } = comparison
    return {
      page: { kind: 'comparison', comparison: await printedComparison(client, comparison) },
      name: `${profileStem(summary.old.path)}-${profileStem(summary.new.path)}`,
    }
  }
  if (screen === 'profile' && profile !== null)
    return { page: { kind: 'run', run: await printedRun(client, profile) }, name: profileStem(profile.summary.path) }
  return null
}
