! Accesses whose data have names. See named_data.c.
module fields
  implicit none
  type model
    integer :: n
    real(8), allocatable :: a(:), b(:)
    real(8) :: origin(3)
  end type
  real(8) :: table(64)
contains
  subroutine fill(m, x)
    type(model), intent(inout) :: m
    real(8), intent(in) :: x
    integer :: i
    do i = 1, m%n
      m%a(i) = x * i                       ! data: m%a also: m%n i x m
    end do
  end subroutine

  subroutine add(u, v, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: u(n)
    real(8), intent(in) :: v(n)
    integer :: i
    do i = 1, n
      u(i) = u(i) + v(i)                   ! data: u v also: i n
    end do
  end subroutine

  subroutine shapes(w)
    real(8), intent(inout) :: w(:)
    integer :: i
    do i = 1, size(w)
      w(i) = 0.5                           ! data: optimized: w also: i
    end do
  end subroutine

  subroutine statics(k)
    integer, intent(in) :: k
    table(k) = 1.5                         ! data: table also: k
  end subroutine
end module

program main
  use fields
  type(model) :: m
  m%n = 64
  allocate(m%a(64), m%b(64))
  call fill(m, 2.0d0)
  m%b = 1
  call add(m%a, m%b, 64)
  call shapes(m%a)
  call statics(command_argument_count() + 1)
  print *, m%a(3), table(1)
end program
