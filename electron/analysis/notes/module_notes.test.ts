import { expect, it } from 'vitest'
import { moduleNotes } from './module_notes.ts'

const bare = (path: string): { path: string; note: string } => ({ path, note: `${path.split('/').at(-1)}: no debug information.` })

it("names a gap of many modules once, with the program's own modules first", () => {
  const libraries = ['z', 'udev', 'event', 'nl', 'munge'].map((name) => bare(`/usr/lib/lib${name}.so.1`))
  expect(
    moduleNotes([
      ...libraries,
      bare('/home/user/solver'),
      { path: '/usr/lib/libm.so.6', note: null },
      { path: '/usr/lib/libgone.so', note: 'libgone.so: gone.' },
    ]),
  ).toEqual(['solver, libz.so.1, libudev.so.1, and 3 more modules: no debug information.', 'libgone.so: gone.'])
})

it('names a few one by one', () => {
  expect(moduleNotes(['a', 'b', 'c', 'd'].map((name) => bare(`/usr/lib/${name}.so`)))).toEqual(['a.so, b.so, c.so, d.so: no debug information.'])
})

it('reports once a gap that names no module', () => {
  const note = 'debuginfod: no answer.'
  expect(moduleNotes(['a', 'b'].map((name) => ({ path: `/usr/lib/${name}.so`, note })))).toEqual([note])
})
