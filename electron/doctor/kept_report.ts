/** One check of the machine for all windows of a host: its self-tests take more than a second of processor time. */
import type { DoctorReport } from '../../shared/rpc/host.ts'

export class KeptReport {
  readonly #examine: () => Promise<DoctorReport>
  #kept: Promise<DoctorReport> | null = null
  /** Windows that have the kept report. */
  readonly #clients = new Set<number>()

  constructor(examine: () => Promise<DoctorReport>) {
    this.#examine = examine
  }

  /** Checks the machine again for a window that has the kept report: its user may have changed the machine. */
  for(client: number): Promise<DoctorReport> {
    if (this.#kept === null || this.#clients.has(client)) this.#renew()
    this.#clients.add(client)
    return this.#kept!
  }

  #renew(): void {
    this.#clients.clear()
    const examined = this.#examine()
    this.#kept = examined
    const forget = (): void => {
      if (this.#kept === examined) this.#kept = null
    }
    // A user who granted a permission opens a new window or reloads this one.
    examined.then(({ engine }) => (engine === null ? forget() : undefined), forget)
  }
}
