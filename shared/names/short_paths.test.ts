import { expect, it } from 'vitest'
import { shortPaths } from './short_paths.ts'

it('names a file by its last part where no other has it, else by the shortest end that no other has', () => {
  const paths = ['/home/ada/solver/main.c', '/home/ada/solver/io/read.c', '/home/ada/tools/io/read.c', '/home/ada/solver/mesh/read.c', '/usr/include/vector']
  const name = shortPaths(paths)
  expect(paths.map(name)).toEqual(['main.c', 'solver/io/read.c', 'tools/io/read.c', 'mesh/read.c', 'vector'])
})

it('takes two spellings of a path for one file', () => {
  const name = shortPaths(['/src/./a/x.c', '/src/a/x.c', '/src/b/../a/x.c'])
  expect(name('/src/b/../a/x.c')).toBe('x.c')
})

it('ends with files that are the end of others, and with odd paths', () => {
  expect(['x.c', 'a/x.c', '/a/x.c', '../x.c'].map(shortPaths(['x.c', 'a/x.c', '/b/a/x.c', '../x.c']))).toEqual(['x.c', 'a/x.c', 'a/x.c', '../x.c'])
  expect(shortPaths([])('/a/b.c')).toBe('b.c')
  expect(shortPaths([''])('')).toBe('')
})
