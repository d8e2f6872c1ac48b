/** Records, on a machine that samples, what tests wished for on one that does not: `node record_wishes.ts DIRECTORY-OF-WISHES`. */
import { recordOnce } from '../support/recorded_samples.ts'
import type { SampleRun } from '../support/recorded_samples.ts'
import { wishesIn } from './wishes.ts'

let failed = 0
for (const run of wishesIn(process.argv[2]!) as SampleRun[])
  try {
    console.log(await recordOnce(run))
  } catch (error) {
    console.error(`${JSON.stringify(run)}: ${String(error)}`)
    failed++
  }
process.exitCode = failed === 0 ? 0 : 1
