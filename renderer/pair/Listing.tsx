import { useMemo } from 'react'
import type { Disassembly } from '../../shared/rpc/contract.ts'
import { useApplication, useProfile } from '../application/context.ts'
import type { Side } from '../application/state.ts'
import { useAnswer } from '../application/use_answer.ts'
import { Failure } from '../components/Failure.tsx'
import { placeText } from '../format/paths.ts'
import { CodeSlot } from './CodeSlot.tsx'

const noHeat: [] = []
const longestCode = 48

interface ListingProps {
  /** As disassembly.read takes them. */
  moduleIndex: number
  address: string
  /** Whose access is lit; null: of no pair. */
  side: Side | null
  /** What is shown, for those who do not see it: "Later access". */
  what: string
}

/** Machine code of the function around an instruction, which is lit. */
export function Listing({ moduleIndex, address, side, what }: ListingProps) {
  const { client } = useApplication()
  const profile = useProfile((open) => open.summary.profile)
  const answer = useAnswer(`${profile} ${moduleIndex} ${address}`, (signal) =>
    client.call('disassembly.read', { profile, moduleIndex, address }, { signal }),
  )
  const listing = useMemo(() => (answer.state === 'here' && answer.value.found ? { text: listingOf(answer.value), addresses: addressesOf(answer.value) } : null), [answer])
  if (answer.state === 'waiting') return <div className="state dim pulse">Disassembling…</div>
  if (answer.state === 'failed') return <div className="state"><Failure text={answer.message} /></div>
  if (!answer.value.found || listing === null) return <div className="state"><span>No machine code can be shown.</span>{answer.value.found ? null : <Failure text={answer.value.reason} />}</div>
  return (
    <CodeSlot
      label={`${what}, disassembly of ${answer.value.functionName}`}
      side={side}
      name={`${answer.value.functionName} ${side ?? ''} disassembly`}
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
function listingOf({ lines }: Extract<Disassembly, { found: true }>): string {
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
