! SPDX-License-Identifier: MIT
!
! The interval of each value is looked for from the first one on, as in MASNUM (LOADSPY, listing 9).
! Change: search the sorted array by halves, or begin where the last search ended.
!
! Tools: redundant-loads
! Finding: linear-search
module grid
  implicit none
  integer, parameter :: points = 600
  real(8) :: x(points)
contains
  function interval(value)
    real(8), intent(in) :: value
    integer :: interval
    do interval = 1, points - 1          ! finding: earlier later
      if (x(interval) >= value) return   ! finding: earlier later
    end do
  end function interval
end module grid

program interval_search
  use grid
  implicit none
  integer :: step, steps, total, i
  character(len=20) :: argument
  steps = 800
  call get_command_argument(1, argument)
  if (argument /= ' ') read (argument, *) steps
  do i = 1, points
    x(i) = 0.5d0 * i
  end do
  total = 0
  do step = 1, steps
    total = total + interval(mod(step * 37, 300) * 1.0d0)
  end do
  print '(i0)', total
end program interval_search
