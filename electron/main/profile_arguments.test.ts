import { expect, test } from 'vitest'
import { profileArguments } from './profile_arguments.ts'

test('everything that is no option is a profile, relative to the directory it was named in', () => {
  expect(profileArguments(['electron', '/app', '--no-sandbox', 'a.hagstone', '/b.hagstone'], false, '/work')).toEqual({ profiles: ['/work/a.hagstone', '/b.hagstone'], comparison: null })
  expect(profileArguments(['hagstone', 'a.hagstone'], true, '/work')).toEqual({ profiles: ['/work/a.hagstone'], comparison: null })
  expect(profileArguments(['hagstone'], true, '/work')).toEqual({ profiles: [], comparison: null })
})

test('the one behind --compare= is put beside the first', () => {
  expect(profileArguments(['electron', '/app', 'a.hagstone', '--compare=b.hagstone'], false, '/work')).toEqual({ profiles: [], comparison: { old: '/work/a.hagstone', new: '/work/b.hagstone' } })
  expect(profileArguments(['electron', '/app', '--compare=b.hagstone'], false, '/work')).toEqual({ profiles: [], comparison: null })
})

test('file managers name files by address', () => {
  expect(profileArguments(['hagstone', 'file:///data/my%20run.hagstone', 'file:///b.hagstone'], true, '/work')).toEqual({ profiles: ['/data/my run.hagstone', '/b.hagstone'], comparison: null })
})
