import { expect, test } from 'vitest'
import { sortedEvidence } from './evidence.ts'

test('sentences with instructions are distinguished from what the source shows', () => {
  const source = [
    '40.6 % of the stores in the loop at blocksort.c:664 are of values that are already there (observed: 4 times).',
    'a[i] is read in the loop at a.c:3.',
    'The address 0x10 is the same.',
  ]
  const machineCode = [
    'mov [r11-0x4], r12d at 0x6d07 in mainQSort3 (blocksort.c:669) stores what mov r12d, [rax] loaded.',
    'It is followed by add [rip+0x20], eax.',
    'The loop ends at cmp r8, [fs:r9+0x8].',
  ]
  expect(sortedEvidence([source[0]!, machineCode[0]!, source[1]!, machineCode[1]!, source[2]!, machineCode[2]!])).toEqual({ source, machineCode })
})
