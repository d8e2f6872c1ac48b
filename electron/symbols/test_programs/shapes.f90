! A module procedure, one that is inlined into it, and a procedure contained in the program.
module shapes
  implicit none
contains
  subroutine scale(values, count, factor)
    integer, intent(in) :: count
    real, intent(inout) :: values(count)
    real, intent(in) :: factor
    integer :: i
    do i = 1, count
      values(i) = grow(values(i), factor)
    end do
  end subroutine
  pure function grow(value, factor) result(grown)
    real, intent(in) :: value, factor
    real :: grown
    grown = value * factor + 1.0
  end function
end module
program demo
  use shapes
  implicit none
  real :: values(100)
  integer :: i
  do i = 1, 100
    values(i) = i
  end do
  call scale(values, 100, 2.0)
  call outer(3)
  print *, values(5)
contains
  subroutine outer(count)
    integer, intent(in) :: count
    values(count) = values(count) + 1
    call scale(values, count, 3.0)
  end subroutine
end program
