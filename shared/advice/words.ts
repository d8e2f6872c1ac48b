/** How evidence is worded: one sentence each, with its number. */
import { baseName } from '../profile/frames.ts'
import { counted } from '../names/counted.ts'
import type { AdvicePlace } from './advice.ts'
import type { AccessFacts, PairFacts } from './pair_facts.ts'

export function placeText({ function: name, file, fileName, line }: AdvicePlace): string {
  return file === null ? name : `${name} (${fileName ?? baseName(file)}${line === null ? '' : `:${line}`})`
}

/** "mov rax, [rdi+0x8] at 0x11f0 in f (f.c:12)" */
export function accessText({ instruction, place }: AccessFacts): string {
  return instruction === null ? placeText(place) : `${instruction.text} at 0x${instruction.address.toString(16)} in ${placeText(place)}`
}

export function timesText({ instances, counted: exact }: PairFacts): string {
  return exact ? counted(instances, 'time') : `in ${counted(instances, 'observation')}`
}

/** Where it was seen to repeat; nothing where that is not known. */
export function scopeLines({ scope }: PairFacts): string[] {
  const where = scope?.text.replace(/^loop at /, 'the loop at ')
  return scope === null ? [] : [scope.measured ? `It was measured to repeat within ${where}.` : `Both accesses are within ${where}.`]
}
