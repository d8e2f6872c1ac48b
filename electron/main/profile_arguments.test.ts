import { expect, test } from 'vitest'
import { profileArguments } from './profile_arguments.ts'

test('every word that is not an option is a profile, relative to its directory', () => {
  expect(profileArguments(['electron', '/app', '--no-sandbox', 'a.hagstone', '/b.hagstone'], false, '/work')).toEqual({
    profiles: ['/work/a.hagstone', '/b.hagstone'],
    comparison: null,
  })
  expect(profileArguments(['hagstone', 'a.hagstone'], true, '/work')).toEqual({ profiles: ['/work/a.hagstone'], comparison: null })
  expect(profileArguments(['hagstone'], true, '/work')).toEqual({ profiles: [], comparison: null })
})

test('the one after --compare= is put beside the first', () => {
  expect(profileArguments(['electron', '/app', 'a.hagstone', '--compare=b.hagstone'], false, '/work')).toEqual({
    profiles: [],
    comparison: { old: '/work/a.hagstone', new: '/work/b.hagstone' },
  })
  expect(profileArguments(['electron', '/app', '--compare=b.hagstone'], false, '/work')).toEqual({ profiles: [], comparison: null })
})

test('file managers name files by address', () => {
  expect(profileArguments(['hagstone', 'file:///data/my%20run.hagstone', 'file:///b.hagstone', 'file://localhost/c.hagstone'], true, '/work')).toEqual({
    profiles: ['/data/my run.hagstone', '/b.hagstone', '/c.hagstone'],
    comparison: null,
  })
})

test('addresses that are not files here stay unchanged, to be named when they cannot be opened', () => {
  expect(profileArguments(['hagstone', 'file:///a%2Fb', 'file:///%E0%A4%A', 'file://far/a'], true, '/work').profiles).toEqual([
    '/work/file:/a%2Fb',
    '/work/file:/%E0%A4%A',
    '/work/file:/far/a',
  ])
})
