/** Remedies for processes that could not be recorded, by header.failure. */
import { FAILURES, FORBIDDEN_CALLS } from '../../raw/raw_layout.ts'

const EXHAUSTIVE = 'Record it with --engine exhaustive.'
const DOCTOR = 'Run hagstone doctor to see what is missing on this machine.'

const remedies: Record<(typeof FAILURES)[number], string> = {
  '': DOCTOR,
  'a HAGSTONE_ variable could not be read': 'Start the program with hagstone record, which sets these variables.',
  'perf_event_open is not permitted': 'Run hagstone doctor to see how to permit it, or record it with --engine exhaustive.',
  'no debug register is free': 'Close debuggers and other profilers, which hold debug registers.',
  'watchpoints open but never fire': EXHAUSTIVE,
  'the CPU-time event opens but never interrupts': EXHAUSTIVE,
  'the kernel gave no memory': 'Raise the limit on memory (ulimit -v, control group).',
  'the recording could not be written': 'Check the free space and the limit on the size of files (ulimit -f).',
  'the kernel knows no perf breakpoints': EXHAUSTIVE,
  "the program's Go runtime takes over all signals": EXHAUSTIVE,
  'a debugger, another tracer or Valgrind controls the program': 'Run it without them.',
  "the processor's sampling events cannot be opened": 'Record it with --engine software.',
  "the processor's sampling events open but give no addresses": 'Record it with --engine software.',
  'the tracer did not answer': DOCTOR,
  'it is statically linked, so the sampler cannot be preloaded into it':
    'Link it dynamically or with $(hagstone link-flags), or record it with --engine exhaustive.',
  'it uses another C library than glibc, which the sampler needs': EXHAUSTIVE,
  'it is no 64-bit program': 'Build it for x86-64.',
  'it is set-user-ID, set-group-ID or has capabilities, so the loader ignores the sampler': 'Record a copy without these privileges.',
  'LeakSanitizer does not work in a traced process': 'Set ASAN_OPTIONS=detect_leaks=0, or permit perf_event_open.',
  'its limit on open files is too low for the sampler: raise it (ulimit -n) to 64 or more': 'Record it again with that limit.',
  'its limit on file sizes left no room for the recording: raise it (ulimit -f)': 'Record it again with that limit.',
  [FORBIDDEN_CALLS]: EXHAUSTIVE,
}

/** A sentence. */
export function remedyOf(failure: string): string {
  const known = FAILURES.find((name) => name === failure)
  return known === undefined ? DOCTOR : remedies[known]
}
