/** The manual page hagstone(1), generated from the helps. */
import { hagstoneVersion } from '../version.ts'
import { commands, generalHelp } from './command_table.ts'

/** roff's own characters, and hyphens that can be copied. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replaceAll(/^([.'])/gm, String.raw`\&$1`)
    .replaceAll("'", String.raw`\(aq`)

const asPrinted = (text: string): string => `.nf\n${roff(text.trimEnd())}\n.fi`

/** The page in roff's man macros. */
export async function manualPage(): Promise<string> {
  const sections = await Promise.all(Object.entries(commands).map(async ([name, { load }]) => `.SS hagstone ${roff(name)}\n${asPrinted((await load()).help)}`))
  const [purpose = '', ...general] = generalHelp.split('\n\n')
  return [
    `.TH HAGSTONE 1 "" "hagstone ${roff(hagstoneVersion())}" "User Commands"`,
    `.SH NAME\nhagstone \\- ${roff(purpose.replace(/^hagstone finds/, 'find').replace(/\.$/, ''))}`,
    '.SH SYNOPSIS\n.B hagstone\n.I COMMAND\n[OPTIONS]\n.br\n.B hagstone record \\-\\-\n.I PROGRAM\n[ARGUMENTS]',
    `.SH DESCRIPTION\n${asPrinted(general.join('\n\n'))}`,
    `.SH COMMANDS\n${sections.join('\n')}`,
    '.SH SEE ALSO\n.BR perf (1),\n.BR valgrind (1)',
    '',
  ].join('\n')
}
