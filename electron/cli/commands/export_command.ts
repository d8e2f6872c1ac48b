/** `hagstone export`: writes a profile in another program's format. */
import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { exitStatus, Failure } from '../../failure.ts'
import { counted } from '../../../shared/names/counted.ts'
import { EXPORT_FORMATS, EXPORT_TOP, exportName, hasStacks, STACK_FORMS } from '../../../shared/exported.ts'
import { exportProfile, NO_SOURCES, type PageSources } from '../../export/export_profile.ts'
import type { SharedSources } from '../../export/html/sources.ts'
import { OwnRecordings } from '../../record/finishing/own_recordings.ts'
import { SettingsFile, settingsFile, sourcePlaces } from '../../services/settings.ts'
import { changedText } from '../changed_sources.ts'
import { choice, generalStatuses, integer, onlyArgument, parseArguments, wrongUse } from '../command.ts'
import type { Command } from '../command.ts'
import { profileOrAnalysis } from '../profile_or_analysis.ts'
import { print, say } from '../terminal.ts'

const help = `hagstone export FILE --to FORMAT [OPTIONS]

Writes a profile in a format for other programs or other people.

  --to F         pprof        for pprof: one sample type for each tool's waste and use; tags relation, other, object
                 speedscope   for speedscope.app: one profile for each tool's waste and use
                 firefox      for profiler.firefox.com: one thread for each tool's waste and use
                 html         one page for any browser: pairs with both contexts, tree, functions
                 csv          all pairs, one per line, like report --view pairs --csv
                 json         like report --json; with --top all everything
                 sarif        findings as SARIF 2.1.0, for code-review tools and editors
  --stacks S     calling context that has the weight: ${STACK_FORMS.join(' | ')} (default ${STACK_FORMS[0]}).
                 earlier: the wasted access; later: the access that overwrote or repeated it;
                 pair: the later below the earlier one, with the relation (KILLED_BY, …) in between
  --top N        only the N largest pairs of each tool, or all (default all; html and json 200), and
                 reports omissions. The same limit applies to contexts of use (pprof, speedscope,
                 firefox), functions (html, json), and values (json)
  --sources      html: include the source files of the accesses; without it they are listed
  --output FILE  file to write (default: the profile's name with the format's extension, here)
  --replace      replace an existing file
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
      options: {
        to: { type: 'string' },
        stacks: { type: 'string' },
        sources: { type: 'boolean' },
        top: { type: 'string' },
        output: { type: 'string' },
        replace: { type: 'boolean' },
        help: { type: 'boolean' },
      },
      allowPositionals: true,
    })
    if (values.help === true) {
      print(help)
      return 0
    }
    const file = onlyArgument(exportCommand, positionals, 'file')
    if (values.to === undefined) throw wrongUse(exportCommand, `--to is missing; it must be one of ${EXPORT_FORMATS.join(', ')}`)
    const format = choice(exportCommand, 'to', values.to, EXPORT_FORMATS)
    if (values.stacks !== undefined && !hasStacks(format))
      throw wrongUse(exportCommand, `--stacks is for --to pprof, speedscope and firefox; ${format} has both contexts of each pair`)
    const stacks = choice(exportCommand, 'stacks', values.stacks ?? STACK_FORMS[0], STACK_FORMS)
    const top = values.top === undefined ? null : values.top === 'all' ? Infinity : integer(exportCommand, 'top', values.top, EXPORT_TOP)
    if (values.sources === true && format !== 'html') throw wrongUse(exportCommand, `--sources is for --to html; ${format} has no place for sources`)
    const output = resolve(values.output ?? exportName(basename(file), format))
    if (values.replace !== true && existsSync(output))
      throw new Failure(exitStatus.failure, `${output} exists and is not replaced; choose another --output or give --replace.`)
    const path = await profileOrAnalysis(file)
    await exportProfile(path, { format, stacks, top }, output, {
      name: file,
      say,
      ownRecordings: new OwnRecordings(say),
      places: sourcePlaces(new SettingsFile(settingsFile(), say)),
      pageSources: (shared) => saidSources(shared, values.sources === true),
    })
    say(`wrote ${output}`)
    return 0
  },
}

/** Says which files are shared, or would be. */
function saidSources({ found, changed, leftOut }: SharedSources, isWished: boolean): PageSources {
  if (found.size > 0)
    say(
      isWished
        ? `puts ${counted(found.size, 'source file')} into the page:`
        : `no sources are in the page; --sources puts ${counted(found.size, 'file')} into it:`,
    )
  for (const name of found.keys()) say(`  ${name}${changed.has(name) ? ' (changed since the program was built)' : ''}`)
  if (isWished && changed.size > 0) say(changedText(changed.size))
  if (isWished && leftOut.length > 0)
    say(
      `leaves out ${counted(leftOut.length, 'source file')}, ${leftOut[0]} first: missing, or the profile was not recorded here; map their folder in the window to include them`,
    )
  return isWished ? { sources: found, changed } : NO_SOURCES
}
