/** Two profile files, kept open while both are in use. */
import type { Side } from '../../shared/compare/compared_number.ts'
import type { Profile } from '../../shared/profile/profile.ts'
import { openProfile } from '../profile/open_profile.ts'

export type TwoProfiles = Record<Side, { path: string; profile: Profile }>

/** @throws RpcError of a file that cannot be opened */
export async function withProfiles<T>(paths: Record<Side, string>, act: (profiles: TwoProfiles) => T | Promise<T>): Promise<T> {
  const old = openProfile(paths.old)
  try {
    const recent = openProfile(paths.new)
    try {
      return await act({ old: { path: paths.old, profile: old.profile }, new: { path: paths.new, profile: recent.profile } })
    } finally {
      recent.close()
    }
  } finally {
    old.close()
  }
}
