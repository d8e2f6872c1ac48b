import { useMemo } from 'react'
import { Waiting } from '../components/loading/Waiting.tsx'
import type { RunCostTotal } from '../../shared/metrics/run_cost.ts'
import type { Disassembly } from '../../shared/rpc/sources.ts'
import { report } from '../application/application.ts'
import { useApplication, useProfile } from '../application/context.ts'
import { selectPairAtLine } from '../application/profiles.ts'
import type { Side } from '../application/pair_side.ts'
import { useWasteWhole } from '../tools/use_waste_whole.ts'
import { shareOfWhole, type WasteWhole } from '../tools/waste_whole.ts'
import { useAnswer } from '../application/use_answer.ts'
import { Failure } from '../components/Failure.tsx'
import type { LineHeat } from '../editor/CodeView.tsx'
import { placeText } from '../format/paths.ts'
import { CodeSlot } from './CodeSlot.tsx'
import { spentIn } from './spent.ts'

const longestCode = 48

interface ListingProps {
  /** Parameters of disassembly.read. */
  moduleIndex: number
  address: string
  /** Whose access is lit; null: of no pair. */
  side: Side | null
  /** The name of the shown code, for screen readers: "Later access". */
  what: string
}

/** Machine code of the function around an instruction, which is lit. */
export function Listing({ moduleIndex, address, side, what }: ListingProps) {
  const application = useApplication()
  const { client } = application
  const profile = useProfile((open) => open.summary.profile)
  const tool = useProfile((open) => open.tool)
  const whole = useWasteWhole()
  const runCost = useProfile((open) => open.summary.runCost)
  const answer = useAnswer(`${profile} ${moduleIndex} ${address} ${tool}`, (signal) =>
    client.call('disassembly.read', { profile, moduleIndex, address, tool }, { signal }),
  )
  const listing = useMemo(
    () =>
      answer.state === 'here' && answer.value.found
        ? { lines: answer.value.lines, text: listingOf(answer.value), addresses: addressesOf(answer.value), heat: heatOf(answer.value, whole, runCost) }
        : null,
    [answer, whole, runCost],
  )
  if (answer.state === 'waiting') return <Waiting>Disassembling…</Waiting>
  if (answer.state === 'failed')
    return (
      <div className="state">
        <Failure text={answer.message} again={answer.again} />
      </div>
    )
  if (!answer.value.found || listing === null)
    return (
      <div className="state">
        <span>No machine code can be shown.</span>
        {answer.value.found ? null : <Failure text={answer.value.reason} />}
      </div>
    )
  return (
    <CodeSlot
      label={`${what}, disassembly of ${answer.value.functionName}`}
      side={side}
      name={`${answer.value.functionName} ${side ?? ''} disassembly`}
      text={listing.text}
      language="assembly"
      litLine={answer.value.litIndex + 1}
      lineNames={listing.addresses}
      heat={listing.heat}
      whole={whole}
      onLineClick={(number) => {
        const { file = null, line = null } = listing.lines[number - 1] ?? {}
        if (file !== null && line !== null) selectPairAtLine(application, file, line).catch((error) => report(application, error))
      }}
    />
  )
}

function heatOf({ lines }: Extract<Disassembly, { found: true }>, whole: WasteWhole, total: RunCostTotal | null): LineHeat[] {
  return lines.flatMap(({ waste, cpuTime }, index) => {
    if (waste === 0 && (cpuTime ?? 0) === 0) return []
    const share = shareOfWhole(waste, whole) ?? 0
    return { line: index + 1, share, ...spentIn(cpuTime === undefined ? null : { inclusive: cpuTime, exclusive: cpuTime }, total, share, whole.words) }
  })
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
