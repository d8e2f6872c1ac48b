// A library whose function works in registers alone: no tool finds an access in it.
unsigned long turn_in_registers(long rounds, unsigned long value) {
  for (long i = 0; i < rounds; i++) __asm__ volatile("imul $0x5851f42d, %0, %0\n\tror $7, %0" : "+r"(value));
  return value;
}
