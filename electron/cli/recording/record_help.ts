import { exitStatus } from '../../failure.ts'
import {
  attributions,
  bounds,
  defaultRate,
  defaultSampling,
  earlyRate,
  engines,
  followModes,
  granularities,
  recordableTools,
  reservoirs,
  reuseParts,
  scopeModes,
  transports,
} from '../../record/options.ts'
import { defaultValues, valueBounds, valueKinds, valueProfiles } from '../../record/value_options.ts'

const percent = (share: number): string => `${share * 100}%`

export const recordHelp = `hagstone record [OPTIONS] [--] PROGRAM [ARGUMENTS…]
hagstone record [OPTIONS] --pid PID
hagstone record --calibrate PROFILE [--calibrate-with COMMAND] [--output FILE]

Runs a program, or attaches to a running process, and records the work it wastes, as pairs
of calling contexts. Leaves NAME.hagstone and prints the worst pair. The program's input, output
and exit status stay its own; Hagstone speaks on stderr only.

What to look for
  --tool T[,T]            ${recordableTools.slice(0, 3).join(', ')},
                          ${recordableTools.slice(3).join(', ')}
                          (default the first three); several share the samples; the last three need
                          --engine exhaustive, which cannot measure false-sharing
  --tolerance R           floating-point values this close count as equal, in [0, 1) (default ${percent(defaultSampling.tolerance)})
  --granularity G         ${granularities.join(' | ')} (default ${defaultSampling.granularity}): what a reuse distance counts;
                          with --engine exhaustive a list (default ${defaultSampling.exhaustive.granularities.join(',')})
  --reuse-of P            ${reuseParts.join(' | ')} (default ${defaultSampling.reuseOf}): reuse of the same bytes, or of another
                          part of their cache line
  --access-rate R         loads and stores per second of CPU time, which turns reuse distances in
                          time into distances in accesses

Who samples, and how often
  --engine E              ${engines.join(' | ')}
                          (default ${defaultSampling.engine}: the first of those that sample that works here)
  --event EV[,EV]         event of the PMU that samples, as perf names it, e.g. mem-stores or
                          cpu/event=0xd0,umask=0x82/; loads= or stores= before it says what it counts
  --rate R                samples per second of CPU time and thread, all the time (default: up to
                          ${earlyRate.rate} in the first ${earlyRate.seconds} s of CPU time of each process, then ${defaultRate})
  --period N              the same as ns of CPU time between samples, ${bounds.period.minimum} to ${bounds.period.maximum};
                          accesses with the engines pebs and ibs
  --max-overhead R        the rate falls while the profiler takes more of the CPU time than this
                          (default ${percent(defaultSampling.maxOverhead)}; 0: never)
  --attribution A         ${attributions.join(' | ')} (default ${defaultSampling.attribution}): whether an observation speaks
                          for the samples of its context that could not be watched
  --reservoir R           ${reservoirs.join(' | ')} (default ${defaultSampling.reservoir}): which
                          watchpoint a new sample replaces
  --transport T           ${transports.join(' | ')} (default ${defaultSampling.transport}): how watchpoints report
  --skip-range K          a random number below K of accesses is skipped before one is sampled, ${bounds.skipRange.minimum} to ${bounds.skipRange.maximum}
  --stop-budget N         most stops on the way to a sampled access, ${bounds.stopBudget.minimum} to ${bounds.stopBudget.maximum}
  --depth-cap N           deepest calling context kept, ${bounds.depthCap.minimum} to ${bounds.depthCap.maximum} frames
  --watch-registers N     debug registers to watch with, ${bounds.watchRegisters.minimum} to ${bounds.watchRegisters.maximum} (default all but one)
  --seed N                seed of all random numbers, for repeatable choices

With --engine exhaustive, which sees every access and takes many times as long
  --window ON/OFF         measure ON instructions, pass over OFF, and so on; e.g. 1M/99M
  --bursty                the same as --window 1M/99M
  --scope S               ${scopeModes.join(' | ')} (default ${defaultSampling.exhaustive.scope}): the loop that makes loads redundant is
                          found once for each pair, tells pairs apart (those of stores too),
                          or is not looked for
  --spatial-threshold R   share of equal values above which marked arrays are recorded (default ${percent(defaultSampling.exhaustive.spatialThreshold)};
                          docs/markers.md)
  --process-wide          reuse distances over all threads of a process, not of each thread
  --by-object             reuse distances of each variable, heap block and mapping too; takes longer
  --values W[,W]          ${valueKinds.join(', ')} or all: what the tool values
                          profiles (default all; loads alone take less than half the time)
  --value-table N         values kept of each, ${valueBounds.tableSize.minimum} to ${valueBounds.tableSize.maximum} (default ${defaultValues.tableSize})
  --value-profile P       ${valueProfiles.join(' | ')} (default ${defaultValues.profile}): every execution; or until the
                          commonest values' share converges: while it rises, or while it rises by
                          more than 2 % or falls by more than 4 %
  --value-back-off R      such a profile pauses for R times the executions so far (default ${defaultValues.backOff}), at
                          random by half around it; R,constant: always for as many
  --value-reference       a full profile beside it, to compare with
  --no-clearing           never make room in the tables: values that come up late may stay unseen

Shares of accesses without a PMU (engine software, which samples by the clock)
  --calibrate             run the program a second time under the exhaustive engine, which counts
                          the accesses of each instruction; samples then weigh what was accessed,
                          and reuse distances are accesses. Its output is discarded, but what it does
                          to files happens twice. With PROFILE, a name that ends in .hagstone:
                          calibrate that profile (default output PROFILE-calibrated.hagstone)
  --calibrate-with CMD    count this command line instead, e.g. of a smaller input; quoted as one word

What is recorded, and for how long
  --follow F              ${followModes.join(' | ')} (default ${defaultSampling.follow}): whether processes it starts are recorded
  --pid PID               attach to this process of yours; ends with it, by SIGINT or by a limit
  --runs N                run the program N times, one run after the other, into one profile, which also
                          says how much runs differ (engines that sample). Limits hold for each run;
                          Ctrl-C ends all of them and keeps what was recorded. The exit status is that of the
                          first run that fails. A file as standard input is read again by each run;
                          other input goes to the first one
  --keep-output           keep the last 64 kB that the program prints in the profile; it prints into a
                          pipe then, not to the terminal, which some programs treat differently
  --duration S            seconds after which the recording ends; the program goes on unrecorded,
                          under the exhaustive engine still slowed down by Valgrind
  --max-samples N         the same after N samples
  --until ci=R            the same when the 95 % interval of every recorded fraction is at most
                          R to either side, e.g. ci=2%; a tool with hardly any observations is
                          not waited for
  --output FILE           profile to write (default PROGRAM-YYYYMMDD-HHMMSS.hagstone here)
  --help

Signals to hagstone are handed on to the program. While it runs, FILE-recording/ holds the raw
recording; it is kept, and named, when the profile cannot be made of it. Under mpirun or srun every
rank keeps its own in FILE-recording/rank-N (--output may also name a directory for them); hagstone
analyze FILE-recording makes one profile of all.

Exit status: the program's own (signals are raised again), 0 after --pid; ${exitStatus.recordFailure} a failure of Hagstone,
wrong use included; ${exitStatus.notExecutable} the program cannot be executed; ${exitStatus.notFound} it was not found.
`
