import { afterEach, expect, test } from 'vitest'
import { droppedPath } from './dropped.ts'

const drop = (text: string, ...files: File[]) => ({ dataTransfer: { files: files as unknown as FileList, getData: () => text } as unknown as DataTransfer })

afterEach(() => {
  delete window.hagstone
})

test('in a browser a path or a file address counts, a file keeps its path secret', () => {
  expect(droppedPath(drop(' /tmp/a.hagstone\n'))).toBe('/tmp/a.hagstone')
  expect(droppedPath(drop('file:///tmp/two%20words.hagstone'))).toBe('/tmp/two words.hagstone')
  expect(droppedPath(drop(''))).toBeNull()
  expect(droppedPath(drop('', new File([], 'a.hagstone')))).toBeNull()
})

test('in the app the preload knows the file’s path', () => {
  window.hagstone = { post: () => {}, onMessage: () => {}, onClose: () => {}, pathOfFile: (file) => `/tmp/${(file as File).name}` }
  expect(droppedPath(drop('', new File([], 'a.hagstone')))).toBe('/tmp/a.hagstone')
})
