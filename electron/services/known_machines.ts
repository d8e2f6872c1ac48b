/** Machines that windows were connected to, kept from run to run. */
import { z } from 'zod'
import type { RemoteMachine } from '../../shared/rpc/host.ts'
import { JsonFile } from '../json_file.ts'

const mostMachines = 20

const storedMachines = z.array(z.object({ destination: z.string(), command: z.string(), allowLaunch: z.boolean() }))

/** Previous machines, the last one first. */
export class KnownMachines {
  readonly #file: JsonFile<RemoteMachine[]>

  /** @param warn gets one line when the file cannot be read or written; the machines are then not remembered */
  constructor(file: string, warn: (line: string) => void) {
    this.#file = new JsonFile(file, storedMachines, { missing: [], warn, consequence: 'the machines are forgotten' })
  }

  list(): RemoteMachine[] {
    return this.#file.read()
  }

  add(machine: RemoteMachine): void {
    this.#write([machine, ...this.#others(machine.destination)].slice(0, mostMachines))
  }

  forget(destination: string): void {
    this.#write(this.#others(destination))
  }

  #others(destination: string): RemoteMachine[] {
    return this.#file.read().filter((machine) => machine.destination !== destination)
  }

  #write(machines: RemoteMachine[]): void {
    this.#file.writeOrWarn(machines, 'the machines are not remembered')
  }
}
