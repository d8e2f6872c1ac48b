! The marks are those of loops.c.
module kernels
contains
  subroutine smooth(grid, n, rounds)
    integer, intent(in) :: n, rounds
    real(8), intent(inout) :: grid(n, n)
    integer :: i, j, round
    do round = 1, rounds ! loop round
      do j = 2, n - 1 ! loop j
        do i = 2, n - 1 ! loop i
          grid(i, j) = 0.25d0 * (grid(i - 1, j) + grid(i + 1, j) + grid(i, j - 1)) ! in: smooth.round smooth.j smooth.i
        end do
      end do
      call report(round) ! in: smooth.round
    end do
  end subroutine

  subroutine report(round)
    integer, intent(in) :: round
    integer, volatile :: sink
    sink = 0
    do while (sink < round) ! loop while
      sink = sink + 1 ! in: report.while
    end do
  end subroutine
end module

program loops
  use kernels
  real(8) :: grid(32, 32)
  grid = 1
  call smooth(grid, 32, 3)
end program
