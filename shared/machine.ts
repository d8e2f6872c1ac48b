/** The machine that recorded a run, and its words. */
import { counted } from './names/counted.ts'
import { sizeText } from './names/size_text.ts'

/** Processors as programs see them: hardware threads. */
export interface MachineProcessors {
  /** Of the first one: "AMD EPYC 7763 64-Core Processor". */
  model: string
  count: number
}

export interface MachineCache {
  level: number
  bytes: number
}

/** All but the name is absent where the machine does not tell, and in profiles of earlier versions. */
export interface Machine {
  host: string
  /** Release of the kernel. */
  kernel?: string
  processors?: MachineProcessors
  /** Data caches, smallest first. */
  caches: MachineCache[]
}

/** Linux's own name of a machine that nobody has named; '' in a profile whose launcher told none. */
const NO_NAMES = ['(none)', '']

/** "ada", to follow "on". */
export function machineName({ host }: Pick<Machine, 'host'>): string {
  return NO_NAMES.includes(host) ? 'an unnamed machine' : host
}

function processorTexts({ processors }: Pick<Machine, 'processors'>): string[] {
  return processors === undefined ? [] : [processors.model, counted(processors.count, 'hardware thread')]
}

/** What is known of "AMD EPYC", "2 hardware threads", "L1 32 KiB", "Linux 6.1.0". */
export function hardwareTexts(machine: Omit<Machine, 'host'>): string[] {
  return [
    ...processorTexts(machine),
    ...machine.caches.map(({ level, bytes }) => `L${level} ${sizeText(bytes)}`),
    ...(machine.kernel === undefined ? [] : [`Linux ${machine.kernel}`]),
  ]
}

/** "ada: AMD EPYC, 2 hardware threads, L1 32 KiB, Linux 6.1.0"; in short without caches and kernel. */
export function machineText(machine: Machine, isShort = false): string {
  const hardware = (isShort ? processorTexts(machine) : hardwareTexts(machine)).join(', ')
  return `${machineName(machine)}${hardware === '' ? '' : `: ${hardware}`}`
}
