/** The schedule of an OpenMP loop, as its directive names it. */

const SCHEDULES = new Set(['static', 'dynamic', 'guided', 'auto', 'runtime'])
/** C, C++ and Fortran: "#pragma omp parallel for schedule(dynamic, 8)", "!$omp parallel do". */
const LOOP_DIRECTIVE = /^(?:#\s*pragma\s+omp|[!c*]\$omp)\s.*\b(?:for|do)\b/i

/**
 * @param directive source line @returns "static" also if the directive names none, like both common runtimes; "": a macro
 * stands for it; null: not a loop directive
 */
export function scheduleOf(directive: string | null): string | null {
  if (directive === null || !LOOP_DIRECTIVE.test(directive)) return null
  const named = /\bschedule\s*\(\s*(?:[\w\s,]+:\s*)?(\w*)/i.exec(directive)?.[1]?.toLowerCase()
  if (named === undefined) return 'static'
  return SCHEDULES.has(named) ? named : ''
}
