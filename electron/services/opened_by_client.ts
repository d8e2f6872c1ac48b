import type { ProfileId, RpcHandlers } from '../../shared/rpc/contract.ts'

type Opening = Pick<RpcHandlers, 'profile.open' | 'profile.close'>

/** Remembers which window opened which profiles, so that those of a closed or reloaded window are closed. */
export class OpenedByClient {
  readonly handlers: Opening
  readonly #close: RpcHandlers['profile.close']
  readonly #profiles = new Map<number, Set<ProfileId>>()

  constructor(query: Opening) {
    this.#close = query['profile.close']
    this.handlers = {
      'profile.open': async (parameters, context) => {
        const summary = await query['profile.open'](parameters, context)
        const profiles = this.#profiles.get(context.client) ?? new Set()
        this.#profiles.set(context.client, profiles.add(summary.profile))
        return summary
      },
      'profile.close': async (parameters, context) => {
        const result = await query['profile.close'](parameters, context)
        this.#profiles.get(context.client)?.delete(parameters.profile)
        return result
      },
    }
  }

  async closeAllOf(client: number): Promise<void> {
    const profiles = this.#profiles.get(client) ?? []
    this.#profiles.delete(client)
    const { signal } = new AbortController()
    await Promise.all([...profiles].map((profile) => this.#close({ profile }, { signal, client })))
  }
}
