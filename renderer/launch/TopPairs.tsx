import { FEWEST_TRAPS } from '../../shared/metrics/statistics/bootstrap.ts'
import type { Tool } from '../../shared/run.ts'
import type { LaunchProgress } from '../../shared/rpc/recordings.ts'
import { AccessMark } from '../components/AccessMark.tsx'
import { countedText, percentText } from '../format/quantities.ts'
import { toolWords } from '../tools/tools.ts'

/** The largest wasteful pairs of a recording that is being made. */
export function TopPairs({ progress: { topPairs, traps, accesses }, tools }: { progress: LaunchProgress; tools: Tool[] }) {
  const counted = accesses !== undefined
  const none = counted || traps > 0 ? 'None yet: no observation so far was waste.' : 'None yet: no watchpoint has fired.'
  return (
    <>
      <h2>Top pairs so far</h2>
      {topPairs.length === 0 ? (
        <p className="dim">{none}</p>
      ) : (
        <table className="figures selectable" aria-label="Top pairs so far">
          <tbody>
            {topPairs.map((pair, rank) => (
              <tr key={rank} className={!counted && pair.traps < FEWEST_TRAPS ? 'few' : ''}>
                <td className="end" title={pair.tool === undefined ? 'of all waste' : `of all waste by ${toolWords[pair.tool].name}`}>
                  {percentText(pair.shareOfWaste)}
                </td>
                {tools.length > 1 ? <td>{pair.tool === undefined ? '' : toolWords[pair.tool].name}</td> : null}
                <td>
                  <AccessMark side="source" /> {pair.source}
                </td>
                <td>
                  <AccessMark side="target" /> {pair.target}
                </td>
                <td className="end dim">{countedText(pair.traps, counted ? 'instance' : 'observation')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
