import { expect, test } from 'vitest'
import { isBindingOf, mpiCallName } from './mpi_calls.ts'

test.each([
  ['PMPI_Allreduce', 'MPI_Allreduce'],
  ['MPI_Allreduce_c', 'MPI_Allreduce_c'],
  ['PMPIX_Allreduce_init', 'MPIX_Allreduce_init'],
  ['ompi_allreduce_f', 'MPI_Allreduce'],
  ['ompi_comm_free_f', 'MPI_Comm_free'],
  ['ompix_allreduce_init_f', 'MPIX_Allreduce_init'],
  ['mpi_comm_rank_', 'MPI_Comm_rank'],
  ['pmpi_allreduce__', 'MPI_Allreduce'],
  ['mpi_allreduce_f08ts_', 'MPI_Allreduce'],
  ['pmpir_wait_f08ts_large_', 'MPI_Wait'],
  ['ompi_coll_base_allreduce_intra_ring', null],
  ['MPID_Progress', null],
  ['opal_progress', null],
])('%s: %s', (name, call) => {
  for (const library of ['/usr/lib/x86_64-linux-gnu/libmpi_mpifh.so.40.30.1', '/opt/lib/libmpich.so.12']) expect(mpiCallName(name, library)).toBe(call)
  expect(mpiCallName(name, '/home/me/solver')).toBeNull()
})

test("a program's own function keeps its name", () => {
  expect(mpiCallName('mpi_helper_', '/home/me/libmpihelpers/solver.so')).toBeNull()
})

test('a Fortran name is a binding of the same call only', () => {
  const fortran = { name: 'MPI_Allreduce', linkageName: 'ompi_allreduce_f' }
  expect(isBindingOf(fortran, { name: 'MPI_Allreduce' })).toBe(true)
  expect(isBindingOf(fortran, { name: 'MPI_Comm_free' })).toBe(false)
  // A tool in front of the library.
  expect(isBindingOf({ name: 'MPI_Allreduce', linkageName: 'MPI_Allreduce' }, { name: 'MPI_Allreduce' })).toBe(false)
})
