/** Remarks on the expected cost of a run, before it begins. */
import { expectedMemory, expectedSlowdown, timesText } from '../../../shared/metrics/exhaustive_cost.ts'
import { sizeText } from '../../../shared/names/size_text.ts'
import type { SamplingOptions } from '../options.ts'

/** @param available bytes of memory that can still be had; null: not known */
export function costRemark({ tools, exhaustive }: Pick<SamplingOptions, 'tools' | 'exhaustive'>, available: number | null): string {
  const memory = expectedMemory(tools)
  const room = available === null ? '' : ` (${sizeText(available)} are free: enough for a program of ${sizeText(available / memory.most)})`
  return `The exhaustive engine takes about ${timesText(expectedSlowdown(tools, exhaustive.window !== null))} as long as the program alone and ${timesText(memory)} its memory${room}; threads run one at a time.`
}

/**
 * Null if the program's memory may suffice.
 * @param least bytes that the program needs at least
 */
export function memoryWarning({ tools }: Pick<SamplingOptions, 'tools'>, least: number, available: number | null): string | null {
  const needed = least * expectedMemory(tools).least
  if (available === null || needed <= available) return null
  return `The program's own data of ${sizeText(least)} take about ${sizeText(needed)} under the exhaustive engine, and only ${sizeText(available)} are free: it will probably run out of memory; record a smaller run.`
}
