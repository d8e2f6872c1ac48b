import { expect, it } from 'vitest'
import { isSystemSource, LIBRARY, OWN, ownerOfModule, ownersOfFunctions, isOperator } from './own_code.ts'

it.each([
  '/opt/spack/gcc-13.2/lib64/libgomp.so.1.0.0',
  '/opt/intel/oneapi/compiler/lib/libiomp5.so',
  '/home/user/env/lib/python3.11/site-packages/numpy.libs/libgomp-a34b3233.so.1.0.0',
  '/opt/intel/oneapi/tbb/lib/libtbb.so.12',
  '/opt/openmpi-5/lib/libmpi.so.40',
  '/opt/openmpi-5/lib/libmpi_mpifh.so.40',
  '/opt/openmpi-5/lib/openmpi/mca_btl_vader.so',
  '/opt/mpich/lib/libmpichfort.so.12',
  '/opt/ucx/lib/libucp.so.0',
  '/usr/lib/x86_64-linux-gnu/libz.so.1',
  '/opt/hagstone/resources/agent/libhagstone_agent.so',
])('%s is a library, wherever it is installed', (path) => {
  expect(ownerOfModule(path)).toBe(LIBRARY)
})

it.each(['/opt/solver/bin/solver', '/opt/solver/lib/libmpi_tools.so', '/home/user/libtbbx.so', '/opt/solver/lib/libgompertz.so'])(
  '%s is the program’s',
  (path) => {
    expect(ownerOfModule(path)).toBe(OWN)
  },
)

it.each([
  ['/usr/include/c++/12/bits/atomic_wait.h', true],
  // As Clang writes paths of the headers of GCC.
  ['/usr/bin/../lib/gcc/x86_64-linux-gnu/12/../../../../include/c++/12/bits/atomic_wait.h', true],
  ['/usr/bin/../lib/gcc/x86_64-linux-gnu/12/../../../../include/x86_64-linux-gnu/c++/12/bits/gthr-default.h', true],
  ['/home/user/solver/include/wait.h', false],
  ['/rust/deps/hashbrown-0.16.1/src/map.rs', true],
  ['/home/user/rust/deps/hashbrown/src/map.rs', false],
])('%s is a source of the system: %s', (path, isSystem) => {
  expect(isSystemSource(path)).toBe(isSystem)
})

it("knows Rust's standard library in a release build, which has no lines, by the code that starts the program", () => {
  const names = ['std::rt::lang_start::{{closure}}', '<std::sys::thread::unix::Thread>::new::thread_start', 'solver::solve', 'main']
  const functions = names.map((name) => ({ name, linkageName: '', module: 0, file: -1, line: -1 }))
  const modules = [{ path: '/opt/solver', buildId: '', note: '' }]
  expect([...ownersOfFunctions({ functions, modules, files: [] })]).toEqual([LIBRARY, LIBRARY, OWN, LIBRARY])
  expect([...ownersOfFunctions({ functions: functions.slice(1), modules, files: [] })]).toEqual([OWN, OWN, OWN])
})

it.each([
  ['<core::result::Result<T,E> as core::ops::try_trait::Try>::branch', true],
  ['core::option::Option::from_output', true],
  ['_mm_mul_ps', true],
  ['git::Repository::branch', false],
])('the operator ? of Rust and instructions are no calls: %s', (name, is) => expect(isOperator(name)).toBe(is))
