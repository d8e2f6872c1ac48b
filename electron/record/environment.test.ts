import { describe, expect, test } from 'vitest'
import { targetEnvironmentOfCommandLine, targetEnvironmentOfHost } from './environment.ts'

describe('the environment of a launched program', () => {
  test('is the host’s with the user’s changes', () => {
    const host = { PATH: '/bin', HOME: '/home/me', EMPTY: '', ABSENT: undefined }
    expect(targetEnvironmentOfHost(host, { HOME: null, OMP_NUM_THREADS: '2' })).toEqual({ PATH: '/bin', EMPTY: '', OMP_NUM_THREADS: '2' })
  })

  test('contains nothing of an AppImage that runs the app', () => {
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

  test('keeps the user’s own library path', () => {
    expect(targetEnvironmentOfHost({ LD_LIBRARY_PATH: '/opt/lib' }, {})).toEqual({ LD_LIBRARY_PATH: '/opt/lib' })
  })
})

describe('the environment of a program of the command line', () => {
  const mount = '/tmp/.mount_hagstone'
  const own = { APPDIR: mount, APPIMAGE: '/home/me/Hagstone.AppImage', LD_LIBRARY_PATH: `${mount}/usr/lib:/opt/lib`, HOME: '/home/me' }

  test('contains nothing of the AppImage that Hagstone runs from', () => {
    expect(targetEnvironmentOfCommandLine(own, `${mount}/resources/app`)).toEqual({ HOME: '/home/me', LD_LIBRARY_PATH: '/opt/lib' })
  })

  test('is unchanged if the image belongs to another program, such as a terminal', () => {
    expect(targetEnvironmentOfCommandLine(own, '/opt/Hagstone/resources/app')).toEqual(own)
  })
})
