/** The command line that exports the same as a window. */
import { hasStacks, STACK_FORMS, USUAL_TOP, type ExportChoice } from '../exported.ts'
import { quoteArguments } from './command_line.ts'

/** For a shell. Options at their defaults are left out. @param path of the profile */
export function exportCommandLine(path: string, { format, stacks, top }: ExportChoice, withSources: boolean): string {
  return quoteArguments([
    'hagstone',
    'export',
    path,
    '--to',
    format,
    ...(hasStacks(format) && stacks !== STACK_FORMS[0] ? ['--stacks', stacks] : []),
    ...(top === USUAL_TOP[format] ? [] : ['--top', top === null ? 'all' : String(top)]),
    ...(format === 'html' && withSources ? ['--sources'] : []),
  ])
}
