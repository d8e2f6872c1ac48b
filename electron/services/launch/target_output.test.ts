import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../profile/temporary_directory.testing.ts'
import { TargetOutput } from './target_output.ts'

/** More than a pipe or socket holds, after the host is gone; each status goes to a file. */
const talkative = `until [ -e killed ]; do sleep 0.02; done; yes | head -c 3000000; echo $? >status; echo to standard error >&2; echo $? >>status; touch ended`

test('a program continues printing after its host was killed', async () => {
  const directory = temporaryDirectory()
  const host = join(directory, 'host.ts')
  writeFileSync(
    host,
    `
    import { spawn } from 'node:child_process'
    import { TargetOutput } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'target_output.ts')).href)}
    const output = new TargetOutput()
    spawn('sh', ['-c', ${JSON.stringify(talkative)}], { stdio: output.stdio, detached: true })
    output.release()
    console.log('started')
    setInterval(() => {}, 1000)
  `,
  )
  const running = spawn(process.execPath, [host], { cwd: directory, stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve) => running.stdout.once('data', resolve))
  running.kill('SIGKILL')
  await new Promise((resolve) => running.once('exit', resolve))
  writeFileSync(join(directory, 'killed'), '')
  await expect.poll(() => existsSync(join(directory, 'ended'))).toBe(true)
})

test('output of both streams arrives in order', async () => {
  const output = new TargetOutput()
  let text = ''
  output.follow((more) => {
    text += more
  })
  spawn('sh', ['-c', 'echo one; echo two >&2; echo three'], { stdio: output.stdio })
  output.release()
  await expect.poll(() => text).toBe('one\ntwo\nthree\n')
})
