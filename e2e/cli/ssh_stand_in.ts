/**
 * Replaces ssh if there is no second machine: forwards the port of -L to the socket, runs the command by a shell
 * on this machine with its own input and output, and ends with its status, as ssh does. Options are recorded in $SSH_WORDS,
 * its process number in $SSH_WORDS.pid.
 */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'

const words = process.argv.slice(2)
writeFileSync(process.env['SSH_WORDS'] ?? '/dev/null', JSON.stringify(words))
if (process.env['SSH_WORDS'] !== undefined) writeFileSync(`${process.env['SSH_WORDS']}.pid`, String(process.pid))
const [, port, socket] = /^127\.0\.0\.1:(\d+):(.+)$/.exec(words[words.indexOf('-L') + 1] ?? '') ?? []
const forwarder = createServer((near) => {
  const far = connect({ path: socket ?? '' })
  for (const end of [near, far]) end.on('error', () => [near, far].forEach((either) => either.destroy()))
  near.pipe(far).pipe(near)
})
forwarder.listen({ host: '127.0.0.1', port: Number(port) })
const remote = spawn('/bin/sh', ['-c', words.at(-1) ?? ''], { stdio: ['pipe', 'inherit', 'inherit'] })
process.stdin.pipe(remote.stdin)
remote.stdin.on('error', () => {})
remote.once('exit', (status) => process.exit(status ?? 255))
