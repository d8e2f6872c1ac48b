import { z } from 'zod'
import type { RemoteMachine } from '../../shared/rpc/contract.ts'
import { messageOf, systemErrorCode } from '../failure.ts'
import { JsonFile } from '../json_file.ts'

const mostMachines = 20

const storedMachines = z.array(z.object({ destination: z.string(), command: z.string(), allowLaunch: z.boolean() }))

/** Machines that were connected to, the last one first. */
export class KnownMachines {
  readonly #file: JsonFile<RemoteMachine[]>
  readonly #warn: (line: string) => void

  /** @param warn gets one line when the file cannot be read or written; the machines are then not remembered */
  constructor(file: string, warn: (line: string) => void) {
    this.#file = new JsonFile(file, storedMachines, { missing: [], warn, consequence: 'the machines are forgotten' })
    this.#warn = warn
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
    try {
      this.#file.write(machines)
    } catch (error) {
      this.#warn(`${this.#file.path} cannot be written (${systemErrorCode(error) ?? messageOf(error)}); the machines are not remembered.`)
    }
  }
}
