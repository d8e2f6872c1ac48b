/** Commands that open, export, and close profiles. */
import type { Parameters } from '../../shared/rpc/contract.ts'
import type { Application } from '../application/application.ts'
import { announce } from '../application/application.ts'
import { chooseFile } from '../application/opening/files.ts'
import { refreshDoctor, refreshRecent } from '../application/host_facts.ts'
import { openFile } from '../application/opening/open_file.ts'
import { saveCompared } from '../application/comparisons.ts'
import { closeProfile, tableQuestion } from '../application/profiles.ts'
import { saveFile } from '../application/save.ts'
import { closeValidation, saveEstimates } from '../application/opening/validations.ts'
import { profileStem } from '../format/paths.ts'
import { countedText } from '../format/quantities.ts'
import type { Command } from './command.ts'

/** Loaded when needed, to keep the first page small. */
const recordingControl = () => import('../launch/control/recording_control.ts')

export function fileCommands(application: Application): Command[] {
  const { client, store } = application
  const hasProfile = (): boolean => store.getState().profile !== null
  const hasTables = (): boolean => hasProfile() || store.getState().screen === 'comparison'

  async function exportCsv(table: Parameters<'export.csv'>['table']): Promise<void> {
    const { screen, comparison, profile } = store.getState()
    if (screen === 'comparison' && comparison !== null) return saveCompared(application, comparison, table)
    if (profile === null) return
    const name = `${profileStem(profile.summary.path)}-${table}.csv`
    saveFile(name, await client.call('export.csv', tableQuestion(profile, table)), 'text/csv;charset=utf-8')
    announce(application, `${name} was saved.`)
  }

  return [
    {
      id: 'file.open',
      title: 'Open a profile or validation…',
      group: 'File',
      keys: ['Mod+o'],
      scope: 'everywhere',
      async run() {
        const path = await chooseFile(application, 'profile')
        if (path !== null) await openFile(application, path)
      },
    },
    {
      id: 'file.embed-sources',
      title: 'Put sources into the profile…',
      group: 'File',
      keys: [],
      scope: 'everywhere',
      enabled: hasProfile,
      run: () => store.setState({ overlay: 'sources' }),
    },
    { id: 'file.close', title: 'Close the profile', group: 'File', keys: [], scope: 'everywhere', enabled: hasProfile, run: () => closeProfile(application) },
    {
      id: 'file.close-validation',
      title: 'Close the validation',
      group: 'File',
      keys: [],
      scope: 'everywhere',
      enabled: () => store.getState().validation !== null,
      run: () => closeValidation(application),
    },
    {
      id: 'export.validation',
      title: 'Save the estimates of the validation as CSV',
      group: 'File',
      keys: [],
      scope: 'everywhere',
      enabled: () => store.getState().validation !== null,
      run: () => saveEstimates(application),
    },
    {
      id: 'file.reload',
      title: 'Reload the list of runs',
      group: 'File',
      keys: [],
      scope: 'everywhere',
      run: () => refreshRecent(application),
    },
    {
      id: 'file.forget-gone',
      title: 'Remove runs whose profiles are gone from the list',
      group: 'File',
      keys: [],
      scope: 'everywhere',
      enabled: () => store.getState().recent?.some(({ missing }) => missing) === true,
      async run() {
        const forgotten = await client.call('host.forgetGone', {})
        await refreshRecent(application)
        announce(application, `Removed ${countedText(forgotten, 'run')} from the list.`)
      },
    },
    {
      id: 'export.profile',
      title: 'Export the whole profile…',
      group: 'File',
      keys: ['Mod+Shift+s'],
      scope: 'everywhere',
      enabled: hasProfile,
      run: () => store.setState({ overlay: 'export' }),
    },
    {
      id: 'export.pairs',
      title: 'Save the pairs as CSV',
      group: 'File',
      keys: ['Mod+s'],
      scope: 'everywhere',
      enabled: hasTables,
      run: () => exportCsv('pairs'),
    },
    {
      id: 'export.flat',
      title: 'Save the flat profile as CSV',
      group: 'File',
      keys: [],
      scope: 'everywhere',
      enabled: hasTables,
      run: () => exportCsv('flat'),
    },
    {
      id: 'export.threads',
      title: 'Save the threads as CSV',
      group: 'File',
      keys: [],
      scope: 'everywhere',
      enabled: hasProfile,
      run: () => exportCsv('threads'),
    },
    {
      id: 'export.objects',
      title: 'Save the objects as CSV',
      group: 'File',
      keys: [],
      scope: 'everywhere',
      enabled: () => store.getState().screen === 'comparison' || (store.getState().profile?.summary.objects ?? []).length > 0,
      run: () => exportCsv('objects'),
    },
    {
      id: 'export.reuse',
      title: 'Save the reuse distances as CSV',
      group: 'File',
      keys: [],
      scope: 'everywhere',
      enabled: () => store.getState().profile?.summary.run.tools.includes('reuse-distance') === true,
      run: () => exportCsv('reuse'),
    },
    {
      id: 'export.values',
      title: 'Save the value tables as CSV',
      group: 'File',
      keys: [],
      scope: 'everywhere',
      enabled: () => store.getState().profile?.summary.run.tools.includes('values') === true,
      run: () => exportCsv('values'),
    },
    {
      id: 'export.statistics',
      title: 'Save the statistics as CSV',
      group: 'File',
      keys: [],
      scope: 'everywhere',
      enabled: hasProfile,
      run: () => exportCsv('statistics'),
    },
    {
      id: 'record.new',
      title: 'New recording…',
      group: 'Record',
      keys: ['Mod+Shift+l'],
      scope: 'everywhere',
      run: () => store.setState({ screen: 'launch', recordWish: null }),
    },
    {
      id: 'record.stop',
      title: 'Stop the recording',
      group: 'Record',
      keys: [],
      scope: 'everywhere',
      enabled: () => ['starting', 'running', 'counting'].includes(store.getState().recording?.progress?.state ?? ''),
      run: async () => (await recordingControl()).stopRecording(application),
    },
    {
      id: 'record.discard',
      title: 'Discard the recording',
      group: 'Record',
      keys: [],
      scope: 'everywhere',
      enabled: () => ['running', 'counting', 'analysing'].includes(store.getState().recording?.progress?.state ?? ''),
      run: async () => (await recordingControl()).discardRecording(application),
    },
    {
      id: 'record.pause',
      title: 'Pause or resume the sampling',
      group: 'Record',
      keys: [],
      scope: 'everywhere',
      enabled: () => store.getState().recording?.progress?.state === 'running',
      run: async () => (await recordingControl()).pauseRecording(application),
    },
    {
      id: 'record.doctor',
      title: 'Check again what this machine can do',
      group: 'Record',
      keys: [],
      scope: 'everywhere',
      run: () => refreshDoctor(application),
    },
  ]
}
