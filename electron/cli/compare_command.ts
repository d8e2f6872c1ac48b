import type { ValuesComparison } from '../../shared/values.ts'
import { exitStatus } from '../failure.ts'
import { openProfile } from '../profile/open_profile.ts'
import { compareProfiles } from '../report/values/compare_profiles.ts'
import { comparisonLines } from '../report/values/values_text.ts'
import { wrap } from '../report/format.ts'
import { generalStatuses, parseArguments, wrongUse } from './command.ts'
import type { Command } from './command.ts'
import { print, terminalWidth } from './terminal.ts'

const help = `hagstone compare FIRST SECOND [--json]

Compares the values of two profiles (record --engine exhaustive --tool values), of two inputs or two
builds: whether what is invariant in one run is so in the other, and with the same values.
Everything is weighted by the executions of the first.

  overlap        executions whose instruction, parameter or operand the second run has too
  Inv-1          share of the commonest value in the first, and (Inv-1 ′) in the second
  Diff-1 Diff-5  mean difference of the shares of the commonest value and of the five commonest
  Same-1         the commonest value is the second's too
  Find-1 Find-5  the commonest value, the five commonest, are among the second's five; like Same-1
                 of what has an Inv-1 above 30 % in the first, whose share stands under "of"

  --json     one object (schema hagstone.values-comparison/1)
  --help

${generalStatuses}
`

export const compareCommand: Command = {
  name: 'compare',
  help,
  wrongUse: exitStatus.wrongUse,
  async run(commandArguments) {
    const { values, positionals } = parseArguments(compareCommand, { args: commandArguments, options: { json: { type: 'boolean' }, help: { type: 'boolean' } }, allowPositionals: true })
    if (values.help === true) {
      print(help)
      return 0
    }
    const [first, second, ...others] = positionals
    if (first === undefined || second === undefined || others.length > 0) throw wrongUse(compareCommand, 'Two profiles are compared')
    const comparison = compareFiles(first, second)
    print(values.json === true ? `${JSON.stringify(comparison, null, 2)}\n` : comparisonText(comparison))
    return 0
  },
}

function compareFiles(first: string, second: string): ValuesComparison {
  const opened = openProfile(first)
  try {
    const other = openProfile(second)
    try {
      return compareProfiles({ path: first, profile: opened.profile }, { path: second, profile: other.profile })
    } finally {
      other.close()
    }
  } finally {
    opened.close()
  }
}

function comparisonText({ first, second, comparisons, notes }: ValuesComparison): string {
  const width = terminalWidth()
  return [
    ...wrap(`first   ${first.command.join(' ')}`, width, '  '), ...wrap(`second  ${second.command.join(' ')}`, width, '  '), '', ...comparisonLines(comparisons),
    ...(notes.length > 0 ? ['', ...notes.flatMap((note) => wrap(`- ${note}`, width, '  '))] : []), '',
  ].join('\n')
}
