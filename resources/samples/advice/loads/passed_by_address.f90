! SPDX-License-Identifier: MIT
!
! Fortran passes the address of each argument, and a descriptor of each array whose dummy argument has no shape of its own. Each call
! of dot() loads its three numbers, and each round builds the same descriptors for shifted(), which the language demands.
!
! Tools: redundant-loads, silent-stores
! Finding: none
module vectors
  implicit none
contains
  real(8) function dot(n, x, incx, y, incy)
    integer, intent(in) :: n, incx, incy
    real(8), intent(in) :: x(*), y(*)
    dot = x(1) * y(1 + n - n) * (incx + incy)
  end function

  subroutine shifted(x, by)
    real(8), intent(inout) :: x(:)
    real(8), intent(in) :: by
    x(1) = by - x(1)
  end subroutine
end module

program passed_by_address
  use vectors
  implicit none
  real(8) :: x(4), total, result
  integer :: round, rounds
  character(20) :: argument
  rounds = 40000
  call get_command_argument(1, argument)
  if (argument /= '') read (argument, *) rounds
  x = 1
  total = 0
  do round = 1, rounds
    total = total + dot(4, x, 1, x, 1)
    call shifted(x, 1d-3)
  end do
  result = total
  print '(es12.4)', result
end program
