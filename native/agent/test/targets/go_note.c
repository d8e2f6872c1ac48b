// SPDX-License-Identifier: MIT
// Carries the note by which programs linked by Go are known.
__asm__(
    ".section .note.go.buildid, \"a\", @note\n"
    "  .balign 4\n"
    "  .long 4, 4, 4\n"
    "  .asciz \"Go\\0\"\n"
    "  .ascii \"test\"\n"
    ".text\n");

int main(void) { return 6; }
