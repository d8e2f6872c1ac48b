! SPDX-License-Identifier: MIT
!
! A matrix of three columns is set to zero, and two of its columns are then overwritten. Elements of the third one must be zero.
! Change: clear only the third column.
!
! Tools: dead-stores
! Finding: overwritten-before-use | repeated-initialisation
! Remedy: initialize only what is not overwritten
module gradients
  implicit none
contains
  subroutine gradient(x, a)
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: a(:, :)
    a = 0 ! finding: earlier change
    a(:, 1) = 1 ! finding: later
    a(:, 2) = -2 * x ! finding: later
    a(1, 3) = 1
    a(size(x), 3) = 1
  end subroutine
end module

program partly_cleared
  use gradients
  implicit none
  real(8) :: x(60), a(60, 3), total
  integer :: round, rounds
  character(20) :: argument
  rounds = 300
  call get_command_argument(1, argument)
  if (argument /= '') read (argument, *) rounds
  total = 0
  do round = 1, rounds
    x = round * 0.25d0
    call gradient(x, a)
    total = total + sum(a)
  end do
  print '(f14.3)', total
end program
