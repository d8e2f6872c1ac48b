/** Value tables made up for tests only. */
import type { ValueSite, ValuesSummary } from '../../shared/values.ts'
import { lines, solverFile } from './fake_profile.ts'

const nothing = { unsigned: null, float: null, pointer: null }

function site(number: number, part: Partial<ValueSite>): ValueSite {
  return {
    site: number,
    role: 'loaded',
    instructionClass: 'integer-load',
    operation: null,
    subject: 'loaded value',
    name: null,
    function: 'fill_row',
    file: solverFile,
    line: lines.value,
    module: '/home/ada/solver/solver',
    moduleIndex: 0,
    address: `0x${(0x1290 + number).toString(16)}`,
    instruction: 'mov rax, qword ptr [rdi]',
    element: 'integer',
    bytes: 8,
    executions: 1000 / (number + 1),
    profiled: 1000 / (number + 1),
    executedShare: 0.1 / (number + 1),
    estimated: null,
    inv1: 0.92,
    inv5: 0.99,
    mrv1: 0.88,
    zero: 0,
    values: [
      { hex: '0x8', text: '8', ...nothing, count: 920, share: 0.92 },
      { hex: '0xffffffffffffffff', text: '-1', ...nothing, unsigned: '18446744073709551615', count: 60, share: 0.06 },
    ],
    ...part,
  }
}

export const fakeSites: ValueSite[] = [
  site(0, {}),
  site(1, {
    function: 'init_row',
    line: lines.zero,
    subject: 'stored value',
    role: 'stored',
    instructionClass: 'store',
    element: 'f64',
    inv1: 1,
    zero: 1,
    mrv1: 1,
    values: [{ hex: '0x0', text: '0.0', ...nothing, count: 500, share: 1 }],
  }),
  site(2, {
    subject: 'rdi',
    role: 'result',
    instructionClass: 'address',
    inv1: 0.4,
    values: [{ hex: '0x4c4020', text: '4997152', ...nothing, pointer: 'grid+0x20', count: 133, share: 0.4 }],
  }),
  site(3, { subject: 'n (rdi)', name: 'n', role: 'parameter', instructionClass: null, instruction: null, function: 'step', line: lines.initCall }),
]

const invariances = { inv1: 0.6, inv5: 0.8, mrv1: 0.55, zero: 0.2 }
const falling = Array.from({ length: 100 }, (_, part) => 1 - part / 100)

export const fakeValuesSummary: ValuesSummary = {
  settings: {
    tableSize: 10,
    roles: ['loaded', 'stored', 'result', 'parameter'],
    profile: 'full',
    backOff: 0,
    constantBackOff: false,
    clearing: true,
    reference: false,
    instructions: 1e9,
  },
  kinds: [
    { kind: 'instructions', ...invariances, sites: 3, executions: 1833, differenceMrvInv: 0.04 },
    { kind: 'loads', ...invariances, sites: 1, executions: 1000, differenceMrvInv: 0.04 },
  ],
  types: [{ instructionClass: 'integer-load', ...invariances, sites: 1, executedShare: 0.1, executions: 1000 }],
  distributions: [
    { kind: 'instructions', inv1: falling, inv5: falling.map(Math.sqrt) },
    { kind: 'loads', inv1: falling, inv5: falling },
  ],
  parameters: {
    calls: 250,
    callShare: 0.02,
    above: [
      { threshold: 0.3, share: 0.7 },
      { threshold: 0.9, share: 0.5 },
    ],
  },
  convergence: null,
  convergentAgainstFull: [],
  estimate: {
    executedShare: 0.4,
    undefinedShare: 0.2,
    measured: 0.5,
    estimated: 0.4,
    difference: 0.1,
    thresholds: [{ threshold: 0.5, above: 0.4, found: 0.7, overestimated: 0.05 }],
  },
  advice: [
    {
      site: fakeSites[3]!,
      latencyClass: 'call',
      weight: 230,
      condition: 'if (n == 8)',
      advice: 'step is called with n = 8 in 92 % of its calls: make a copy of it for that value.',
    },
  ],
}
