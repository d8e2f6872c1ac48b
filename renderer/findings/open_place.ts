import type { Finding, FindingPlace } from '../../shared/findings/finding.ts'
import type { Application } from '../application/application.ts'
import { showFrame } from '../application/profiles.ts'
import type { Side } from '../application/pair_side.ts'
import { chainOf } from '../pair/chain.ts'
import type { FindingsModel } from './finding_model.ts'
import { isAt } from './finding_pair.ts'

/** Shows the line of a place in its pane, and puts the focus there. */
export async function openPlace(application: Application, model: FindingsModel, finding: Finding, place: FindingPlace): Promise<void> {
  await model.select(finding.id)
  const side: Side = place.role === 'earlier' ? 'source' : 'target'
  const details = application.store.getState().profile?.selection?.details
  if (details != null) {
    const frame = chainOf(details[side]).findLastIndex(isAt(place))
    if (frame !== -1) showFrame(application, side, frame)
  }
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-side="${side}"] .code-focus`)?.focus())
}
