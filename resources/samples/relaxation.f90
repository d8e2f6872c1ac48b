! SPDX-License-Identifier: MIT
!
! A relaxation that goes on when it has converged: it stores, and loads, what is there already.
!
! True answer: the stores of relax are REDUNDANT_WITH themselves, approximate (all but the first few while the
! boundary's value moves in), and so are its loads of before(i - 1) and before(i + 1).
!
! Usage: relaxation [STEPS]
module heat
  implicit none
  integer, parameter :: length = 1000
  real(8), volatile :: before(0:length + 1), after(0:length + 1)
contains
  subroutine relax()
    integer :: i
    do i = 1, length
      after(i) = 0.5d0 * (before(i - 1) + before(i + 1)) ! answer: redundant store, approximate
    end do
  end subroutine relax

  subroutine copy()
    integer :: i
    do i = 1, length
      before(i) = after(i)
    end do
  end subroutine copy
end module heat

program relaxation
  use heat
  implicit none
  integer :: step, steps
  character(len=20) :: argument
  steps = 2000000
  call get_command_argument(1, argument)
  if (argument /= ' ') read (argument, *) steps
  before = 1.0d0
  after = 1.0d0
  before(0) = 1.05d0
  do step = 1, steps
    call relax()
    call copy()
  end do
  print '(f12.6)', after(1)
end program relaxation
