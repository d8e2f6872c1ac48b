/** Descriptions of the host, its machine, and its stored settings. */
import type { MachineCache } from '../machine.ts'
import type { Outcome } from '../outcome.ts'
import type { Engine, Tool } from '../run.ts'
import type { SourceMapping } from './sources.ts'

export interface HostDescription {
  kind: 'electron' | 'serve'
  version: string
  /** Recording programs is allowed and possible; otherwise `launchRefusal` says why not. */
  canLaunch: boolean
  launchRefusal: string | null
  /** Profiles to show at once, e.g. given on the command line. */
  openAtStart: string[]
  /** Two profiles to compare at once, given on the command line. */
  compareAtStart?: { old: string; new: string } | null
  homeDirectory: string
  workingDirectory: string
  /** Data caches of this machine, smallest first; empty where the kernel does not tell. */
  caches?: MachineCache[]
}

/** The app around a window that is no browser's. */
export interface DesktopDescription {
  /** The other machine whose runs the window shows, as ssh knows it; null: this one. */
  machine: string | null
}

/** Another machine, and how Hagstone is started there. */
export interface RemoteMachine {
  /** USER@HOST or what else names a machine to ssh. */
  destination: string
  /** Hagstone's command there. */
  command: string
  /** Its windows may start programs there. */
  allowLaunch: boolean
}

/** The settings that the host stores for its user. */
export interface HostSettings {
  /** Opens a source line: a command line or an address with {file} and {line}; "" for none. */
  editor: string
  /** Folders that are searched for sources, by the ends of their paths. */
  sourceFolders: string[]
  sourceMappings: SourceMapping[]
}

/** The outcome of a run's tool (shared/outcome.ts), in the words of a list of runs. */
export interface RunResult {
  tool: Tool
  kind: Outcome['kind']
  /** The reason and the remedy, or the number of observations; empty where something was found. */
  text: string
  /** Too few observations to trust the share. */
  few: boolean
}

/** Characters of a run's label, at most. */
export const LONGEST_RUN_LABEL = 60

export interface RecentRun {
  path: string
  /** Command line of the recorded program. */
  title: string
  startedAt: string
  durationSeconds: number
  /** CPU time of a whole run under a sampling engine, which slows it down by little: about the time of the program alone; absent where no such run is known. */
  cpuSeconds?: number | undefined
  fraction: number | null
  /** Result of the tool that the run is shown by at first; absent if an older version wrote the list. */
  result?: RunResult | undefined
  /** How the program ended where that is the first thing to know: "killed by SIGSEGV". */
  ended?: string | undefined
  /** The user's name for it. */
  label?: string | undefined
  missing: boolean
}

export interface DirectoryEntry {
  name: string
  path: string
  kind: 'directory' | 'profile' | 'validation' | 'program' | 'file'
}

/** How to lift an obstacle. */
export interface Remedy {
  /** What to do, in words without a full stop; null if nothing is to be done. */
  remedy: string | null
  /** Shell command that does it, ready to run; absent if there is none. */
  command?: string
}

/** Result of `hagstone doctor`: one line per check, with the remedy for what does not work. */
export interface DoctorCheck extends Remedy {
  id: string
  title: string
  status: 'works' | 'limited' | 'fails' | 'skipped'
  /** The result of the check, one sentence. */
  detail: string
}

export interface DoctorReport {
  schema: 'hagstone.doctor/1'
  /** The engine `auto` takes here; null if nothing works. */
  engine: Engine | null
  engineReason: string
  /** Every engine of this program, the best first. */
  engines?: EngineReport[]
  checks: DoctorCheck[]
}

export interface EngineReport extends Remedy {
  engine: Engine
  works: boolean
  /** Why it works or not; "untested on hardware" for PMU code that never passed a self-test on such a processor. */
  reason: string
  tools: Tool[]
}
