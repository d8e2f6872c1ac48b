! SPDX-License-Identifier: MIT
!
! Marks (resources/include/hagstone.h) in Fortran: an array section with a stride, and a region.
!
! True answer of the exhaustive engine: of the 500 elements of `field` that are marked, 5 are unique, exactly.
! The region `assembly` holds what `fill` does.
!
! Usage: marked_field
module hagstone
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int), parameter :: hagstone_float = 3, hagstone_exact = 0
  interface
    subroutine hagstone_inspect_array(base, element_bytes, stride_bytes, count, type, exactness) bind(c)
      import
      type(*), intent(in) :: base(*)
      integer(c_size_t), value :: element_bytes, count
      integer(c_ptrdiff_t), value :: stride_bytes
      integer(c_int), value :: type, exactness
    end subroutine
    subroutine hagstone_region_begin(name) bind(c)
      import
      character(kind=c_char), intent(in) :: name(*)
    end subroutine
    subroutine hagstone_region_end(name) bind(c)
      import
      character(kind=c_char), intent(in) :: name(*)
    end subroutine
  end interface
end module hagstone

module fields
  implicit none
  real(8), save :: field(1000)
contains
  subroutine fill()
    integer :: i
    do i = 1, 1000
      field(i) = real(mod(i, 10), 8)
    end do
  end subroutine fill
end module fields

program marked_field
  use, intrinsic :: iso_c_binding
  use hagstone
  use fields
  implicit none
  call hagstone_region_begin("assembly" // c_null_char)
  call fill()
  call hagstone_region_end("assembly" // c_null_char)
  ! Every other element, from the first on: 1, 3, 5, 7, 9.
  call hagstone_inspect_array(field, 8_c_size_t, 16_c_ptrdiff_t, 500_c_size_t, hagstone_float, hagstone_exact)
  print '(f8.1)', sum(field)
end program marked_field
