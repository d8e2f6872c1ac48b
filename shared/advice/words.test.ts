import { expect, it } from 'vitest'
import { placeText } from './words.ts'

it('names a place without parameters and template arguments, which would fill lines of a sentence', () => {
  const name = 'int fem::solve<fem::Matrix<double, int>, fem::Vector<double> >(fem::Matrix<double, int>&, fem::Vector<double>&)'
  expect(placeText({ function: name, file: '/src/solve.h', line: 12 })).toBe('fem::solve (solve.h:12)')
})
