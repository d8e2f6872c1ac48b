import type { HostDescription } from '../../shared/rpc/contract.ts'
import type { Application } from './application.ts'
import { compareFiles } from './comparisons.ts'
import { failureText } from './failure.ts'
import { refreshDoctor, refreshRecent } from './host_facts.ts'
import { watchRecordings } from './launching.ts'
import { openFile } from './open_file.ts'
import { watchSessions } from './sessions.ts'

/** Asks the host what it is, listens to it and opens what it was started with. Returns the way to stop listening. */
export function startApplication(application: Application): () => void {
  const { client, store } = application
  const stops = [
    client.on('host.openProfile', ({ path }) => void openFile(application, path)),
    client.on('host.compareProfiles', (compared) => void compareFiles(application, compared.old, compared.new)),
    client.on('host.command', ({ command }) => application.runCommand(command)),
    watchRecordings(application),
    watchSessions(application),
  ]
  Promise.all([client.call('host.describe', {}), client.call('desktop.describe', {})])
    .then(([host, desktop]) => {
      store.setState({ host, desktop })
      return Promise.all([refreshRecent(application), refreshDoctor(application), openAtStart(application, host)])
    })
    .catch((error) => store.setState({ disconnected: failureText(error) }))
  return () => {
    for (const stop of stops) stop()
  }
}

async function openAtStart(application: Application, host: HostDescription): Promise<void> {
  if (host.compareAtStart != null) return compareFiles(application, host.compareAtStart.old, host.compareAtStart.new)
  const path = host.openAtStart[0]
  if (path !== undefined) await openFile(application, path)
}
