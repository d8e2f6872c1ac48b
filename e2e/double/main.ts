/** Runs before the app's main script: replaces the module "electron" and obeys the test. */
import { registerHooks } from 'node:module'
import { runInThisContext } from 'node:vm'
import * as electron from './electron/index.ts'
import { runningChromium } from './electron/app.ts'
import { toChromium } from './electron/protocol.ts'

export type Order = { id: number; do: 'evaluate'; source: string; argument: unknown } | { id: number; do: 'endpoint' } | { id: number; do: 'close' }
export type Answer = { id: number; value: unknown } | { id: number; error: string }

const doubleAddress = new URL('./electron/index.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) => (specifier === 'electron' ? { url: doubleAddress, shortCircuit: true } : next(specifier, context)),
})

process.on('message', (order: Order) => {
  obey(order)
    .then((value): Answer => ({ id: order.id, value }))
    .catch((error: unknown): Answer => ({ id: order.id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }))
    .then((answer) => process.send?.(answer))
})
process.channel?.unref()
// A test that was killed must leave no browser behind: it is ended on exit.
process.once('disconnect', () => process.exit(1))
process.once('SIGTERM', () => process.exit(1))

async function obey(order: Order): Promise<unknown> {
  switch (order.do) {
    case 'evaluate': {
      const evaluated = runInThisContext(`(${order.source})`) as (module: typeof electron, argument: unknown) => unknown
      return evaluated(electron, order.argument)
    }
    case 'endpoint':
      await electron.app.whenReady()
      return { endpoint: runningChromium().endpoint, origin: toChromium('hagstone://app/') }
    case 'close':
      electron.app.quit()
      return null
  }
}
