! SPDX-License-Identifier: MIT
!
! A work array is set to zero by each call, and a call then uses a small part of it, as NWChem's dfill of work2 (WITCH 8.1).
! Change: set only the part to zero that the call uses.
!
! Tools: dead-stores, silent-stores
! Finding: repeated-initialisation
module transformation
  implicit none
  integer, parameter :: longest = 5000
  real(8) :: work(longest)
contains
  subroutine dfill(length, value, array)
    integer, intent(in) :: length
    real(8), intent(in) :: value
    real(8), intent(out) :: array(length)
    integer :: i
    do i = 1, length ! finding: earlier later
      array(i) = value ! finding: earlier later
    end do
  end subroutine dfill

  function transformed(step)
    integer, intent(in) :: step
    real(8) :: transformed
    integer :: i, first
    call dfill(longest, 0.0d0, work)
    first = mod(step * 37, longest - 20)
    do i = first + 1, first + 8
      work(i) = work(i) + i * step
    end do
    transformed = sum(work(first + 1:first + 8))
  end function transformed
end module transformation

program refilled_work_array
  use transformation
  implicit none
  integer :: step, steps
  character(len=20) :: argument
  real(8) :: result
  steps = 60
  call get_command_argument(1, argument)
  if (argument /= ' ') read (argument, *) steps
  result = 0.0d0
  do step = 1, steps
    result = result + transformed(step)
  end do
  print '(es16.8)', result
end program refilled_work_array
