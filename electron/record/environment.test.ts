import { describe, expect, test } from 'vitest'
import { targetEnvironmentOfHost } from './environment.ts'

describe('the environment of a launched program', () => {
  test('is the host’s with the person’s changes', () => {
    const host = { PATH: '/bin', HOME: '/home/me', EMPTY: '', ABSENT: undefined }
    expect(targetEnvironmentOfHost(host, { HOME: null, OMP_NUM_THREADS: '2' })).toEqual({ PATH: '/bin', EMPTY: '', OMP_NUM_THREADS: '2' })
  })

  test('holds nothing of an AppImage that runs the app', () => {
    const mount = '/tmp/.mount_hagstone'
    const host = {
      APPDIR: mount,
      APPIMAGE: '/home/me/Hagstone.AppImage',
      ARGV0: 'Hagstone.AppImage',
      OWD: '/home/me',
      PATH: `${mount}/usr/bin:/usr/bin:${mount}`,
      LD_LIBRARY_PATH: `${mount}/usr/lib`,
      XDG_DATA_DIRS: `${mount}/usr/share:/usr/share`,
    }
    expect(targetEnvironmentOfHost(host, {})).toEqual({ PATH: '/usr/bin', XDG_DATA_DIRS: '/usr/share' })
  })

  test('keeps the person’s own library path', () => {
    expect(targetEnvironmentOfHost({ LD_LIBRARY_PATH: '/opt/lib' }, {})).toEqual({ LD_LIBRARY_PATH: '/opt/lib' })
  })
})
