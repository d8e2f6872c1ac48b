// SPDX-License-Identifier: GPL-2.0-or-later
#include "loops_text.h"

#include <map>
#include <optional>
#include <sstream>

namespace hagstone::truth {

namespace {

class Loops {
 public:
  explicit Loops(const std::vector<uint64_t>& places) : places_(places) { text_ << std::hex; }

  void find(const std::vector<Instruction>& body) {
    for (const Instruction& instruction : body) {
      const bool is_loop = instruction.operation == Operation::loop || instruction.operation == Operation::inner_loop;
      if (is_loop) loop(instruction);
      else find(instruction.body);
    }
  }

  std::string text() {
    for (const auto& [first, piece] : pieces_)
      text_ << "code " << first << " " << piece.end << " " << std::dec << piece.loop << std::hex << "\n";
    return text_.str();
  }

 private:
  struct Piece {
    uint64_t end;
    uint32_t loop;
  };

  // From `rest_` on.
  void add_piece(uint64_t end, uint32_t loop) {
    if (rest_ != end) pieces_[rest_] = {end, loop};
  }
  void loop(const Instruction& made) {
    const uint32_t number = count_++;
    const uint64_t header = places_[made.place], end = places_[made.place + 1];
    text_ << "loop " << header << " ";
    if (around_) text_ << std::dec << *around_ << std::hex << "\n";
    else text_ << "-\n";
    const std::optional<uint32_t> around = around_;
    if (around) add_piece(header, *around);
    around_ = number;
    rest_ = header;
    find(made.body);
    add_piece(end, number);
    around_ = around;
    rest_ = end;
  }

  const std::vector<uint64_t>& places_;
  std::ostringstream text_;
  std::map<uint64_t, Piece> pieces_;  // by where they begin
  std::optional<uint32_t> around_;
  uint64_t rest_ = 0;  // start of the part that is in no inner loop yet
  uint32_t count_ = 0;
};

}  // namespace

std::string loops_text(const Process& process, const std::vector<uint64_t>& places, const std::string& program) {
  Loops loops(places);
  for (const Function& function : process.functions) loops.find(function.body);
  for (const ThreadCode& thread : process.threads)
    for (const auto& segment : thread.segments) loops.find(segment);
  return "hagstone-loops 1\nmodule - " + program + "\n" + loops.text();
}

}  // namespace hagstone::truth
