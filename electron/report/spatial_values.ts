/**
 * The values of marked arrays and registers, and the work of each region: REDSPY 4.2 and resources/include/hagstone.h.
 */
import { totalsByTool } from '../../shared/metrics/totals.ts'
import { baseName, contextOf } from '../../shared/profile/frames.ts'
import type { ProfileTables } from '../../shared/profile/profile.ts'
import { restrictToRegion } from '../../shared/profile/region_filter.ts'
import { regionRows } from '../../shared/profile/regions.ts'
import { spatialShare, spatialValueText, type SpatialValues } from '../../shared/profile/spatial_values.ts'
import type { RegionReport, SpatialValuesReport } from '../../shared/report.ts'
import type { FrameChain, LeafFrame } from '../../shared/profile/frame.ts'

/** The largest redundant amount first. */
export function spatialValuesReports(profile: ProfileTables): SpatialValuesReport[] {
  return profile.spatialValues.map((values) => describe(profile, values)).sort((a, b) => b.redundantBytes - a.redundantBytes)
}

function describe(profile: ProfileTables, values: SpatialValues): SpatialValuesReport {
  const { node, object, group, type, elementBytes, approximate, inspections, above, elements, unique, latestElements, latestUnique } = values
  const text = (bytes: string): string => spatialValueText(bytes, type)
  return {
    at: node < 0 ? null : markOf(profile, node),
    object: profile.objects[object]?.name ?? null,
    group,
    type,
    elementBytes,
    comparison: approximate ? 'approximate' : 'precise',
    inspections,
    above,
    elements,
    unique,
    share: spatialShare(values),
    redundantBytes: (elements - unique) * elementBytes,
    latest:
      above === 0
        ? null
        : {
            elements: latestElements,
            unique: latestUnique,
            share: spatialShare({ elements: latestElements, unique: latestUnique }),
            values: values.values.map(({ count, bytes }) => ({ value: text(bytes), count, share: count / latestElements })),
            strip: values.strip.map(text),
          },
  }
}

const HEADER = 'hagstone.h'

/** Where the program placed the mark: without the header's own inlined or called frames. */
function markOf(profile: ProfileTables, node: number): FrameChain {
  const { frames, leaf } = contextOf(profile, node)
  const all = [...frames, leaf]
  let end = all.length
  while (end > 1 && all[end - 1]!.file !== null && baseName(all[end - 1]!.file!) === HEADER) end--
  const innermost: LeafFrame = { ...all[end - 1]!, instruction: leaf.instruction }
  return [...all.slice(0, end - 1), innermost]
}

/** In the order of the tree. Nested regions are part of the outer ones. */
export function regionReports(profile: ProfileTables): RegionReport[] {
  return [...regionRows(profile).keys()].map((name) => ({ name, totals: totalsByTool(restrictToRegion(profile, name)!) }))
}
