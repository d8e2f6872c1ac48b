import { useMemo } from 'react'
import type { Disassembly, PairSide } from '../../shared/rpc/contract.ts'
import { useApplication, useProfile } from '../application/context.ts'
import type { Side } from '../application/state.ts'
import { Failure } from '../components/Failure.tsx'
import { placeText } from '../format/paths.ts'
import { chainOf } from './chain.ts'
import { CodeSlot } from './CodeSlot.tsx'
import { useAnswer } from '../application/use_answer.ts'

const noHeat: [] = []
const longestCode = 48

/** Machine code around a frame's instruction, which is lit: the access, or the call. */
export function DisassemblyPane({ which, side, shown }: { which: Side; side: PairSide; shown: number }) {
  const { client } = useApplication()
  const profile = useProfile((open) => open.summary.profile)
  const { address } = chainOf(side)[shown] ?? side.leaf
  const moduleIndex = side.moduleIndices[shown] ?? -1
  const answer = useAnswer(`${profile} ${moduleIndex} ${address}`, (signal) =>
    client.call('disassembly.read', { profile, moduleIndex, address }, { signal }),
  )
  const listing = useMemo(() => (answer.state === 'here' && answer.value.found ? { text: listingOf(answer.value), addresses: addressesOf(answer.value) } : null), [answer])
  if (answer.state === 'waiting') return <div className="state dim pulse">Disassembling…</div>
  if (answer.state === 'failed') return <div className="state"><Failure text={answer.message} /></div>
  if (!answer.value.found || listing === null) return <div className="state"><span>No machine code can be shown.</span>{answer.value.found ? null : <Failure text={answer.value.reason} />}</div>
  return (
    <CodeSlot
      label={`${which === 'source' ? 'Earlier' : 'Later'} access, disassembly of ${answer.value.functionName}`}
      side={which}
      name={`${answer.value.functionName} ${which} disassembly`}
      text={listing.text}
      language="assembly"
      litLine={answer.value.litIndex + 1}
      lineNames={listing.addresses}
      heat={noHeat}
    />
  )
}

function addressesOf({ lines }: Extract<Disassembly, { found: true }>): string[] {
  return lines.map((line) => line.address.replace(/^0x0*/, ''))
}

/** One line per instruction; the source place where it changes, and the note, as a comment behind it. */
export function listingOf({ lines }: Extract<Disassembly, { found: true }>): string {
  let place = ''
  const width = Math.min(longestCode, Math.max(...lines.map((line) => line.text.length)))
  return lines
    .map((line) => {
      const here = placeText(line.file, line.line)
      const remarks = [here === place ? '' : here, line.note ?? ''].filter((remark) => remark !== '')
      place = here
      return remarks.length === 0 ? line.text : `${line.text.padEnd(width)}  ; ${remarks.join('  ')}`
    })
    .join('\n')
}
