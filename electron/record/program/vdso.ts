/** The image of the vDSO, which is in no file. */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'

const largestImage = 1 << 20

/**
 * The running kernel's vDSO, an ELF image that exists in memory only: the one mapped into this process, which every
 * 64-bit process shares. Null when the kernel maps none (vdso=0).
 */
export function readVdsoImage(): Buffer | null {
  const line = readFileSync('/proc/self/maps', 'latin1')
    .split('\n')
    .find((mapping) => mapping.endsWith('[vdso]'))
  const range = line === undefined ? null : /^([0-9a-f]+)-([0-9a-f]+) /.exec(line)
  if (range?.[1] === undefined || range[2] === undefined) return null
  const start = BigInt(`0x${range[1]}`)
  const length = Number(BigInt(`0x${range[2]}`) - start)
  if (length > largestImage) return null
  const image = Buffer.alloc(length)
  const memory = openSync('/proc/self/mem', 'r')
  try {
    return image.subarray(0, readSync(memory, image, 0, length, start))
  } finally {
    closeSync(memory)
  }
}
