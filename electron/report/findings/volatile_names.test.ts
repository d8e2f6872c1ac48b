import { expect, it } from 'vitest'
import { declaredNames, VolatileNames } from './volatile_names.ts'

it.each([
  ['static volatile int phase;', ['phase']],
  ['struct device { volatile uint32_t command, data, status; };', ['command', 'data', 'status']],
  ['volatile unsigned char *port = base, rest[4];', ['port', 'rest']],
  ['static atomic_int lock, alive;', ['lock', 'alive']],
  ['_Atomic long done = 0;', ['done']],
  ['std::atomic<int> ready{0};', ['ready']],
  ['real(8), volatile :: array(length)', ['array']],
  ['static READY: AtomicBool = AtomicBool::new(false);', ['READY']],
  ['*(volatile int *)port = 1;', []],
  ['int phase; // volatile once', []],
  ['atomic_store(&alive, 1);', []],
])('are declared by %s', (text, names) => expect(declaredNames(text)).toEqual(names))

it('are looked for in the file of the access, behind any qualifiers', () => {
  const lines = ['struct device { volatile int status; int size; };', '', 'volatile int phase;']
  const names = new VolatileNames((file, line) => (file === '/src/a.c' ? lines[line - 1] || null : null))
  expect(['device->status', '(*device).status', 'devices[i].status', 'phase', 'phase or device->status'].map((data) => names.has('/src/a.c', data))).toEqual([
    true,
    true,
    true,
    true,
    true,
  ])
  expect(['device->size', 'phase or device->size', 'status2'].map((data) => names.has('/src/a.c', data))).toEqual([false, false, false])
  expect(names.has('/src/b.c', 'phase')).toBe(false)
})
