! SPDX-License-Identifier: MIT
!
! A matrix in column-major order is walked through row by row.
! Change: exchange the loops.
!
! Tools: reuse-distance
! Finding: poor-loop-order
module field
  implicit none
  integer, parameter :: rows = 64, columns = 1500
  real(8) :: matrix(rows, columns)
contains
  function sum_all()
    real(8) :: sum_all
    integer :: i, j
    sum_all = 0.0d0
    do i = 1, rows
      do j = 1, columns                     ! finding: earlier later
        sum_all = sum_all + matrix(i, j)    ! finding: earlier later
      end do
    end do
  end function sum_all
end module field

program row_walk
  use field
  implicit none
  integer :: step, steps
  character(len=20) :: argument
  real(8) :: total
  steps = 4
  call get_command_argument(1, argument)
  if (argument /= ' ') read (argument, *) steps
  matrix = 1.5d0
  total = 0.0d0
  do step = 1, steps
    total = total + sum_all()
  end do
  print '(es16.8)', total
end program row_walk
