import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { mostCharacters, readLines } from './bounded_lines.ts'

test('lines arrive whole however they are split, including a last one without a line end', async () => {
  const [input, lines] = [new PassThrough(), [] as string[]]
  readLines(input, (line) => lines.push(line))
  for (const part of ['on', 'e\r', '\ntwo\n\nth', 'ree']) input.write(part)
  input.end()
  await new Promise((done) => input.once('close', done))
  expect(lines).toEqual(['one', 'two', '', 'three'])
})

test('of a line without end the last part is kept', async () => {
  const [input, lines] = [new PassThrough(), [] as string[]]
  readLines(input, (line) => lines.push(line))
  for (let part = 0; part < 100; part++) input.write('x'.repeat(10_000))
  input.end('end\nnext\n')
  await new Promise((done) => input.once('close', done))
  expect(lines).toEqual([`${'x'.repeat(mostCharacters - 3)}end`, 'next'])
})

test('a stream that breaks ends the lines', async () => {
  const [input, lines] = [new PassThrough(), [] as string[]]
  readLines(input, (line) => lines.push(line))
  input.write('one\n')
  await expect.poll(() => lines).toEqual(['one'])
  input.destroy(new Error('read EIO'))
  await new Promise((done) => input.once('close', done))
})
