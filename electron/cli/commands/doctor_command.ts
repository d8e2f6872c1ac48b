/** `hagstone doctor`: says what this machine can record, and what to change. */
import { doctorMarkdown, doctorText, examineMachine } from '../../doctor/doctor.ts'
import { knownDirectories } from '../../doctor/private_data.ts'
import { exitStatus } from '../../failure.ts'
import { hagstoneVersion } from '../../version.ts'
import { generalStatuses, parseArguments, wrongUse } from '../command.ts'
import type { Command } from '../command.ts'
import { print } from '../terminal.ts'

const help = `hagstone doctor [--json|--report]

Shows what works on this machine, which engine is used, and how to fix the rest.

  --json     one object (schema hagstone.doctor/1, see docs/machines.md)
  --report   Markdown for a bug report, without names of users, machines, directories, or variables
  --help

${generalStatuses}
Here, ${exitStatus.machineUnable} means that no engine works.
`

export const doctorCommand: Command = {
  name: 'doctor',
  help,
  wrongUse: exitStatus.wrongUse,
  async run(commandArguments) {
    const { values, positionals } = parseArguments(doctorCommand, {
      args: commandArguments,
      options: { json: { type: 'boolean' }, report: { type: 'boolean' }, help: { type: 'boolean' } },
      allowPositionals: true,
    })
    if (values.help === true) {
      print(help)
      return 0
    }
    if (positionals.length > 0) throw wrongUse(doctorCommand, `${positionals[0]} is no option`)
    if (values.json === true && values.report === true) throw wrongUse(doctorCommand, '--json and --report exclude each other')
    const report = await examineMachine()
    print(
      values.json === true
        ? JSON.stringify(report, null, 2)
        : values.report === true
          ? doctorMarkdown(report, hagstoneVersion(), knownDirectories())
          : doctorText(report),
    )
    return report.engine === null && report.engines?.some(({ works }) => works) !== true ? exitStatus.machineUnable : 0
  },
}
