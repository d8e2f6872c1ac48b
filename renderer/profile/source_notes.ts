/** Notes on a source file before it is shared. */
import type { ShareableSource } from '../../shared/rpc/sources.ts'

const reasons: Record<ShareableSource['state'], string> = {
  here: '',
  missing: 'not found here',
  refused: 'of a profile that was recorded elsewhere',
  'too-large': 'larger than 8 MiB',
  unreadable: 'cannot be read',
}

export function canBeShared({ state, embeddedBytes }: ShareableSource): boolean {
  return state === 'here' || embeddedBytes !== null
}

/** Empty where there is nothing to say. */
export function sourceNotes({ state, embeddedBytes, changedSinceBuild }: ShareableSource): string {
  return [embeddedBytes === null ? '' : 'in the profile', reasons[state], changedSinceBuild ? 'changed since the program was built: lines may have moved' : '']
    .filter((note) => note !== '')
    .join(', ')
}

/** Bytes; null if it is neither here nor in the profile. */
export function sharedBytes({ bytes, embeddedBytes }: ShareableSource): number | null {
  return bytes ?? embeddedBytes
}
