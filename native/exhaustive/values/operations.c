/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "operations.h"

#include "common/compare.h"
#include "common/raw_format.h"

static struct hagstone_operation fp(UChar operation, UChar element, UChar bytes) {
  static const UChar classes[] = {[HAGSTONE_VALUE_DIVIDE] = HAGSTONE_CLASS_FP_DIVIDE,
                                  [HAGSTONE_VALUE_SQUARE_ROOT] = HAGSTONE_CLASS_FP_OTHER,
                                  [HAGSTONE_VALUE_MULTIPLY] = HAGSTONE_CLASS_FP_MULTIPLY};
  return (struct hagstone_operation){operation, classes[operation], element, bytes};
}

static struct hagstone_operation integer(UChar operation) {
  const UChar instruction_class = operation == HAGSTONE_VALUE_MULTIPLY ? HAGSTONE_CLASS_INTEGER_MULTIPLY
                                                                       : HAGSTONE_CLASS_INTEGER_ARITHMETIC;
  return (struct hagstone_operation){operation, instruction_class, HAGSTONE_ELEMENT_BYTES, 0};
}

struct hagstone_operation hagstone_describe_operation(IROp operation) {
  switch (operation) {
    case Iop_DivModU128to64:
    case Iop_DivModS128to64:
    case Iop_DivModU64to32:
    case Iop_DivModS64to32: return integer(HAGSTONE_VALUE_DIVIDE);
    case Iop_Mul8:
    case Iop_Mul16:
    case Iop_Mul32:
    case Iop_Mul64:
    case Iop_MullS8:
    case Iop_MullS16:
    case Iop_MullS32:
    case Iop_MullS64:
    case Iop_MullU8:
    case Iop_MullU16:
    case Iop_MullU32:
    case Iop_MullU64:
    case Iop_Mul16x4:
    case Iop_MulHi16Ux4:
    case Iop_MulHi16Sx4:
    case Iop_Mul16x8:
    case Iop_Mul32x4:
    case Iop_Mul16x16:
    case Iop_Mul32x8:
    case Iop_MulHi16Ux8:
    case Iop_MulHi16Sx8:
    case Iop_MulHi16Ux16:
    case Iop_MulHi16Sx16:
    case Iop_MullEven32Ux4:
    case Iop_MullEven32Sx4: return integer(HAGSTONE_VALUE_MULTIPLY);
    case Iop_Div32F0x4: return fp(HAGSTONE_VALUE_DIVIDE, HAGSTONE_ELEMENT_F32, 4);
    case Iop_DivF32:
    case Iop_Div32Fx4:
    case Iop_Div32Fx8: return fp(HAGSTONE_VALUE_DIVIDE, HAGSTONE_ELEMENT_F32, 0);
    case Iop_Div64F0x2: return fp(HAGSTONE_VALUE_DIVIDE, HAGSTONE_ELEMENT_F64, 8);
    case Iop_DivF64:
    case Iop_Div64Fx2:
    case Iop_Div64Fx4: return fp(HAGSTONE_VALUE_DIVIDE, HAGSTONE_ELEMENT_F64, 0);
    case Iop_Sqrt32F0x4: return fp(HAGSTONE_VALUE_SQUARE_ROOT, HAGSTONE_ELEMENT_F32, 4);
    case Iop_SqrtF32:
    case Iop_Sqrt32Fx4:
    case Iop_Sqrt32Fx8: return fp(HAGSTONE_VALUE_SQUARE_ROOT, HAGSTONE_ELEMENT_F32, 0);
    case Iop_Sqrt64F0x2: return fp(HAGSTONE_VALUE_SQUARE_ROOT, HAGSTONE_ELEMENT_F64, 8);
    case Iop_SqrtF64:
    case Iop_Sqrt64Fx2:
    case Iop_Sqrt64Fx4: return fp(HAGSTONE_VALUE_SQUARE_ROOT, HAGSTONE_ELEMENT_F64, 0);
    case Iop_Mul32F0x4: return fp(HAGSTONE_VALUE_MULTIPLY, HAGSTONE_ELEMENT_F32, 4);
    case Iop_MulF32:
    case Iop_Mul32Fx4:
    case Iop_Mul32Fx8:
    case Iop_MAddF32:
    case Iop_MSubF32: return fp(HAGSTONE_VALUE_MULTIPLY, HAGSTONE_ELEMENT_F32, 0);
    case Iop_Mul64F0x2: return fp(HAGSTONE_VALUE_MULTIPLY, HAGSTONE_ELEMENT_F64, 8);
    case Iop_MulF64:
    case Iop_Mul64Fx2:
    case Iop_Mul64Fx4:
    case Iop_MAddF64:
    case Iop_MSubF64: return fp(HAGSTONE_VALUE_MULTIPLY, HAGSTONE_ELEMENT_F64, 0);
    default: return (struct hagstone_operation){0, 0, 0, 0};
  }
}

UInt hagstone_operands(const IRExpr *expression, const struct hagstone_operation *operation, IRExpr *operands[2]) {
  const Bool root = operation->operation == HAGSTONE_VALUE_SQUARE_ROOT;
  switch (expression->tag) {
    case Iex_Unop: operands[0] = expression->Iex.Unop.arg; break;
    case Iex_Binop:
      operands[0] = root ? expression->Iex.Binop.arg2 : expression->Iex.Binop.arg1;
      operands[1] = expression->Iex.Binop.arg2;
      break;
    case Iex_Triop:
      operands[0] = expression->Iex.Triop.details->arg2;
      operands[1] = expression->Iex.Triop.details->arg3;
      break;
    case Iex_Qop:
      operands[0] = expression->Iex.Qop.details->arg2;
      operands[1] = expression->Iex.Qop.details->arg3;
      break;
    default: return 0;
  }
  return root ? 1 : 2;
}
