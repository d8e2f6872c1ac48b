/** A stand-in installation for tests of the launcher: its agent leaves a prepared raw file instead of sampling. */
import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { RawFileBuilder } from '../raw/raw_writer.testing.ts'
import type { ProbeReport } from '../record/machine/probe.ts'
import { goodMachine, installProbe } from '../record/machine/probe.testing.ts'
import type { TracerCheck } from '../record/tracer.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
/** As in packages: it starts in half the CPU time of the sources. */
const commandLine = join(repository, 'build', 'electron', 'cli.mjs')

const agentSource = `#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/sendfile.h>
#include <unistd.h>
__attribute__((constructor)) static void leave_raw_file(void) {
  const char *directory = getenv("HAGSTONE_RECORDING");
  char path[4096];
  if (directory == NULL) return;
  snprintf(path, sizeof path, "%s/process-%d-1.hagraw", directory, (int)getpid());
  int from = open(RAW_FILE, O_RDONLY), to = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
  if (from >= 0 && to >= 0) sendfile(to, from, NULL, 1 << 24);
  close(from);
  close(to);
}
`

export interface TestInstallation {
  /** The value of $HAGSTONE_NATIVE_DIRECTORY. */
  native: string
}

/** @param raw bytes of the raw file that every recorded process leaves; null: an agent that does not load */
export function installForTests(
  directory: string,
  { probe = goodMachine, tracer, raw = emptyRawFile() }: { probe?: ProbeReport; tracer?: TracerCheck; raw?: Uint8Array | null } = {},
): TestInstallation {
  // Bundles again if sources have changed.
  execFileSync(join(repository, 'scripts', 'setup.sh'), ['command-line'], { stdio: 'inherit' })
  const native = join(directory, 'native')
  mkdirSync(native, { recursive: true })
  installProbe(native, probe, tracer)
  if (raw !== null) {
    const rawFile = join(native, 'prepared.hagraw')
    writeFileSync(rawFile, raw)
    writeFileSync(join(native, 'agent.c'), agentSource)
    execFileSync('gcc', ['-shared', '-fPIC', `-DRAW_FILE="${rawFile}"`, '-o', join(native, 'libhagstone_agent.so'), join(native, 'agent.c')])
  }
  symlinkSync(builtSymbolsDirectory(), join(native, 'symbols'))
  return { native }
}

/** A recording in which nothing was sampled. */
export function emptyRawFile(): Uint8Array {
  return new RawFileBuilder().thread(1, 'test').threadEnd(1, 1_000_000).bytes()
}

function builtSymbolsDirectory(): string {
  const build = join(repository, 'build')
  const directories = readdirSync(build)
    .filter((name) => name.startsWith('native'))
    .map((name) => join(build, name, 'symbols'))
  const found = directories.find((candidate) => existsSync(join(candidate, 'hagstone_symbols.node')))
  if (found === undefined) throw new Error('the symbols addon is not built: npm run build:native')
  return found
}

export interface CommandResult {
  status: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface RunningCommand {
  process: ChildProcess
  result: Promise<CommandResult>
}

const running = new Set<ChildProcess>()

/** Ends the processes that a failed test left running, with their children. For afterEach. */
export function endLeftovers(): void {
  for (const { pid } of running) {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  }
  running.clear()
}

/** Runs the command line in its own session, without a terminal. */
export function startHagstone(words: string[], { native }: TestInstallation, options: { cwd: string; environment?: Record<string, string> }): RunningCommand {
  const child = spawn(process.execPath, [commandLine, ...words], {
    cwd: options.cwd,
    env: { ...process.env, HAGSTONE_NATIVE_DIRECTORY: native, ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  running.add(child)
  child.once('close', () => running.delete(child))
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const result = new Promise<CommandResult>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status, signal) => resolve({ status, signal, stdout, stderr }))
  })
  return { process: child, result }
}

export function runHagstone(
  words: string[],
  installation: TestInstallation,
  options: { cwd: string; environment?: Record<string, string> },
): Promise<CommandResult> {
  return startHagstone(words, installation, options).result
}
