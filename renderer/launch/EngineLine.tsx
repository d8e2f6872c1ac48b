import { capitalized } from '../../shared/names/capitalized.ts'
import { useState } from 'react'
import type { DoctorCheck, DoctorReport } from '../../shared/rpc/host.ts'
import { useAppState } from '../application/context.ts'
import { Waiting } from '../components/loading/Waiting.tsx'
import { RemedyLine } from './RemedyLine.tsx'

const signs: Record<DoctorCheck['status'], string> = { works: '✓ works', limited: '◐ limited', fails: '✕ fails', skipped: '– skipped' }

/** The reason without the engine's name before it, which is already said. */
function reasonText({ engine, engineReason }: DoctorReport): string {
  const prefix = `${engine} engine: `
  const reason = engineReason.startsWith(prefix) ? engineReason.slice(prefix.length) : engineReason
  return capitalized(reason)
}

/** The engine that `auto` takes on this machine and why, with the remedy for each thing that does not work. */
export function EngineLine() {
  const doctor = useAppState((state) => state.doctor)
  const [open, setOpen] = useState(false)
  if (doctor === null) return <Waiting inline>Checking what this machine supports…</Waiting>
  const troubled = doctor.checks.filter((check) => check.status === 'fails' || check.status === 'limited')
  const shown = open ? doctor.checks : doctor.engine === null ? troubled : []
  return (
    <div className="engine">
      <span>
        <strong>{doctor.engine === null ? 'Nothing can sample on this machine.' : `Engine: ${doctor.engine}.`}</strong> {reasonText(doctor)}{' '}
        <button type="button" className="plain" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide the checks' : `${doctor.checks.length} checks${troubled.length === 0 ? '' : `, ${troubled.length} with problems`}…`}
        </button>
      </span>
      {shown.length === 0 ? null : (
        <table className="doctor">
          <tbody>
            {shown.map((check) => (
              <tr key={check.id}>
                <td>{signs[check.status]}</td>
                <td>
                  {check.title}: <span className="dim">{check.detail}</span>
                  <RemedyLine {...check} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
