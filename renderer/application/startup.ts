import { ConnectionLost } from '../../shared/rpc/client.ts'
import type { HostDescription } from '../../shared/rpc/host.ts'
import type { Application } from './application.ts'
import { compareFiles } from './comparisons.ts'
import { failureText } from './failure.ts'
import { refreshRecent } from './host_facts.ts'
import { followAnyRecording, watchRecordings } from './launching.ts'
import { openFile } from './opening/open_file.ts'
import { comeBack, comeFromOtherHost, isElsewhere, shownBefore, watchShown } from './reload.ts'

/** Asks the host to describe itself, listens to its events, and opens the files it was started with. @returns a function that stops listening */
export function startApplication(application: Application): () => void {
  const { client, store } = application
  const before = shownBefore()
  let stopped = false
  const described = Promise.all([client.call('host.describe', {}), client.call('desktop.describe', {})]).then(([host, desktop]) => {
    store.setState({ host, desktop })
    return host
  })
  const stops = [
    client.on('host.openProfile', ({ path }) => void openFile(application, path)),
    client.on('host.compareProfiles', (compared) => void compareFiles(application, compared.old, compared.new)),
    // Until the host is described, the window does not know whether it belongs to the app or to a browser, whose commands differ.
    client.on(
      'host.command',
      ({ command }) =>
        void described.then(
          () => application.runCommand(command),
          () => {},
        ),
    ),
    client.on('host.recentChanged', () => void refreshRecent(application)),
    watchRecordings(application),
  ]
  described
    .then((host) => {
      const shown = openFirst(application, host).then(() => void stops.push(watchShown(application)))
      // Browsers alone know when a page is idle.
      const whenIdle = window.requestIdleCallback ?? setTimeout
      whenIdle(() => void import('./sessions/places.ts').then(watch, () => {}))
      function watch({ watchPlaces }: typeof import('./sessions/places.ts')): void {
        if (!stopped) stops.push(watchPlaces(application, shown))
      }
      return Promise.all([refreshRecent(application), shown.finally(() => store.setState({ started: true }))])
    })
    .catch((error) => {
      // The connection itself says that it is lost, and what to do.
      if (!(error instanceof ConnectionLost)) store.setState({ disconnected: failureText(error) })
    })
  async function openFirst(application: Application, host: HostDescription): Promise<void> {
    if (before !== null && (await comeBack(application, before))) return
    if (await comeFromOtherHost(application, host)) return
    if (!(await followAnyRecording(application)) && !isElsewhere(application)) await openAtStart(application, host)
  }
  return () => {
    stopped = true
    for (const stop of stops) stop()
  }
}

async function openAtStart(application: Application, host: HostDescription): Promise<void> {
  if (host.compareAtStart != null) return compareFiles(application, host.compareAtStart.old, host.compareAtStart.new)
  const path = host.openAtStart[0]
  if (path !== undefined) await openFile(application, path)
}
