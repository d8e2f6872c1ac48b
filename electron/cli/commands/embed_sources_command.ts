/** `hagstone embed-sources`: makes a profile show its sources wherever it is opened. */
import { resolve } from 'node:path'
import { counted } from '../../../shared/names/counted.ts'
import { sizeText } from '../../../shared/names/size_text.ts'
import { visible } from '../../../shared/names/visible.ts'
import type { ShareableSource } from '../../../shared/rpc/sources.ts'
import { exitStatus, Failure } from '../../failure.ts'
import { embedSources } from '../../profile/embedded_sources.ts'
import { openProfile } from '../../profile/open_profile.ts'
import { OwnRecordings } from '../../record/finishing/own_recordings.ts'
import { namedSources, shareableSources, shareSources, type NamedSources } from '../../services/query/sources/shareable_sources.ts'
import { SourceFiles } from '../../services/query/sources/source_files.ts'
import { SettingsFile, settingsFile, sourcePlaces } from '../../services/settings.ts'
import { changedText } from '../changed_sources.ts'
import { generalStatuses, onlyArgument, parseArguments, wrongUse } from '../command.ts'
import type { Command } from '../command.ts'
import { print, say } from '../terminal.ts'

const help = `hagstone embed-sources FILE [--yes | --remove]

Lists the source files that can be put into a profile: files with accesses that are found here.
Changes nothing without --yes. The profile then shows its sources wherever it is opened.

  --yes     put them into the profile, replacing those already in it
  --remove  remove all sources from it
  --help

${generalStatuses}
`

export const embedSourcesCommand: Command = {
  name: 'embed-sources',
  help,
  wrongUse: exitStatus.wrongUse,
  async run(commandArguments) {
    const { values, positionals } = parseArguments(embedSourcesCommand, {
      args: commandArguments,
      options: { yes: { type: 'boolean' }, remove: { type: 'boolean' }, help: { type: 'boolean' } },
      allowPositionals: true,
    })
    if (values.help === true) {
      print(help)
      return 0
    }
    if (values.yes === true && values.remove === true) throw wrongUse(embedSourcesCommand, '--yes adds sources and --remove removes them; give only one')
    const path = resolve(onlyArgument(embedSourcesCommand, positionals, 'file'))
    const ownRecordings = new OwnRecordings(say)
    if (values.remove === true) {
      embedSources(path, new Map(), ownRecordings)
      say(`${path} no longer contains sources`)
      return 0
    }
    const named = namesOf(path)
    const reader = new SourceFiles(ownRecordings)
    const places = sourcePlaces(new SettingsFile(settingsFile(), say))
    const sources = shareableSources(named, reader, places)
    list(sources)
    const shared = sources.filter(({ state }) => state === 'here')
    if (shared.length === 0)
      throw new Failure(
        exitStatus.failure,
        `None of the ${counted(sources.length, 'source file')} of ${path} can be read here; map their folder in the window's settings.`,
      )
    const size = sizeText(shared.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0))
    if (values.yes !== true) {
      say(`nothing was changed; --yes puts ${counted(shared.length, 'file')}, ${size}, into the profile`)
      return 0
    }
    shareSources(
      shared.map(({ file }) => file),
      named,
      { reader, places, ownRecordings },
    )
    const changed = shared.filter(({ changedSinceBuild }) => changedSinceBuild).length
    if (changed > 0) say(changedText(changed))
    say(`put ${counted(shared.length, 'file')}, ${size}, into ${path}`)
    return 0
  },
}

function namesOf(path: string): NamedSources {
  const { profile, close } = openProfile(path)
  try {
    return namedSources(profile, path)
  } finally {
    close()
  }
}

const REASONS: Record<ShareableSource['state'], string> = {
  here: '',
  missing: 'not found here',
  refused: 'the profile was not recorded here: map its folder first',
  'too-large': 'larger than 8 MiB',
  unreadable: 'cannot be read',
}

/** One file per line, on stdout. */
function list(sources: ShareableSource[]): void {
  for (const { file, bytes, state, embeddedBytes, changedSinceBuild } of sources) {
    const remarks = [
      REASONS[state],
      embeddedBytes === null ? '' : 'in the profile',
      changedSinceBuild ? 'changed since the program was built: lines may have moved' : '',
    ].filter((remark) => remark !== '')
    print(`${(bytes === null ? '–' : sizeText(bytes)).padStart(9)}  ${visible(file)}${remarks.length === 0 ? '' : ` (${remarks.join(', ')})`}`)
  }
}
