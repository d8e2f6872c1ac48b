import type { Application } from '../application/application.ts'
import { announce } from '../application/application.ts'
import { profileStem } from '../format/paths.ts'
import { printedRun } from './printed_run.ts'

/** Windows that print now: asked for twice, one page is printed once. */
const printing = new WeakSet<Application>()

/** Prints the shown profile: in the app into a PDF, in a browser by its own dialog, which saves PDFs too. */
export async function printProfile(application: Application): Promise<void> {
  const { client, store } = application
  const { profile, desktop } = store.getState()
  if (profile === null || printing.has(application)) return
  printing.add(application)
  try {
    // If the script of the page cannot be loaded, that is said before anything waits for the page to be drawn.
    const [run] = await Promise.all([printedRun(client, profile), import('./PrintPage.tsx')])
    const { promise: isDrawn, resolve: drawn } = Promise.withResolvers<void>()
    store.setState({ printed: { run, drawn } })
    await isDrawn
    if (desktop === null) window.print()
    else {
      const path = await client.call('desktop.savePdf', { name: `${profileStem(profile.summary.path)}.pdf` })
      if (path !== null) announce(application, `The profile was printed to ${path}.`)
    }
  } finally {
    printing.delete(application)
    store.setState({ printed: null })
  }
}
