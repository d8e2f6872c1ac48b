/** Signals to `record`: forwarded to the program, or ending a recording. */
import type { ChildProcess } from 'node:child_process'
import { spawnSync } from 'node:child_process'
import { isForeground } from '../process_status.ts'

const forwarded: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGALRM', 'SIGWINCH', 'SIGCONT']
const ending: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']
/** Signals that a terminal sends to every process of its foreground group, the target included. */
const fromTerminal = new Set<NodeJS.Signals>(['SIGINT', 'SIGQUIT', 'SIGHUP', 'SIGWINCH', 'SIGCONT'])

export interface SignalForwarding {
  /** Names the target, which receives the signals that arrived before. */
  to(target: ChildProcess): void
  stop(): void
}

/**
 * Forwards the launcher's signals to the target. Begins before the target is started, so that a signal in between is
 * not lost and does not end the launcher alone. In the foreground of a terminal, keyboard signals are not forwarded:
 * the target shares the group and received its own.
 */
export function forwardSignals(): SignalForwarding {
  let target: ChildProcess | null = null
  const early: NodeJS.Signals[] = []
  const forward = (signal: NodeJS.Signals): void => {
    if (fromTerminal.has(signal) && isForeground()) return
    if (target === null) early.push(signal)
    else target.kill(signal)
  }
  for (const signal of forwarded) process.on(signal, forward)
  return {
    to(started) {
      target = started
      for (const signal of early) started.kill(signal)
    },
    stop() {
      for (const signal of forwarded) process.off(signal, forward)
    },
  }
}

/**
 * Ends this process by the signal that ended the target, so that a shell sees the same. Without a core file of our own:
 * a limit of one byte also keeps core_pattern's pipes from running (core(5)).
 */
export function raiseSignal(signal: NodeJS.Signals): void {
  spawnSync('prlimit', ['--pid', String(process.pid), '--core=1:1'], { stdio: 'ignore' })
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}

/** Resolves to the signal by which a user or a job's manager asks this process to end; until end(), none ends it. */
export function interrupted(): { signal: Promise<string>; end(): void } {
  let listener: NodeJS.SignalsListener = () => {}
  const signal = new Promise<string>((resolve) => {
    listener = resolve
    for (const name of ending) process.on(name, listener)
  })
  return {
    signal,
    end() {
      for (const name of ending) process.off(name, listener)
    },
  }
}
