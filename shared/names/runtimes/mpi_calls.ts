/** Functions of MPI by the names of the standard: libraries have several for each, and the profiling interface others again. */

const LIBRARY = /(?:^|\/)lib(?:p?mpi|mpich|mvapich|mpifort)\w*\.so(?:\.|$)/
const OF_C = /^P?(MPIX?_[A-Z]\w*)$/
/** MPI standard, "Fortran support": mpi_allreduce_, pmpi_allreduce_f08ts_; of Open MPI ompi_allreduce_f. */
const OF_FORTRAN = /^(?:p?mpi(x?)r?_(\w+?)(?:_f08(?:ts)?)?(?:_large)?_{1,2}|ompi(x?)_(\w+)_f)$/

/** @param modulePath of the library that has the function @returns "MPI_Allreduce"; null: no function of the standard, or in no library of MPI */
export function mpiCallName(name: string, modulePath: string): string | null {
  if (!LIBRARY.test(modulePath)) return null
  const ofC = OF_C.exec(name)
  if (ofC !== null) return ofC[1]!
  const ofFortran = OF_FORTRAN.exec(name)
  if (ofFortran === null) return null
  const call = ofFortran[2] ?? ofFortran[4]!
  return `MPI${(ofFortran[1] || ofFortran[3] || '').toUpperCase()}_${call[0]!.toUpperCase()}${call.slice(1).toLowerCase()}`
}

/** Whether one is what Fortran calls, which only jumps to the other. */
export function isBindingOf(caller: { name: string; linkageName: string }, called: { name: string }): boolean {
  return caller.name === called.name && caller.linkageName !== caller.name && caller.name.startsWith('MPI') && OF_FORTRAN.test(caller.linkageName)
}
