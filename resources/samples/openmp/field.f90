! SPDX-License-Identifier: MIT
!
! A parallel region of OpenMP in a procedure of a Fortran module.
!
! True answer: what both threads do stands below the region, and that below smooth.
!
! Usage: field [ROUNDS]
module field_steps
  implicit none
  integer, parameter :: length = 20000, steps = 40
  real(8) :: values(length) = 0.0d0
  integer, volatile :: calls = 0
contains
  subroutine smooth()
    integer :: i, step
    !$omp parallel do num_threads(2) private(step) ! answer: smoothed
    do i = 1, length
      do step = 1, steps
        values(i) = values(i) * 0.5d0 + step
      end do
    end do
    !$omp end parallel do
    calls = calls + 1
  end subroutine smooth
end module field_steps

program field
  use field_steps
  implicit none
  integer :: round, rounds
  character(len=20) :: argument
  rounds = 1500
  call get_command_argument(1, argument)
  if (argument /= ' ') read (argument, *) rounds
  do round = 1, rounds
    call smooth()
  end do
  print '(f12.6)', values(length / 2)
end program field
