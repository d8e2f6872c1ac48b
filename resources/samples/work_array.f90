! SPDX-License-Identifier: MIT
!
! A work array that is set to zero before it is computed anew, as in WITCH section 8's NWChem.
!
! True answer: the stores of clear are KILLED_BY those of compute, which are used by total.
!
! Usage: work_array [STEPS]
module work
  implicit none
  integer, parameter :: length = 50000
  real(8), volatile :: array(length)
contains
  subroutine clear()
    integer :: i
    do i = 1, length
      array(i) = 0.0d0 ! answer: dead store
    end do
  end subroutine clear

  subroutine compute(step)
    integer, intent(in) :: step
    integer :: i
    do i = 1, length
      array(i) = real(i, 8) + real(step, 8) ! answer: killing store
    end do
  end subroutine compute

  function total() result(sum_of_all)
    real(8) :: sum_of_all
    integer :: i
    sum_of_all = 0.0d0
    do i = 1, length
      sum_of_all = sum_of_all + array(i)
    end do
  end function total
end module work

program work_array
  use work
  implicit none
  integer :: step, steps
  character(len=20) :: argument
  real(8) :: result
  steps = 20000
  call get_command_argument(1, argument)
  if (argument /= ' ') read (argument, *) steps
  result = 0.0d0
  do step = 1, steps
    call clear()
    call compute(step)
    result = result + total()
  end do
  print '(es16.8)', result
end program work_array
