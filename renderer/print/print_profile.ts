import type { Application } from '../application/application.ts'
import { announce } from '../application/application.ts'
import { profileStem } from '../format/paths.ts'
import { printedRun } from './printed_run.ts'

/** Prints the shown profile: in the app into a PDF, in a browser by its own dialog, which saves PDFs too. */
export async function printProfile(application: Application): Promise<void> {
  const { client, store } = application
  const { profile, desktop } = store.getState()
  if (profile === null) return
  const run = await printedRun(client, profile)
  const { promise: isDrawn, resolve: drawn } = Promise.withResolvers<void>()
  store.setState({ printed: { run, drawn } })
  try {
    await isDrawn
    if (desktop === null) window.print()
    else {
      const path = await client.call('desktop.savePdf', { name: `${profileStem(profile.summary.path)}.pdf` })
      if (path !== null) announce(application, `The profile was printed to ${path}.`)
    }
  } finally {
    store.setState({ printed: null })
  }
}
