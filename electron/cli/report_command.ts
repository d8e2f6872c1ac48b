import { exitStatus } from '../failure.ts'
import { openProfile } from '../profile/open_profile.ts'
import { buildReport } from '../report/report.ts'
import { reportCsv } from '../report/csv.ts'
import { reportText } from '../report/text.ts'
import { generalStatuses, integer, onlyArgument, parseArguments, wrongUse } from './command.ts'
import type { Command } from './command.ts'
import { print } from './terminal.ts'

const defaultTop = 10
const mostPairs = 1_000_000

const help = `hagstone report FILE [OPTIONS]

Prints what a profile says: how much of the work was in vain, and the pairs that waste most.

  --top N    at most N pairs, the largest first (default ${defaultTop}; with --json and --csv all)
  --json     one object (schema hagstone.report/1)
  --csv      the pair table, one line per pair
  --help

${generalStatuses}
`

export const reportCommand: Command = {
  name: 'report',
  help,
  wrongUse: exitStatus.wrongUse,
  async run(commandArguments) {
    const { values, positionals } = parseArguments(reportCommand, {
      args: commandArguments,
      options: { top: { type: 'string' }, json: { type: 'boolean' }, csv: { type: 'boolean' }, help: { type: 'boolean' } },
      allowPositionals: true,
    })
    if (values.help === true) {
      print(help)
      return 0
    }
    const file = onlyArgument(reportCommand, positionals, 'file')
    if (values.json === true && values.csv === true) throw wrongUse(reportCommand, '--json and --csv exclude each other')
    const whole = values.json === true || values.csv === true
    const top = values.top === undefined ? (whole ? mostPairs : defaultTop) : integer(reportCommand, 'top', values.top, { minimum: 0, maximum: mostPairs })
    const opened = openProfile(file)
    try {
      const report = buildReport(opened.profile, { top })
      print(values.json === true ? JSON.stringify(report, null, 2) : values.csv === true ? reportCsv(report) : reportText(report))
      return 0
    } finally {
      opened.close()
    }
  },
}
