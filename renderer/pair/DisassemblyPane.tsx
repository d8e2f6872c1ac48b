import type { PairSide } from '../../shared/rpc/pairs.ts'
import { Waiting } from '../components/loading/Waiting.tsx'
import type { Side } from '../application/pair_side.ts'
import { useAnswer } from '../application/use_answer.ts'
import { Failure } from '../components/Failure.tsx'
import { chainOf } from './chain.ts'

/** Machine code around a frame's instruction, which is lit: the access, or the call. */
export function DisassemblyPane({ which, side, shown }: { which: Side; side: PairSide; shown: number }) {
  const { address } = chainOf(side)[shown] ?? side.leaf
  // React's lazy() would keep a failure for good.
  const code = useAnswer('listing', () => import('./Listing.tsx'))
  if (code.state === 'waiting') return <Waiting part>Loading the machine code…</Waiting>
  if (code.state === 'failed')
    return (
      <div className="state">
        <Failure
          text={`The part of the window that shows machine code could not be loaded: ${code.message}. Hagstone may have ended or been updated: load it again, or reload the page.`}
          again={code.again}
        />
      </div>
    )
  const { Listing } = code.value
  return <Listing moduleIndex={side.moduleIndices[shown] ?? -1} address={address} side={which} what={which === 'source' ? 'Earlier access' : 'Later access'} />
}
