import { expect, test } from 'vitest'
import { profileArguments } from './profile_arguments.ts'

test('everything that is no option is a profile, relative to the directory it was named in', () => {
  expect(profileArguments(['electron', '/app', '--no-sandbox', 'a.hagstone', '/b.hagstone'], false, '/work')).toEqual(['/work/a.hagstone', '/b.hagstone'])
  expect(profileArguments(['hagstone', 'a.hagstone'], true, '/work')).toEqual(['/work/a.hagstone'])
  expect(profileArguments(['hagstone'], true, '/work')).toEqual([])
})
