import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { Parameters, Result } from '../../shared/rpc/contract.ts'
import { temporaryDirectory } from '../profile/temporary_directory.testing.ts'
import { SettingsFile } from './settings.ts'
import { createSettingsHandlers } from './settings_handlers.ts'

let directory: string
let settings: SettingsFile
const context = { signal: new AbortController().signal, client: 1 }
const change = (changed: Parameters<'settings.change'>, refusal: string | null = null): Promise<Result<'settings.change'>> =>
  createSettingsHandlers(settings, refusal)['settings.change'](changed, context)

beforeEach(() => {
  directory = temporaryDirectory()
  settings = new SettingsFile(join(directory, 'settings.json'), () => {})
})

test('a change is read again, also by the next host', async () => {
  await change({ editor: ' code --goto {file}:{line} ' })
  await change({ sourceFolders: [directory, `${directory}/.`] })
  const next = createSettingsHandlers(new SettingsFile(join(directory, 'settings.json'), () => {}), null)
  expect(await next['settings.read']({}, context)).toEqual({ editor: 'code --goto {file}:{line}', sourceFolders: [directory], sourceMappings: [] })
})

test('nothing changes if one value is invalid', async () => {
  await expect(change({ editor: 'code {file}', sourceFolders: [join(directory, 'none')] })).rejects.toMatchObject({
    code: 'invalid-argument',
    message: expect.stringContaining('is no folder'),
  })
  await expect(change({ editor: 'sh -c "{file}', sourceFolders: [directory] })).rejects.toMatchObject({ code: 'invalid-argument' })
  symlinkSync('round', join(directory, 'round'))
  await expect(change({ sourceFolders: [join(directory, 'round')] })).rejects.toMatchObject({
    code: 'invalid-argument',
    message: expect.stringContaining('is no folder'),
  })
  expect([settings.get('editor'), settings.get('sourceFolders')]).toEqual(['', []])
})

test('a window that may not start programs may not choose one either', async () => {
  await expect(change({ editor: 'rm {file}' }, 'no programs here')).rejects.toMatchObject({ code: 'refused', message: 'no programs here' })
  expect(await change({ sourceFolders: [directory] }, 'no programs here')).toMatchObject({ sourceFolders: [directory] })
})
