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

it('has the kernel read what a library function has put into a buffer', () => {
  const caller = listing('call 0x9000; memcpy@plt \n call 0x9100; write@plt \n ret')
  const copy = access(listing('store: rep movsb \n ret'), 'store')
  const { flow } = caller
  const libraryCall = {
    callee: 'memcpy',
    place: { function: 'file::append()', file: '/src/file.cpp', line: 1 },
    flow,
    position: 0,
    loop: null,
    unchanged: () => null,
    equalWithin: () => 0,
  }
  const side = { ...copy, libraryCall }
  expect(kernelReader(facts({ tool: 'dead-stores', source: side, target: side }))).toEqual({ holder: 'file::append', callee: 'write' })
  expect(kernelReader(facts({ tool: 'dead-stores', source: copy, target: copy }))).toBeNull()
})
