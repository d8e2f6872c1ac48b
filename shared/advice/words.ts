/** How evidence is worded: one sentence each, with its number. */
import { baseName } from '../profile/frames.ts'
import { shortFunctionName } from '../findings/wording/short_names.ts'
import { counted } from '../names/counted.ts'
import type { AdvicePlace } from './advice.ts'
import type { AccessFacts, PairFacts } from './pair_facts.ts'

/** "f (f.c:12)", without the parameters and template arguments of f: a sentence with them would fill lines. */
export function placeText({ function: wholeName, file, fileName, line }: AdvicePlace): string {
  const name = shortFunctionName(wholeName)
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
