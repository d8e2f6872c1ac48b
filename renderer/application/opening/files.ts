import type { Application } from '../application.ts'
import type { FilePurpose } from '../state.ts'

/** Asks for a path: by the system's dialog in the app, by the window's own browser where the host has none. Null: cancelled. */
export async function chooseFile(application: Application, purpose: FilePurpose, startAt?: string): Promise<string | null> {
  const { client, store } = application
  const { host } = store.getState()
  if (host?.kind === 'electron') return client.call('host.chooseFile', { purpose })
  return new Promise((resolve) => {
    store.setState({
      fileQuestion: {
        purpose,
        startAt: startAt ?? host?.workingDirectory ?? '/',
        answer(path) {
          store.setState({ fileQuestion: null })
          resolve(path)
        },
      },
    })
  })
}
