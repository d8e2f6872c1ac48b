! SPDX-License-Identifier: MIT
!
! A whole array is set to zero, and a loop then assigns every element.
! Change: drop the assignment of zero.
!
! Tools: dead-stores
! Finding: overwritten-before-use
module fluxes
  implicit none
  integer, parameter :: cells = 3000
  real(8) :: flux(cells), pressure(cells)
contains
  subroutine compute(step)
    integer, intent(in) :: step
    integer :: i
    flux = 0.0d0 ! finding: earlier
    call touch()
    do i = 1, cells
      flux(i) = pressure(i) * step + i ! finding: later
    end do
  end subroutine compute

  ! Keeps the compiler from seeing that the zeros are overwritten, as a call of another module does.
  subroutine touch()
    if (pressure(1) < -1.0d0) flux(1) = 1.0d0
  end subroutine touch

  function total()
    real(8) :: total
    integer :: i
    total = 0.0d0
    do i = 1, cells
      total = total + flux(i)
    end do
  end function total
end module fluxes

program zeroed_array
  use fluxes
  implicit none
  integer :: step, steps
  character(len=20) :: argument
  real(8) :: result
  steps = 60
  call get_command_argument(1, argument)
  if (argument /= ' ') read (argument, *) steps
  pressure = 2.5d0
  result = 0.0d0
  do step = 1, steps
    call compute(step)
    result = result + total()
  end do
  print '(es16.8)', result
end program zeroed_array
