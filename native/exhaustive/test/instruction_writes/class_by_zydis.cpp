// SPDX-License-Identifier: GPL-2.0-or-later
#include "class_by_zydis.h"

#include "common/raw_format.h"

namespace {

// Fused ones too, of FMA and FMA4.
bool multiplies_floating(ZydisMnemonic mnemonic) {
  switch (mnemonic) {
    case ZYDIS_MNEMONIC_VFMADDPD:
    case ZYDIS_MNEMONIC_VFMADDPS:
    case ZYDIS_MNEMONIC_VFMADDSD:
    case ZYDIS_MNEMONIC_VFMADDSS:
    case ZYDIS_MNEMONIC_VFMSUBPD:
    case ZYDIS_MNEMONIC_VFMSUBPS:
    case ZYDIS_MNEMONIC_VFMSUBSD:
    case ZYDIS_MNEMONIC_VFMSUBSS:
    case ZYDIS_MNEMONIC_VFNMADDPD:
    case ZYDIS_MNEMONIC_VFNMADDPS:
    case ZYDIS_MNEMONIC_VFNMADDSD:
    case ZYDIS_MNEMONIC_VFNMADDSS:
    case ZYDIS_MNEMONIC_VFNMSUBPD:
    case ZYDIS_MNEMONIC_VFNMSUBPS:
    case ZYDIS_MNEMONIC_VFNMSUBSD:
    case ZYDIS_MNEMONIC_VFNMSUBSS:
    case ZYDIS_MNEMONIC_VFMADDSUBPD:
    case ZYDIS_MNEMONIC_VFMADDSUBPS:
    case ZYDIS_MNEMONIC_VFMSUBADDPD:
    case ZYDIS_MNEMONIC_VFMSUBADDPS:
    case ZYDIS_MNEMONIC_MULPD:
    case ZYDIS_MNEMONIC_MULPS:
    case ZYDIS_MNEMONIC_MULSD:
    case ZYDIS_MNEMONIC_MULSS:
    case ZYDIS_MNEMONIC_VMULPD:
    case ZYDIS_MNEMONIC_VMULPS:
    case ZYDIS_MNEMONIC_VMULSD:
    case ZYDIS_MNEMONIC_VMULSS:
    case ZYDIS_MNEMONIC_FMUL:
    case ZYDIS_MNEMONIC_FMULP:
    case ZYDIS_MNEMONIC_FIMUL:
    case ZYDIS_MNEMONIC_VFMADD132PD:
    case ZYDIS_MNEMONIC_VFMADD132PS:
    case ZYDIS_MNEMONIC_VFMADD132SD:
    case ZYDIS_MNEMONIC_VFMADD132SS:
    case ZYDIS_MNEMONIC_VFMADD213PD:
    case ZYDIS_MNEMONIC_VFMADD213PS:
    case ZYDIS_MNEMONIC_VFMADD213SD:
    case ZYDIS_MNEMONIC_VFMADD213SS:
    case ZYDIS_MNEMONIC_VFMADD231PD:
    case ZYDIS_MNEMONIC_VFMADD231PS:
    case ZYDIS_MNEMONIC_VFMADD231SD:
    case ZYDIS_MNEMONIC_VFMADD231SS:
    case ZYDIS_MNEMONIC_VFMSUB132PD:
    case ZYDIS_MNEMONIC_VFMSUB132PS:
    case ZYDIS_MNEMONIC_VFMSUB132SD:
    case ZYDIS_MNEMONIC_VFMSUB132SS:
    case ZYDIS_MNEMONIC_VFMSUB213PD:
    case ZYDIS_MNEMONIC_VFMSUB213PS:
    case ZYDIS_MNEMONIC_VFMSUB213SD:
    case ZYDIS_MNEMONIC_VFMSUB213SS:
    case ZYDIS_MNEMONIC_VFMSUB231PD:
    case ZYDIS_MNEMONIC_VFMSUB231PS:
    case ZYDIS_MNEMONIC_VFMSUB231SD:
    case ZYDIS_MNEMONIC_VFMSUB231SS:
    case ZYDIS_MNEMONIC_VFNMADD132PD:
    case ZYDIS_MNEMONIC_VFNMADD132PS:
    case ZYDIS_MNEMONIC_VFNMADD132SD:
    case ZYDIS_MNEMONIC_VFNMADD132SS:
    case ZYDIS_MNEMONIC_VFNMADD213PD:
    case ZYDIS_MNEMONIC_VFNMADD213PS:
    case ZYDIS_MNEMONIC_VFNMADD213SD:
    case ZYDIS_MNEMONIC_VFNMADD213SS:
    case ZYDIS_MNEMONIC_VFNMADD231PD:
    case ZYDIS_MNEMONIC_VFNMADD231PS:
    case ZYDIS_MNEMONIC_VFNMADD231SD:
    case ZYDIS_MNEMONIC_VFNMADD231SS:
    case ZYDIS_MNEMONIC_VFNMSUB132PD:
    case ZYDIS_MNEMONIC_VFNMSUB132PS:
    case ZYDIS_MNEMONIC_VFNMSUB132SD:
    case ZYDIS_MNEMONIC_VFNMSUB132SS:
    case ZYDIS_MNEMONIC_VFNMSUB213PD:
    case ZYDIS_MNEMONIC_VFNMSUB213PS:
    case ZYDIS_MNEMONIC_VFNMSUB213SD:
    case ZYDIS_MNEMONIC_VFNMSUB213SS:
    case ZYDIS_MNEMONIC_VFNMSUB231PD:
    case ZYDIS_MNEMONIC_VFNMSUB231PS:
    case ZYDIS_MNEMONIC_VFNMSUB231SD:
    case ZYDIS_MNEMONIC_VFNMSUB231SS:
    case ZYDIS_MNEMONIC_VFMADDSUB132PD:
    case ZYDIS_MNEMONIC_VFMADDSUB132PS:
    case ZYDIS_MNEMONIC_VFMADDSUB213PD:
    case ZYDIS_MNEMONIC_VFMADDSUB213PS:
    case ZYDIS_MNEMONIC_VFMADDSUB231PD:
    case ZYDIS_MNEMONIC_VFMADDSUB231PS:
    case ZYDIS_MNEMONIC_VFMSUBADD132PD:
    case ZYDIS_MNEMONIC_VFMSUBADD132PS:
    case ZYDIS_MNEMONIC_VFMSUBADD213PD:
    case ZYDIS_MNEMONIC_VFMSUBADD213PS:
    case ZYDIS_MNEMONIC_VFMSUBADD231PD:
    case ZYDIS_MNEMONIC_VFMSUBADD231PS: return true;
    default: return false;
  }
}

bool divides_floating(ZydisMnemonic mnemonic) {
  switch (mnemonic) {
    case ZYDIS_MNEMONIC_DIVPD:
    case ZYDIS_MNEMONIC_DIVPS:
    case ZYDIS_MNEMONIC_DIVSD:
    case ZYDIS_MNEMONIC_DIVSS:
    case ZYDIS_MNEMONIC_VDIVPD:
    case ZYDIS_MNEMONIC_VDIVPS:
    case ZYDIS_MNEMONIC_VDIVSD:
    case ZYDIS_MNEMONIC_VDIVSS:
    case ZYDIS_MNEMONIC_FDIV:
    case ZYDIS_MNEMONIC_FDIVP:
    case ZYDIS_MNEMONIC_FDIVR:
    case ZYDIS_MNEMONIC_FDIVRP:
    case ZYDIS_MNEMONIC_FIDIV:
    case ZYDIS_MNEMONIC_FIDIVR: return true;
    default: return false;
  }
}

bool divides_integers(ZydisMnemonic mnemonic) {
  switch (mnemonic) {
    case ZYDIS_MNEMONIC_DIV:
    case ZYDIS_MNEMONIC_IDIV: return true;
    default: return false;
  }
}

bool takes_roots(ZydisMnemonic mnemonic) {
  switch (mnemonic) {
    case ZYDIS_MNEMONIC_SQRTPD:
    case ZYDIS_MNEMONIC_SQRTPS:
    case ZYDIS_MNEMONIC_SQRTSD:
    case ZYDIS_MNEMONIC_SQRTSS:
    case ZYDIS_MNEMONIC_VSQRTPD:
    case ZYDIS_MNEMONIC_VSQRTPS:
    case ZYDIS_MNEMONIC_VSQRTSD:
    case ZYDIS_MNEMONIC_VSQRTSS:
    case ZYDIS_MNEMONIC_FSQRT: return true;
    default: return false;
  }
}

// Or subtracts, or takes the smaller or larger.
bool adds_floating(ZydisMnemonic mnemonic) {
  switch (mnemonic) {
    case ZYDIS_MNEMONIC_ADDPD:
    case ZYDIS_MNEMONIC_ADDPS:
    case ZYDIS_MNEMONIC_ADDSD:
    case ZYDIS_MNEMONIC_ADDSS:
    case ZYDIS_MNEMONIC_SUBPD:
    case ZYDIS_MNEMONIC_SUBPS:
    case ZYDIS_MNEMONIC_SUBSD:
    case ZYDIS_MNEMONIC_SUBSS:
    case ZYDIS_MNEMONIC_MINPD:
    case ZYDIS_MNEMONIC_MINPS:
    case ZYDIS_MNEMONIC_MINSD:
    case ZYDIS_MNEMONIC_MINSS:
    case ZYDIS_MNEMONIC_MAXPD:
    case ZYDIS_MNEMONIC_MAXPS:
    case ZYDIS_MNEMONIC_MAXSD:
    case ZYDIS_MNEMONIC_MAXSS:
    case ZYDIS_MNEMONIC_ADDSUBPD:
    case ZYDIS_MNEMONIC_ADDSUBPS:
    case ZYDIS_MNEMONIC_HADDPD:
    case ZYDIS_MNEMONIC_HADDPS:
    case ZYDIS_MNEMONIC_HSUBPD:
    case ZYDIS_MNEMONIC_HSUBPS:
    case ZYDIS_MNEMONIC_DPPD:
    case ZYDIS_MNEMONIC_DPPS:
    case ZYDIS_MNEMONIC_VADDPD:
    case ZYDIS_MNEMONIC_VADDPS:
    case ZYDIS_MNEMONIC_VADDSD:
    case ZYDIS_MNEMONIC_VADDSS:
    case ZYDIS_MNEMONIC_VSUBPD:
    case ZYDIS_MNEMONIC_VSUBPS:
    case ZYDIS_MNEMONIC_VSUBSD:
    case ZYDIS_MNEMONIC_VSUBSS:
    case ZYDIS_MNEMONIC_VMINPD:
    case ZYDIS_MNEMONIC_VMINPS:
    case ZYDIS_MNEMONIC_VMINSD:
    case ZYDIS_MNEMONIC_VMINSS:
    case ZYDIS_MNEMONIC_VMAXPD:
    case ZYDIS_MNEMONIC_VMAXPS:
    case ZYDIS_MNEMONIC_VMAXSD:
    case ZYDIS_MNEMONIC_VMAXSS:
    case ZYDIS_MNEMONIC_VADDSUBPD:
    case ZYDIS_MNEMONIC_VADDSUBPS:
    case ZYDIS_MNEMONIC_VHADDPD:
    case ZYDIS_MNEMONIC_VHADDPS:
    case ZYDIS_MNEMONIC_VHSUBPD:
    case ZYDIS_MNEMONIC_VHSUBPS:
    case ZYDIS_MNEMONIC_VDPPD:
    case ZYDIS_MNEMONIC_VDPPS:
    case ZYDIS_MNEMONIC_FADD:
    case ZYDIS_MNEMONIC_FADDP:
    case ZYDIS_MNEMONIC_FIADD:
    case ZYDIS_MNEMONIC_FSUB:
    case ZYDIS_MNEMONIC_FSUBP:
    case ZYDIS_MNEMONIC_FSUBR:
    case ZYDIS_MNEMONIC_FSUBRP:
    case ZYDIS_MNEMONIC_FISUB:
    case ZYDIS_MNEMONIC_FISUBR: return true;
    default: return false;
  }
}

bool multiplies_integers(ZydisMnemonic mnemonic) {
  switch (mnemonic) {
    case ZYDIS_MNEMONIC_IMUL:
    case ZYDIS_MNEMONIC_MUL:
    case ZYDIS_MNEMONIC_MULX:
    case ZYDIS_MNEMONIC_PMULDQ:
    case ZYDIS_MNEMONIC_PMULHRSW:
    case ZYDIS_MNEMONIC_PMULHUW:
    case ZYDIS_MNEMONIC_PMULHW:
    case ZYDIS_MNEMONIC_PMULLD:
    case ZYDIS_MNEMONIC_PMULLW:
    case ZYDIS_MNEMONIC_PMULUDQ:
    case ZYDIS_MNEMONIC_PMADDUBSW:
    case ZYDIS_MNEMONIC_PMADDWD:
    case ZYDIS_MNEMONIC_PCLMULQDQ:
    case ZYDIS_MNEMONIC_VPMULDQ:
    case ZYDIS_MNEMONIC_VPMULHRSW:
    case ZYDIS_MNEMONIC_VPMULHUW:
    case ZYDIS_MNEMONIC_VPMULHW:
    case ZYDIS_MNEMONIC_VPMULLD:
    case ZYDIS_MNEMONIC_VPMULLW:
    case ZYDIS_MNEMONIC_VPMULUDQ:
    case ZYDIS_MNEMONIC_VPMADDUBSW:
    case ZYDIS_MNEMONIC_VPMADDWD:
    case ZYDIS_MNEMONIC_VPCLMULQDQ: return true;
    default: return false;
  }
}

// Those of vectors, and of BMI2, which have categories of their own.
bool shifts_by_mnemonic(ZydisMnemonic mnemonic) {
  switch (mnemonic) {
    case ZYDIS_MNEMONIC_PSLLD:
    case ZYDIS_MNEMONIC_PSLLDQ:
    case ZYDIS_MNEMONIC_PSLLQ:
    case ZYDIS_MNEMONIC_PSLLW:
    case ZYDIS_MNEMONIC_PSRAD:
    case ZYDIS_MNEMONIC_PSRAW:
    case ZYDIS_MNEMONIC_PSRLD:
    case ZYDIS_MNEMONIC_PSRLDQ:
    case ZYDIS_MNEMONIC_PSRLQ:
    case ZYDIS_MNEMONIC_PSRLW:
    case ZYDIS_MNEMONIC_VPSLLD:
    case ZYDIS_MNEMONIC_VPSLLDQ:
    case ZYDIS_MNEMONIC_VPSLLQ:
    case ZYDIS_MNEMONIC_VPSLLW:
    case ZYDIS_MNEMONIC_VPSRAD:
    case ZYDIS_MNEMONIC_VPSRAW:
    case ZYDIS_MNEMONIC_VPSRLD:
    case ZYDIS_MNEMONIC_VPSRLDQ:
    case ZYDIS_MNEMONIC_VPSRLQ:
    case ZYDIS_MNEMONIC_VPSRLW:
    case ZYDIS_MNEMONIC_VPSLLVD:
    case ZYDIS_MNEMONIC_VPSLLVQ:
    case ZYDIS_MNEMONIC_VPSRAVD:
    case ZYDIS_MNEMONIC_VPSRLVD:
    case ZYDIS_MNEMONIC_VPSRLVQ:
    case ZYDIS_MNEMONIC_RORX:
    case ZYDIS_MNEMONIC_SARX:
    case ZYDIS_MNEMONIC_SHLX:
    case ZYDIS_MNEMONIC_SHRX: return true;
    default: return false;
  }
}

bool compares_by_mnemonic(ZydisMnemonic mnemonic) {
  switch (mnemonic) {
    case ZYDIS_MNEMONIC_PCMPEQB:
    case ZYDIS_MNEMONIC_PCMPEQD:
    case ZYDIS_MNEMONIC_PCMPEQQ:
    case ZYDIS_MNEMONIC_PCMPEQW:
    case ZYDIS_MNEMONIC_PCMPESTRI:
    case ZYDIS_MNEMONIC_PCMPESTRM:
    case ZYDIS_MNEMONIC_PCMPGTB:
    case ZYDIS_MNEMONIC_PCMPGTD:
    case ZYDIS_MNEMONIC_PCMPGTQ:
    case ZYDIS_MNEMONIC_PCMPGTW:
    case ZYDIS_MNEMONIC_PCMPISTRI:
    case ZYDIS_MNEMONIC_PCMPISTRM:
    case ZYDIS_MNEMONIC_CMPPD:
    case ZYDIS_MNEMONIC_CMPPS:
    case ZYDIS_MNEMONIC_CMPSS:
    case ZYDIS_MNEMONIC_VPCMPEQB:
    case ZYDIS_MNEMONIC_VPCMPEQD:
    case ZYDIS_MNEMONIC_VPCMPEQQ:
    case ZYDIS_MNEMONIC_VPCMPEQW:
    case ZYDIS_MNEMONIC_VPCMPESTRI:
    case ZYDIS_MNEMONIC_VPCMPESTRM:
    case ZYDIS_MNEMONIC_VPCMPGTB:
    case ZYDIS_MNEMONIC_VPCMPGTD:
    case ZYDIS_MNEMONIC_VPCMPGTQ:
    case ZYDIS_MNEMONIC_VPCMPGTW:
    case ZYDIS_MNEMONIC_VPCMPISTRI:
    case ZYDIS_MNEMONIC_VPCMPISTRM:
    case ZYDIS_MNEMONIC_VCMPPD:
    case ZYDIS_MNEMONIC_VCMPPS:
    case ZYDIS_MNEMONIC_VCMPSS:
    case ZYDIS_MNEMONIC_VCMPSD: return true;
    default: return false;
  }
}

// CMPSD is also a string instruction.
bool compares(const hagstone::Instruction &instruction) {
  if (instruction.category() == ZYDIS_CATEGORY_SETCC) return true;
  if (instruction.decoded.mnemonic == ZYDIS_MNEMONIC_CMPSD) return instruction.category() != ZYDIS_CATEGORY_STRINGOP;
  return compares_by_mnemonic(instruction.decoded.mnemonic);
}

bool shifts(const hagstone::Instruction &instruction) {
  const ZydisInstructionCategory category = instruction.category();
  return category == ZYDIS_CATEGORY_SHIFT || category == ZYDIS_CATEGORY_ROTATE ||
         shifts_by_mnemonic(instruction.decoded.mnemonic);
}

}  // namespace

uint8_t class_by_zydis(const hagstone::Instruction &instruction, bool is_floating) {
  const ZydisMnemonic mnemonic = instruction.decoded.mnemonic;
  const ZydisInstructionCategory category = instruction.category();
  if (mnemonic == ZYDIS_MNEMONIC_LEA) return HAGSTONE_CLASS_ADDRESS;
  if (category == ZYDIS_CATEGORY_CMOV || category == ZYDIS_CATEGORY_FCMOV) return HAGSTONE_CLASS_CONDITIONAL_MOVE;
  if (compares(instruction)) return HAGSTONE_CLASS_COMPARE;
  if (!is_floating && category == ZYDIS_CATEGORY_CONVERT && instruction.decoded.operand_count_visible > 0)
    return HAGSTONE_CLASS_FP_OTHER;
  if (is_floating) {
    if (multiplies_floating(mnemonic)) return HAGSTONE_CLASS_FP_MULTIPLY;
    if (divides_floating(mnemonic)) return HAGSTONE_CLASS_FP_DIVIDE;
    return adds_floating(mnemonic) ? HAGSTONE_CLASS_FP_ARITHMETIC : HAGSTONE_CLASS_FP_OTHER;
  }
  if (multiplies_integers(mnemonic)) return HAGSTONE_CLASS_INTEGER_MULTIPLY;
  return shifts(instruction) ? HAGSTONE_CLASS_SHIFT : HAGSTONE_CLASS_INTEGER_ARITHMETIC;
}

uint8_t operation_by_zydis(const hagstone::Instruction &instruction) {
  const ZydisMnemonic mnemonic = instruction.decoded.mnemonic;
  if (divides_floating(mnemonic) || divides_integers(mnemonic)) return HAGSTONE_VALUE_DIVIDE;
  if (takes_roots(mnemonic)) return HAGSTONE_VALUE_SQUARE_ROOT;
  return multiplies_floating(mnemonic) || multiplies_integers(mnemonic) ? HAGSTONE_VALUE_MULTIPLY : 0;
}
