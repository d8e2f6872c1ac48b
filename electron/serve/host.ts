/** The host: the server of the windows with the services behind it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, exitStatus } from '../failure.ts'
import { rendererDirectory } from '../paths.ts'
import { createWindowHost } from '../services/window_host.ts'
import { startServer } from './server.ts'
import type { RunningServer, ServeOptions } from './server.ts'

export interface ServeWindowsOptions {
  /** Profiles that a window shows at once. */
  profiles: string[]
  /** Two profiles that a window compares at once. */
  comparison: { old: string; new: string } | null
  listen: ServeOptions['listen']
  allowLaunch: boolean
}

const launchRefusal = 'This server was started without --allow-launch, so it starts no programs; record on the command line or start it again with it.'

/** The windows and everything behind them. Throws Failure 3 if they are not built or the port is not available. */
export async function serveWindows({ profiles, comparison, listen, allowLaunch }: ServeWindowsOptions): Promise<RunningServer> {
  if (!existsSync(join(rendererDirectory, 'index.html'))) {
    throw new Failure(exitStatus.machineUnable, `The windows are not built in ${rendererDirectory}; run npm run build:renderer.`)
  }
  const host = createWindowHost({
    kind: 'serve',
    launchRefusal: allowLaunch ? null : launchRefusal,
    openAtStart: profiles,
    compareAtStart: comparison,
    chooseFile: () => Promise.resolve(null),
  })
  const server = await startServer({ directory: rendererDirectory, listen, connect: (port) => host.connect(port) })
  return {
    newAddress: server.newAddress,
    async close() {
      await server.close()
      await host.dispose()
    },
  }
}
