import { useMemo } from 'react'
import { wasteWhole, type WasteWhole } from './waste_whole.ts'
import { usePreference, useProfile } from '../application/context.ts'

/** The denominator of the shown tool's waste percentages. */
export function useWasteWhole(): WasteWhole {
  const summary = useProfile((profile) => profile.summary)
  const tool = useProfile((profile) => profile.tool)
  const shareOf = usePreference((preferences) => preferences.shareOf)
  return useMemo(() => wasteWhole(summary, tool, shareOf), [summary, tool, shareOf])
}
