/** The system's dialogs for choosing a file. */
import { dialog } from 'electron'
import type { BrowserWindow, OpenDialogOptions } from 'electron'
import type { Parameters } from '../../shared/rpc/contract.ts'

type Purpose = Parameters<'host.chooseFile'>['purpose']

const dialogs: Record<Purpose, OpenDialogOptions> = {
  profile: {
    title: 'Open a profile',
    properties: ['openFile'],
    filters: [
      { name: 'Hagstone profiles and validations', extensions: ['hagstone', 'json'] },
      { name: 'All files', extensions: ['*'] },
    ],
  },
  'compare-with': {
    title: 'Choose the run to compare with',
    properties: ['openFile'],
    filters: [
      { name: 'Hagstone profiles', extensions: ['hagstone'] },
      { name: 'All files', extensions: ['*'] },
    ],
  },
  program: { title: 'Choose a program to record', properties: ['openFile'] },
  directory: { title: 'Choose a working directory', properties: ['openDirectory'] },
  'source-folder': { title: 'Choose the folder that holds the sources', properties: ['openDirectory'] },
}

/** Path that the person chose; null when the dialog was cancelled. */
export async function chooseFile(window: BrowserWindow, purpose: Purpose): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, dialogs[purpose])
  return canceled ? null : (filePaths[0] ?? null)
}
