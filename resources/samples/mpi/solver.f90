! SPDX-License-Identifier: MIT
!
! A solver in Fortran whose ranks agree on the residual of each step.
!
! True answer: what MPI_Allreduce does, it does below solve.
!
! Usage: solver [STEPS]
module solver_steps
  use mpi
  implicit none
  integer, parameter :: length = 32768
  real(8) :: residuals(length) = 1.0d0, sums(length)
contains
  subroutine solve()
    integer :: failure
    call MPI_Allreduce(residuals, sums, length, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, failure) ! answer: allreduce
  end subroutine solve
end module solver_steps

program solver
  use solver_steps
  implicit none
  integer :: step, steps, rank, failure
  character(len=20) :: argument
  steps = 4000
  call MPI_Init(failure)
  call get_command_argument(1, argument)
  if (argument /= ' ') read (argument, *) steps
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, failure)
  do step = 1, steps
    call solve()
  end do
  if (rank == 0) print '(f6.1)', sums(length)
  call MPI_Finalize(failure)
end program solver
