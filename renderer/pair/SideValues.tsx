import type { ValueRole } from '../../shared/profile/value_names.ts'
import type { Tool } from '../../shared/run.ts'
import type { PairSide } from '../../shared/rpc/pairs.ts'
import { useApplication, useProfile } from '../application/context.ts'
import type { Side } from '../application/pair_side.ts'
import { useAnswer } from '../application/use_answer.ts'
import { percentText } from '../format/quantities.ts'
import { ValueChip } from '../values/ValueChip.tsx'
import '../values/values.css'

const chipsShown = 3

/** Roles of a tool's accesses: an instruction may load, compute and store. The first role with a table is used. */
function rolesOf(tool: Tool): ValueRole[][] {
  switch (tool) {
    case 'dead-stores':
    case 'silent-stores':
      return [['stored']]
    case 'redundant-loads':
    case 'spatial-loads':
      return [['loaded']]
    // An instruction that only loads has no result beside the load; one that computes with a load wrote the result.
    case 'registers':
      return [['result'], ['loaded']]
    default:
      return [['loaded', 'stored']]
  }
}

/** The commonest values of one access of the pair, in all of its contexts: the old ones of the earlier, the new ones of the later. @param tool of a run that recorded values */
export function SideValues({ which, side, tool }: { which: Side; side: PairSide; tool: Tool }) {
  const { client } = useApplication()
  const profile = useProfile((open) => open.summary.profile)
  const moduleIndex = side.moduleIndices.at(-1) ?? -1
  const { address } = side.leaf
  const answer = useAnswer(moduleIndex >= 0 ? `${profile} ${moduleIndex} ${address}` : null, (signal) =>
    client.call('values.at', { profile, moduleIndex, address }, { signal }),
  )
  if (answer.state !== 'here') return null
  const known = answer.value.filter(({ values }) => values.length > 0)
  const sites = rolesOf(tool)
    .map((roles) => known.filter(({ role }) => roles.includes(role)))
    .find(({ length }) => length > 0)
  return sites?.map((site) => (
    <div
      key={site.site}
      className="side-instruction"
      aria-label={which === 'source' ? 'Old values' : 'New values'}
      title={`Values of this instruction in all contexts; top value in ${percentText(site.inv1)}, same as last time in ${percentText(site.mrv1)}`}
    >
      <span className="dim">
        {which === 'source' ? 'old' : 'new'}: {site.subject}
      </span>
      <span className="value-chips">
        {site.values.slice(0, chipsShown).map((value) => (
          <ValueChip key={value.hex} value={value} />
        ))}
      </span>
    </div>
  ))
}
