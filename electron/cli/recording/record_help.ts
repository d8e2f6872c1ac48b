/** The help of `hagstone record`; limits and defaults come from the options themselves. */
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
  reservoirs,
  reuseParts,
  scopeModes,
  transports,
} from '../../record/options.ts'
import { TOOLS } from '../../../shared/tools.ts'
import { defaultValues, valueBounds, valueKinds, valueProfiles } from '../../record/value_options.ts'

const percent = (share: number): string => `${share * 100}%`

export const recordHelp = `hagstone record [OPTIONS] [--] PROGRAM [ARGUMENTS…]
hagstone record [OPTIONS] --pid PID
hagstone record --calibrate PROFILE [--calibrate-with COMMAND] [--output FILE]

Runs a program, or attaches to a running process, and records its wasted work as pairs of
calling contexts. Writes NAME.hagstone and prints the first finding. The program keeps its own input,
output, and exit status; Hagstone only writes to stderr.

What to look for
  --tool T[,T]            ${TOOLS.slice(0, 3).join(', ')},
                          ${TOOLS.slice(3).join(', ')}
                          (default: the first three); several tools share the samples; the last three
                          require --engine exhaustive, which cannot measure false-sharing
  --tolerance R           relative difference up to which floating-point values are equal, in [0, 1) (default ${percent(defaultSampling.tolerance)})
  --granularity G         ${granularities.join(' | ')} (default ${defaultSampling.granularity}): unit of reuse distances;
                          with --engine exhaustive a list (default ${defaultSampling.exhaustive.granularities.join(',')})
  --reuse-of P            ${reuseParts.join(' | ')} (default ${defaultSampling.reuseOf}): reuse of the same bytes, or of another
                          part of the same cache line
  --access-rate R         loads and stores per second of CPU time, which turns reuse distances in
                          time into distances in accesses

Engine and sampling rate
  --engine E              ${engines.join(' | ')}
                          (default ${defaultSampling.engine}: the first sampling engine that works here)
  --event EV[,EV]         PMU event to sample, in perf's syntax, e.g. mem-stores or
                          cpu/event=0xd0,umask=0x82/; prefix it with loads= or stores=
  --rate R                samples per second of CPU time and thread, constant (default: up to
                          ${earlyRate.rate} in the first ${earlyRate.seconds} s of CPU time of each process, then ${defaultRate})
  --period N              the same, in ns of CPU time between samples, ${bounds.period.minimum} to ${bounds.period.maximum};
                          in accesses with the engines pebs and ibs
  --max-overhead R        lower the rate while the profiler uses more than this share of CPU time
                          (default ${percent(defaultSampling.maxOverhead)}; 0: never)
  --attribution A         ${attributions.join(' | ')} (default ${defaultSampling.attribution}): whether an observation also
                          represents unwatched samples of its context
  --reservoir R           ${reservoirs.join(' | ')} (default ${defaultSampling.reservoir}): which
                          watchpoint a new sample replaces
  --transport T           ${transports.join(' | ')} (default ${defaultSampling.transport}): how watchpoints are set
  --skip-range K          skip a random number of accesses below K before sampling one, ${bounds.skipRange.minimum} to ${bounds.skipRange.maximum}
  --stop-budget N         maximum number of stops before a sampled access, ${bounds.stopBudget.minimum} to ${bounds.stopBudget.maximum}
  --depth-cap N           maximum depth of calling contexts, ${bounds.depthCap.minimum} to ${bounds.depthCap.maximum} frames
  --watch-registers N     debug registers to watch with, ${bounds.watchRegisters.minimum} to ${bounds.watchRegisters.maximum} (default: all but one)
  --seed N                seed of all random numbers, for reproducible choices

With --engine exhaustive, which sees every access and slows the program down 10 to 100 times
  --window ON/OFF         measure ON instructions, skip OFF, and so on; e.g. 1M/99M
  --bursty                the same as --window 1M/99M
  --scope S               ${scopeModes.join(' | ')} (default ${defaultSampling.exhaustive.scope}): find the loop that makes loads redundant
                          once for each pair; use it to distinguish pairs (also of stores);
                          or do not search for it
  --spatial-threshold R   share of equal values above which marked arrays are recorded (default ${percent(defaultSampling.exhaustive.spatialThreshold)};
                          docs/markers.md)
  --process-wide          reuse distances over all threads of a process, not per thread
  --by-object             also reuse distances of each variable, heap block, and mapping; slower
  --values W[,W]          ${valueKinds.join(', ')} or all: kinds of values to
                          profile (default: all; loads alone take less than half the time)
  --value-table N         values kept per table, ${valueBounds.tableSize.minimum} to ${valueBounds.tableSize.maximum} (default ${defaultValues.tableSize})
  --value-profile P       ${valueProfiles.join(' | ')} (default ${defaultValues.profile}): profile every execution; or until the
                          share of the top values converges: while it rises, or while it rises by
                          more than 2 % or falls by more than 4 %
  --value-back-off R      converged profiles pause for R times the executions so far (default ${defaultValues.backOff}),
                          plus or minus a random half; R,constant: without randomness
  --value-reference       also make a full profile, for comparison
  --no-clearing           never clear the tables: values that appear late may be missed

Shares of accesses without a PMU (engine software, which samples by the clock)
  --calibrate             run the program a second time under the exhaustive engine, which counts
                          the accesses of each instruction; samples are then weighted by accesses,
                          and reuse distances are in accesses. The second run's output is discarded,
                          but it changes files again. With PROFILE, a name that ends in
                          .hagstone: calibrate that profile (default output
                          PROFILE-calibrated.hagstone)
  --calibrate-with CMD    count this command line instead, e.g. with a smaller input; quote it as one word

Processes and duration
  --follow F              ${followModes.join(' | ')} (default ${defaultSampling.follow}): whether to record child processes
  --pid PID               attach to this process of yours; ends with it, on SIGINT, or at a limit
  --runs N                run the program N times in a row into one profile, which also shows how
                          much the runs differ (sampling engines). Limits apply to each run. Ctrl-C ends
                          all of them and keeps the recorded data. The exit status is that of the first
                          run that fails. A file on standard input is read again by each run; other input
                          goes to the first run
  --keep-output           keep the last 64 kB of the program's output in the profile; the program then
                          writes to a pipe instead of the terminal, and some programs react to that
  --duration S            seconds after which the recording ends; the program continues unrecorded,
                          with the exhaustive engine still slowed down by Valgrind
  --max-samples N         the same after N samples
  --until ci=R            the same once the 95 % interval of every recorded fraction is at most
                          R to either side, e.g. ci=2%; a tool with hardly any observations is
                          not waited for
  --output FILE           profile to write (default PROGRAM-YYYYMMDD-HHMMSS.hagstone here)
  --help

Signals to hagstone are forwarded to the program. While it runs, the raw recording is in
FILE-recording/. If no profile can be made of it, it is kept, and a message names it. Under mpirun or
srun, each rank has its own in FILE-recording/rank-N (--output can also name a directory for them);
hagstone analyze FILE-recording makes one profile of all ranks.

Exit status: the program's own (signals are raised again), 0 after --pid; ${exitStatus.recordFailure} Hagstone failed,
including usage errors; ${exitStatus.notExecutable} the program cannot be executed; ${exitStatus.notFound} it is not found.
`
