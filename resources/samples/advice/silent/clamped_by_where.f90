! SPDX-License-Identifier: MIT
!
! A where statement keeps values within bounds that hardly any of them exceeds. The compiler stores the mask of all elements first.
! Change: a do loop with if.
!
! Tools: silent-stores
! Finding: repeated-results
! Sureness: possible
! Bound: in the loops of the statement in lines 17 to 21: at most all of it can be saved
! Title: clamping::clamp() stores the mask of the where at line 17 for all elements, before it uses it
module clamping
  implicit none
contains
  subroutine clamp(x, low, high)
    real(8), intent(inout) :: x(:)
    real(8), intent(in) :: low(:), high(:)
    where (x < low .and. low > -1d30) ! finding: earlier later change
      x = low
    elsewhere (x > high .and. high < 1d30) ! finding: earlier later change
      x = high
    end where
  end subroutine
end module

program clamped_by_where
  use clamping
  implicit none
  real(8) :: x(100), low(100), high(100), total
  integer :: round, rounds
  character(20) :: argument
  rounds = 400
  call get_command_argument(1, argument)
  if (argument /= '') read (argument, *) rounds
  low = -5
  high = 5
  total = 0
  do round = 1, rounds
    x = sin(dble(round)) * 4
    call clamp(x, low, high)
    total = total + x(50)
  end do
  print '(f12.3)', total
end program
