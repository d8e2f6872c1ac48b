/** Whether a program can run under Valgrind, which has no AVX-512. */
import { basename } from 'node:path'
import { counted } from '../../../shared/names/counted.ts'
import type { ProcessorNeeds } from '../../symbols/symbols_addon.ts'

export interface ModuleNeeds {
  path: string
  needs: ProcessorNeeds
}

/** The C library and its loader also choose by the processor where no indirect function shows it. */
export function choosesByItself(path: string): boolean {
  return /^(ld-linux-x86-64|libc|libm|libmvec|libpthread)[.-]/.test(basename(path))
}

/**
 * Why the program would die, or what may make it die; null if there is no sign of either. Code of the program that no
 * resolver selects counts as needed, unless the program checks the processor: then only running it can tell. Libraries
 * that check are trusted; others may have such code for callers that do not exist here.
 * @param program first; the libraries that it needs after it
 */
export function avx512Verdict([program, ...libraries]: ModuleNeeds[]): { refusal: string | null; warning: string | null } {
  if (program !== undefined && program.needs.avx512Count > 0 && !program.needs.asksProcessor) {
    return {
      refusal: `${program.path} needs AVX-512 (${functionsText(program.needs)}), which Valgrind does not have; build it without, e.g. with -march=x86-64-v3, or record it with the sampling engines.`,
      warning: null,
    }
  }
  const unasked = libraries.filter(({ needs }) => !needs.asksProcessor)
  const doubtful = [...(program === undefined ? [] : [program]), ...unasked].filter(({ needs }) => needs.avx512Count > 0)
  if (doubtful.length === 0) return { refusal: null, warning: null }
  const modules = doubtful.map(({ path, needs }) => `${basename(path)} (${functionsText(needs)})`).join(' and ')
  return {
    refusal: null,
    warning: `${modules} ${doubtful.length === 1 ? 'has' : 'have'} AVX-512 code, which ends the program by SIGILL under Valgrind if it is run without asking the processor first.`,
  }
}

function functionsText({ avx512, avx512Count }: ProcessorNeeds): string {
  const [first = ''] = avx512
  if (first === '') return counted(avx512Count, 'function')
  return avx512Count === 1 ? first : `${first} and ${counted(avx512Count - 1, 'other function')}`
}
