/** Programs that have a service start others: what they start is not their child, so it is not recorded. */
import { basename } from 'node:path'

export interface StartingClient {
  /** A clause about the program. */
  why: string
  /** A sentence. */
  action: string
}

const container: StartingClient = { why: 'a container engine starts the program, which is not its child', action: 'Record inside the container.' }

const CLIENTS: Record<string, StartingClient> = {
  'systemd-run': { why: 'systemd starts the program, which is not its child', action: 'Use systemd-run --scope, or record inside: systemd-run … hagstone record -- PROGRAM.' },
  docker: container,
  podman: container,
  srun: { why: 'a daemon starts the program, which is not its child', action: 'Record inside: srun … hagstone record -- PROGRAM.' },
  ssh: { why: 'another machine runs the program', action: 'Record there: ssh HOST hagstone record -- PROGRAM.' },
}

/** @param executable path @returns null for all other programs */
export function startingClient(executable: string): StartingClient | null {
  return CLIENTS[basename(executable)] ?? null
}
