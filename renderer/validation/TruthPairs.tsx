import type { Truth } from '../../shared/validation.ts'
import { AccessMark } from '../components/AccessMark.tsx'
import { percentText } from '../format/quantities.ts'

/** The most wasteful pairs of the exact count. */
export function TruthPairs({ pairs }: { pairs: Truth['pairs'] }) {
  if (pairs.length === 0) return null
  return (
    <>
      <h2>Exact pairs</h2>
      <table className="figures selectable" aria-label="Exact pairs">
        <tbody>
          {pairs.map(({ share, source, target }, index) => (
            <tr key={index}>
              <td className="end" title="of all waste">
                {percentText(share)}
              </td>
              <td>
                <AccessMark side="source" /> {source}
              </td>
              <td>
                <AccessMark side="target" /> {target}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
