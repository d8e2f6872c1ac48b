import { baseName } from '../../format/paths.ts'
import type { Application } from '../application.ts'
import { announce, report } from '../application.ts'
import { failureText } from '../failure.ts'
import { beginOpening } from './opening.ts'
import { saveFile } from '../save.ts'
import type { OpenValidation } from '../state.ts'

/** Opens a validation in place of the present one; an open profile stays open. */
export async function openValidation(application: Application, path: string, begun = beginOpening(application, path)): Promise<void> {
  const { client, store } = application
  const { opening, signal, screenOf } = begun
  try {
    const validation = await client.call('validation.read', { path }, { signal })
    const tool = validation.tools[0]?.tool ?? 'dead-stores'
    store.setState({ validation: { path, validation, tool, measure: null }, screen: screenOf('validation') })
  } catch (error) {
    if (store.getState().screen === 'start' && !signal.aborted) store.setState({ openFailure: { path, message: failureText(error) } })
    else report(application, error)
  } finally {
    store.setState((state) => (state.opening === opening ? { opening: null } : {}))
  }
}

export function closeValidation({ store }: Application): void {
  store.setState(({ screen, profile }) => ({
    validation: null,
    ...(screen === 'validation' ? { screen: profile === null ? ('start' as const) : ('profile' as const) } : {}),
  }))
}

/** Changes the choices of the open validation. */
export function chooseInValidation({ store }: Application, change: Partial<Pick<OpenValidation, 'tool' | 'measure'>>): void {
  store.setState(({ validation }) => ({ validation: validation === null ? null : { ...validation, ...change } }))
}

/** Every run of every setting, as CSV. */
export async function saveEstimates(application: Application): Promise<void> {
  const open = application.store.getState().validation
  if (open === null) return
  const name = `${baseName(open.path).replace(/\.json$/, '')}-estimates.csv`
  const { estimateTable } = await import('../../validation/estimate_table.ts')
  saveFile(name, estimateTable(open.validation), 'text/csv;charset=utf-8')
  announce(application, `${name} was saved.`)
}
