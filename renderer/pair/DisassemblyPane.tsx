import { lazy, Suspense } from 'react'
import type { PairSide } from '../../shared/rpc/pairs.ts'
import type { Side } from '../application/pair_side.ts'
import { chainOf } from './chain.ts'

const Listing = lazy(async () => ({ default: (await import('./Listing.tsx')).Listing }))

/** Machine code around a frame's instruction, which is lit: the access, or the call. */
export function DisassemblyPane({ which, side, shown }: { which: Side; side: PairSide; shown: number }) {
  const { address } = chainOf(side)[shown] ?? side.leaf
  return (
    <Suspense fallback={<div className="state dim pulse">Loading the machine code…</div>}>
      <Listing moduleIndex={side.moduleIndices[shown] ?? -1} address={address} side={which} what={which === 'source' ? 'Earlier access' : 'Later access'} />
    </Suspense>
  )
}
