import { expect, it } from 'vitest'
import { access, facts, listing } from '../../../shared/advice/facts.testing.ts'
import { kernelReader } from './kernel_reader.ts'

const reader = (callee: string) => {
  const side = access(listing(`store: mov [rdi], rax \n call rbx; ${callee} \n ret`), 'store')
  return kernelReader(facts({ tool: 'dead-stores', source: side, target: side }))
}

it.each(['write', 'write@plt', '__libc_write', 'pwrite64@plt', 'writev', 'sendto@plt', 'send'])('%s has the kernel read memory', (callee) => {
  expect(reader(callee)).toEqual({ holder: 'f', callee: callee.replace('@plt', '') })
})

it.each(['read@plt', 'fwrite@plt', 'write_table', 'sender'])('%s does not', (callee) => expect(reader(callee)).toBeNull())
