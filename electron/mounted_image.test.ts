import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyOutOfImage, isInMountedImage } from './mounted_image.ts'

let directory: string
let environment: NodeJS.ProcessEnv
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hagstone-image-'))
  environment = { APPIMAGE: join(directory, 'Hagstone.AppImage'), APPDIR: join(directory, 'mount'), XDG_CACHE_HOME: join(directory, 'cache') }
  mkdirSync(join(directory, 'mount/native/agent'), { recursive: true })
  writeFileSync(join(directory, 'mount/native/agent/agent.so'), 'one', { mode: 0o755 })
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

test('only what lies below the mount of an AppImage is in one', () => {
  expect(isInMountedImage(join(directory, 'mount/native'), environment)).toBe(true)
  expect(isInMountedImage(join(directory, 'mountains/native'), environment)).toBe(false)
  expect(isInMountedImage('/opt/Hagstone/native', environment)).toBe(false)
  expect(isInMountedImage(join(directory, 'mount/native'), { APPDIR: environment['APPDIR'] })).toBe(false)
})

test('native parts are copied out of it once for each content', () => {
  const first = copyOutOfImage(join(directory, 'mount/native'), environment)
  expect(first.startsWith(join(directory, 'cache/hagstone/native-'))).toBe(true)
  expect(readFileSync(join(first, 'agent/agent.so'), 'utf8')).toBe('one')
  expect(copyOutOfImage(join(directory, 'mount/native'), environment)).toBe(first)

  writeFileSync(join(directory, 'mount/native/agent/agent.so'), 'two')
  const second = copyOutOfImage(join(directory, 'mount/native'), environment)
  expect(second).not.toBe(first)
  expect(readFileSync(join(second, 'agent/agent.so'), 'utf8')).toBe('two')
  expect(readdirSync(join(directory, 'cache/hagstone'))).toHaveLength(2)
})
