import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { exitStatus, Failure } from '../failure.ts'
import { STACK_FORMS } from '../export/samples.ts'
import { EXPORT_FORMATS, exportExtension, writeExport } from '../export/write_export.ts'
import { openProfile } from '../profile/open_profile.ts'
import { profileOf } from '../record/kept_recording.ts'
import { statedAsCode } from './analyze_command.ts'
import { choice, generalStatuses, onlyArgument, parseArguments, wrongUse } from './command.ts'
import type { Command } from './command.ts'
import { print, progressLine, say } from './terminal.ts'

const help = `hagstone export FILE --to FORMAT [OPTIONS]

Writes a profile for other programs.

  --to F     pprof        for pprof: one sample type for each tool's waste and use; tags relation, other, object
             speedscope   for speedscope.app: one profile for each tool's waste and use
             firefox      for profiler.firefox.com: one thread for each tool's waste and use
             csv          all pairs, one per line, as report --csv
             json         everything, as report --json
  --stacks S  which calling context has the weight: ${STACK_FORMS.join(' | ')} (default ${STACK_FORMS[0]}).
             earlier: whose work was in vain; later: who undid or repeated it;
             pair: the later below the earlier one, with KILLED_BY or the like in between
  --output O file to write (default: FILE with the format's ending, here)
  --replace  also if there is such a file
  --help

${generalStatuses}
`

export const exportCommand: Command = {
  name: 'export',
  help,
  wrongUse: exitStatus.wrongUse,
  async run(commandArguments) {
    const { values, positionals } = parseArguments(exportCommand, {
      args: commandArguments,
      options: { to: { type: 'string' }, stacks: { type: 'string' }, output: { type: 'string' }, replace: { type: 'boolean' }, help: { type: 'boolean' } },
      allowPositionals: true,
    })
    if (values.help === true) {
      print(help)
      return 0
    }
    const file = onlyArgument(exportCommand, positionals, 'file')
    if (values.to === undefined) throw wrongUse(exportCommand, `--to is missing: ${EXPORT_FORMATS.join(', ')}`)
    const format = choice(exportCommand, 'to', values.to, EXPORT_FORMATS)
    const stacks = choice(exportCommand, 'stacks', values.stacks ?? STACK_FORMS[0], STACK_FORMS)
    const output = resolve(values.output ?? `${basename(file).replace(/\.hagstone(-recording)?$/, '')}${exportExtension(format)}`)
    if (values.replace !== true && existsSync(output)) throw new Failure(exitStatus.failure, `${output} exists, so it is not replaced; choose another --output or give --replace.`)
    const { profile, close } = openProfile(await analysed(file))
    try {
      if (profile.run.tools.every((tool) => tool === 'values') && format !== 'json') throw new Failure(exitStatus.failure, `${file} has values alone, no pairs; ${format} cannot hold them. Use report --view values --csv, or --to json.`)
      await writeExport(profile, format, stacks, output)
    } finally {
      close()
    }
    say(`wrote ${output}`)
    return 0
  },
}

/** Of the directory of a raw recording the profile is made first. */
async function analysed(file: string): Promise<string> {
  const progress = progressLine('analysing')
  try {
    return await profileOf(file, { onProgress: progress.show, signal: null })
  } catch (error) {
    throw statedAsCode(error)
  } finally {
    progress.end()
  }
}
