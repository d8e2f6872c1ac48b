// SPDX-License-Identifier: MIT
// The Node-API face of the symboliser; its typed form is electron/symbols/symbols_addon.ts.
#include <napi.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <unordered_map>

#include "calls/tail_calls.h"
#include "names/demangle.h"
#include "disassembler.h"
#include "loops/loop_index.h"
#include "module_symbols.h"
#include "dwarf/parameters.h"
#include "processor_needs.h"
#include "register_flow.h"
#include "dwarf/variables.h"

namespace hagstone::symbols {
namespace {

// The greatest integer that a JavaScript number holds exactly.
constexpr double max_address = 9007199254740991.0;

constexpr size_t most_data_symbols = 64;

// Compilers number static variables of functions: "hits.3".
std::string data_name(const Symbol &symbol) {
  const std::string name = demangle(symbol.name);
  const size_t end = name.find_last_not_of("0123456789");
  return end != std::string::npos && end > 0 && end + 1 < name.size() && name[end] == '.' ? name.substr(0, end) : name;
}

uint64_t to_address(double value) {
  if (!(value >= 0 && value <= max_address) || value != std::floor(value)) {
    throw std::runtime_error("not an address: " + std::to_string(value));
  }
  return static_cast<uint64_t>(value);
}

uint64_t address_argument(const Napi::CallbackInfo &info, size_t index) {
  if (info.Length() <= index || !info[index].IsNumber()) throw std::runtime_error("an address must be a number");
  return to_address(info[index].As<Napi::Number>().DoubleValue());
}

Napi::Float64Array addresses_argument(const Napi::CallbackInfo &info, size_t index) {
  if (info.Length() <= index || !info[index].IsTypedArray() ||
      info[index].As<Napi::TypedArray>().TypedArrayType() != napi_float64_array) {
    throw std::runtime_error("the addresses must be a Float64Array");
  }
  return info[index].As<Napi::Float64Array>();
}

std::string string_argument(const Napi::CallbackInfo &info, size_t index, const char *what) {
  if (info.Length() <= index || !info[index].IsString()) throw std::runtime_error(std::string(what) + " must be a string");
  return info[index].As<Napi::String>().Utf8Value();
}

// Names in damaged files can be any bytes; Node-API turns invalid UTF-8 into replacement characters.
Napi::String to_js(Napi::Env env, const std::string &text) { return Napi::String::New(env, text.data(), text.size()); }

Napi::Number to_js(Napi::Env env, uint64_t value) { return Napi::Number::New(env, static_cast<double>(value)); }

// Runs `body`; a C++ exception becomes a JavaScript Error of the same message.
template <typename Body>
auto guarded(Napi::Env env, Body body) -> decltype(body()) {
  try {
    return body();
  } catch (const Napi::Error &) {
    throw;
  } catch (const std::exception &error) {
    throw Napi::Error::New(env, error.what());
  }
}

struct Options {
  std::string build_id;
  std::vector<std::string> debug_directories{"/usr/lib/debug"};
};

Options read_options(const Napi::Value &value) {
  Options options;
  if (!value.IsObject()) return options;
  const auto object = value.As<Napi::Object>();
  if (object.Get("buildId").IsString()) options.build_id = object.Get("buildId").As<Napi::String>().Utf8Value();
  if (object.Get("debugDirectories").IsArray()) {
    const auto list = object.Get("debugDirectories").As<Napi::Array>();
    options.debug_directories.clear();
    for (uint32_t i = 0; i < list.Length(); ++i) {
      const Napi::Value directory = list.Get(i);
      if (directory.IsString()) options.debug_directories.push_back(directory.As<Napi::String>().Utf8Value());
    }
  }
  return options;
}

// The module's string table grows with every lookup; a result carries only the strings that it uses.
class UsedStrings {
 public:
  uint32_t number(uint32_t text) {
    const auto [entry, is_new] = numbers_.try_emplace(text, static_cast<uint32_t>(used_.size()));
    if (is_new) used_.push_back(text);
    return entry->second;
  }
  Napi::Array texts(Napi::Env env, const StringTable &strings) const {
    Napi::Array result = Napi::Array::New(env, used_.size());
    for (size_t i = 0; i < used_.size(); ++i) result.Set(static_cast<uint32_t>(i), to_js(env, strings.text(used_[i])));
    return result;
  }

 private:
  std::vector<uint32_t> used_{0};
  std::unordered_map<uint32_t, uint32_t> numbers_{{0, 0}};
};

Napi::Object lookup_result(Napi::Env env, Napi::Uint32Array frame_start, const std::vector<Frame> &frames,
                           const StringTable &strings) {
  UsedStrings used;
  const auto column = [&](uint32_t Frame::*field, bool is_string) {
    auto values = Napi::Uint32Array::New(env, frames.size());
    for (size_t i = 0; i < frames.size(); ++i) values[i] = is_string ? used.number(frames[i].*field) : frames[i].*field;
    return values;
  };
  auto inlined = Napi::Uint8Array::New(env, frames.size());
  for (size_t i = 0; i < frames.size(); ++i) inlined[i] = frames[i].inlined ? 1 : 0;

  Napi::Object result = Napi::Object::New(env);
  result.Set("frameStart", frame_start);
  result.Set("functionName", column(&Frame::function_name, true));
  result.Set("linkageName", column(&Frame::linkage_name, true));
  result.Set("file", column(&Frame::file, true));
  result.Set("line", column(&Frame::line, false));
  result.Set("column", column(&Frame::column, false));
  result.Set("functionFile", column(&Frame::function_file, true));
  result.Set("functionLine", column(&Frame::function_line, false));
  result.Set("inlined", inlined);
  result.Set("strings", used.texts(env, strings));
  return result;
}

Napi::Object code_targets(Napi::Env env, const std::vector<CodeTarget> &targets) {
  auto address = Napi::Float64Array::New(env, targets.size());
  Napi::Array imported = Napi::Array::New(env, targets.size());
  for (size_t i = 0; i < targets.size(); ++i) {
    address[i] = targets[i].address == 0 ? -1 : static_cast<double>(targets[i].address);
    imported.Set(static_cast<uint32_t>(i), to_js(env, targets[i].imported));
  }
  Napi::Object result = Napi::Object::New(env);
  result.Set("address", address);
  result.Set("imported", imported);
  return result;
}

Napi::Object loops_result(Napi::Env env, Napi::Uint32Array loop_start, const std::vector<EnclosingLoop> &loops,
                          const StringTable &strings) {
  UsedStrings used;
  auto frame = Napi::Uint32Array::New(env, loops.size());
  auto file = Napi::Uint32Array::New(env, loops.size());
  auto line = Napi::Uint32Array::New(env, loops.size());
  auto header = Napi::Float64Array::New(env, loops.size());
  for (size_t i = 0; i < loops.size(); ++i) {
    frame[i] = loops[i].frame;
    file[i] = used.number(loops[i].file);
    line[i] = loops[i].line;
    header[i] = static_cast<double>(loops[i].header);
  }
  Napi::Object result = Napi::Object::New(env);
  result.Set("loopStart", loop_start);
  result.Set("frame", frame);
  result.Set("file", file);
  result.Set("line", line);
  result.Set("header", header);
  result.Set("strings", used.texts(env, strings));
  return result;
}

int32_t loop_row(uint32_t loop) { return loop == NestedLoop::none ? -1 : static_cast<int32_t>(loop); }

// An object with these columns.
Napi::Object nested_loops(Napi::Env env, const std::vector<NestedLoop> &loops) {
  auto header = Napi::Float64Array::New(env, loops.size());
  auto parent = Napi::Int32Array::New(env, loops.size());
  for (size_t i = 0; i < loops.size(); ++i) {
    header[i] = static_cast<double>(loops[i].header);
    parent[i] = loop_row(loops[i].parent);
  }
  Napi::Object result = Napi::Object::New(env);
  result.Set("header", header);
  result.Set("parent", parent);
  return result;
}

Napi::Object statistics_object(Napi::Env env, const LoopStatistics &statistics) {
  Napi::Object result = Napi::Object::New(env);
  result.Set("functions", Napi::Number::New(env, statistics.functions));
  result.Set("loops", Napi::Number::New(env, statistics.loops));
  result.Set("irreducibleRegions", Napi::Number::New(env, statistics.irreducible_regions));
  result.Set("unresolvedJumps", Napi::Number::New(env, statistics.unresolved_jumps));
  result.Set("tooLarge", Napi::Number::New(env, statistics.too_large));
  return result;
}

class ModuleObject : public Napi::ObjectWrap<ModuleObject> {
 public:
  static Napi::Function define(Napi::Env env) {
    return DefineClass(env, "ModuleSymbols",
                       {InstanceAccessor<&ModuleObject::path>("path"),
                        InstanceAccessor<&ModuleObject::build_id>("buildId"),
                        InstanceAccessor<&ModuleObject::debug_path>("debugPath"),
                        InstanceAccessor<&ModuleObject::has_lines>("hasLines"),
                        InstanceAccessor<&ModuleObject::warnings>("warnings"),
                        InstanceMethod<&ModuleObject::lookup>("lookup"),
                        InstanceMethod<&ModuleObject::function_at>("functionAt"),
                        InstanceMethod<&ModuleObject::entry_place>("entryPlace"),
                        InstanceMethod<&ModuleObject::lookup_as>("lookupAs"),
                        InstanceMethod<&ModuleObject::called_function>("calledFunction"),
                        InstanceMethod<&ModuleObject::disassembly>("disassembly"),
                        InstanceMethod<&ModuleObject::code_at>("codeAt"),
                        InstanceMethod<&ModuleObject::build_index>("buildIndex"),
                        InstanceMethod<&ModuleObject::file_sums>("fileSums"),
                        InstanceMethod<&ModuleObject::data_symbols>("dataSymbols"),
                        InstanceMethod<&ModuleObject::parameters>("parameters"),
                        InstanceMethod<&ModuleObject::register_flow_of>("registerFlow"),
                        InstanceMethod<&ModuleObject::variables_at>("variables"),
                        InstanceMethod<&ModuleObject::static_variable>("staticVariable"),
                        InstanceMethod<&ModuleObject::typed_place>("typedPlace"),
                        InstanceMethod<&ModuleObject::pointee>("pointee"),
                        InstanceMethod<&ModuleObject::loops>("loops"),
                        InstanceAccessor<&ModuleObject::loop_statistics>("loopStatistics"),
                        InstanceMethod<&ModuleObject::loops_of_function>("loopsOfFunction"),
                        InstanceMethod<&ModuleObject::loop_table>("loopTable"),
                        InstanceMethod<&ModuleObject::processor_needs_of>("processorNeeds"),
                        InstanceMethod<&ModuleObject::function_entries>("functionEntries"),
                        InstanceMethod<&ModuleObject::call_targets>("callTargets"),
                        InstanceMethod<&ModuleObject::tail_jumps>("tailJumps"),
                        InstanceMethod<&ModuleObject::indirect_calls>("indirectCalls"),
                        InstanceMethod<&ModuleObject::may_be_pointed_to>("mayBePointedTo"),
                        InstanceMethod<&ModuleObject::jumped_to_from>("jumpedToFrom"),
                        InstanceMethod<&ModuleObject::exported_code>("exportedCode"),
                        InstanceMethod<&ModuleObject::close>("close")});
  }

  explicit ModuleObject(const Napi::CallbackInfo &info) : Napi::ObjectWrap<ModuleObject>(info) {
    guarded(info.Env(), [&] {
      Options options = read_options(info.Length() > 1 ? info[1] : info.Env().Undefined());
      module_ = std::make_unique<ModuleSymbols>(string_argument(info, 0, "the path"), options.build_id,
                                                std::move(options.debug_directories));
    });
  }

 private:
  ModuleSymbols &module() const {
    if (module_ == nullptr) throw std::runtime_error("the module is closed");
    return *module_;
  }

  Napi::Value path(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&] { return to_js(info.Env(), module().image().path()); });
  }
  Napi::Value build_id(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&] { return to_js(info.Env(), module().image().build_id()); });
  }
  Napi::Value debug_path(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&]() -> Napi::Value {
      const std::string path = module().debug_path();
      if (path.empty()) return info.Env().Null();
      return to_js(info.Env(), path);
    });
  }
  Napi::Value has_lines(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&] { return Napi::Boolean::New(info.Env(), module().has_lines()); });
  }
  Napi::Value warnings(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&] {
      const std::vector<std::string> lines = module().warnings();
      Napi::Array result = Napi::Array::New(info.Env(), lines.size());
      for (size_t i = 0; i < lines.size(); ++i) result.Set(static_cast<uint32_t>(i), to_js(info.Env(), lines[i]));
      return result;
    });
  }

  Napi::Value lookup(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&]() -> Napi::Value {
      const auto addresses = addresses_argument(info, 0);
      const size_t count = addresses.ElementLength();
      auto frame_start = Napi::Uint32Array::New(info.Env(), count + 1);
      std::vector<Frame> frames;
      frames.reserve(count * 2);
      for (size_t i = 0; i < count; ++i) {
        frame_start[i] = static_cast<uint32_t>(frames.size());
        module().lookup(to_address(addresses[i]), frames);
      }
      frame_start[count] = static_cast<uint32_t>(frames.size());
      return lookup_result(info.Env(), frame_start, frames, module().strings());
    });
  }

  Napi::Value lookup_as(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&]() -> Napi::Value {
      std::vector<Frame> frames;
      if (!module().lookup_as(address_argument(info, 0), string_argument(info, 1, "the linkage name"), frames))
        return info.Env().Null();
      auto frame_start = Napi::Uint32Array::New(info.Env(), 2);
      frame_start[0] = 0;
      frame_start[1] = static_cast<uint32_t>(frames.size());
      return lookup_result(info.Env(), frame_start, frames, module().strings());
    });
  }

  Napi::Value called_function(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&]() -> Napi::Value {
      const Frame called = module().called_function(address_argument(info, 0));
      if (called.linkage_name == 0) return info.Env().Null();
      return to_js(info.Env(), module().strings().text(called.linkage_name));
    });
  }

  TailCalls &tail_calls() {
    if (tail_calls_ == nullptr) tail_calls_ = std::make_unique<TailCalls>(module());
    return *tail_calls_;
  }

  Napi::Value function_entries(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&]() -> Napi::Value {
      const auto addresses = addresses_argument(info, 0);
      TailCalls &calls = tail_calls();
      auto entries = Napi::Float64Array::New(info.Env(), addresses.ElementLength());
      for (size_t i = 0; i < entries.ElementLength(); ++i) {
        const auto entry = calls.entry_of(to_address(addresses[i]));
        entries[i] = entry ? static_cast<double>(*entry) : -1;
      }
      return entries;
    });
  }

  Napi::Value call_targets(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&]() -> Napi::Value {
      const auto addresses = addresses_argument(info, 0);
      TailCalls &calls = tail_calls();
      std::vector<CodeTarget> targets;
      for (size_t i = 0; i < addresses.ElementLength(); ++i) {
        std::optional<CodeTarget> target = calls.call_target(to_address(addresses[i]));
        if (target && target->address != 0) target->address = calls.entry_of(target->address).value_or(target->address);
        targets.push_back(std::move(target).value_or(CodeTarget()));
      }
      return code_targets(info.Env(), targets);
    });
  }

  Napi::Value indirect_calls(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&]() -> Napi::Value {
      const auto addresses = addresses_argument(info, 0);
      auto found = Napi::Uint8Array::New(info.Env(), addresses.ElementLength());
      for (size_t i = 0; i < found.ElementLength(); ++i)
        found[i] = tail_calls().is_indirect_call(to_address(addresses[i])) ? 1 : 0;
      return found;
    });
  }

  Napi::Value may_be_pointed_to(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&] {
      return Napi::Boolean::New(info.Env(), tail_calls().may_be_pointed_to(address_argument(info, 0)));
    });
  }

  Napi::Value jumped_to_from(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&]() -> Napi::Value {
      const auto callers = tail_calls().jumped_to_from(address_argument(info, 0));
      if (!callers) return info.Env().Null();
      auto result = Napi::Float64Array::New(info.Env(), callers->size());
      for (size_t i = 0; i < callers->size(); ++i) result[i] = static_cast<double>((*callers)[i]);
      return result;
    });
  }

  Napi::Value tail_jumps(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&]() -> Napi::Value {
      const TailJumps &found = tail_calls().leaving(address_argument(info, 0));
      std::vector<CodeTarget> targets;
      auto jump = Napi::Float64Array::New(info.Env(), found.jumps.size());
      for (size_t i = 0; i < found.jumps.size(); ++i) {
        jump[i] = static_cast<double>(found.jumps[i].address);
        targets.push_back(found.jumps[i].target);
      }
      Napi::Object result = code_targets(info.Env(), targets);
      result.Set("jump", jump);
      result.Set("unresolved", Napi::Boolean::New(info.Env(), found.unresolved));
      return result;
    });
  }

  Napi::Value exported_code(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&]() -> Napi::Value {
      const std::vector<uint64_t> &found = tail_calls().exported(string_argument(info, 0, "the linkage name"));
      auto addresses = Napi::Float64Array::New(info.Env(), found.size());
      for (size_t i = 0; i < found.size(); ++i) addresses[i] = static_cast<double>(found[i]);
      return addresses;
    });
  }

  Napi::Value loops(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&]() -> Napi::Value {
      const auto addresses = addresses_argument(info, 0);
      if (loops_ == nullptr) loops_ = std::make_unique<LoopIndex>(module());
      const size_t count = addresses.ElementLength();
      auto loop_start = Napi::Uint32Array::New(info.Env(), count + 1);
      std::vector<EnclosingLoop> found;
      for (size_t i = 0; i < count; ++i) {
        loop_start[i] = static_cast<uint32_t>(found.size());
        loops_->enclosing(to_address(addresses[i]), found);
      }
      loop_start[count] = static_cast<uint32_t>(found.size());
      return loops_result(info.Env(), loop_start, found, module().strings());
    });
  }

  Napi::Value loops_of_function(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&]() -> Napi::Value {
      if (loops_ == nullptr) loops_ = std::make_unique<LoopIndex>(module());
      const auto found = loops_->of_function(address_argument(info, 0));
      if (!found) return info.Env().Null();
      auto ranges = Napi::Float64Array::New(info.Env(), 2 * found->ranges.size());
      for (size_t i = 0; i < found->ranges.size(); ++i) {
        ranges[2 * i] = static_cast<double>(found->ranges[i].first);
        ranges[2 * i + 1] = static_cast<double>(found->ranges[i].second);
      }
      auto low = Napi::Float64Array::New(info.Env(), found->segments.size());
      auto loop = Napi::Int32Array::New(info.Env(), found->segments.size());
      for (size_t i = 0; i < found->segments.size(); ++i) {
        low[i] = static_cast<double>(found->segments[i].low);
        loop[i] = loop_row(found->segments[i].loop);
      }
      Napi::Object result = nested_loops(info.Env(), found->loops);
      result.Set("ranges", ranges);
      result.Set("low", low);
      result.Set("loop", loop);
      result.Set("statistics", statistics_object(info.Env(), found->statistics));
      return result;
    });
  }

  Napi::Value loop_table(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&]() -> Napi::Value {
      if (loops_ == nullptr) loops_ = std::make_unique<LoopIndex>(module());
      const LoopTable table = loops_->all();
      auto low = Napi::Float64Array::New(info.Env(), table.code.size());
      auto high = Napi::Float64Array::New(info.Env(), table.code.size());
      auto loop = Napi::Uint32Array::New(info.Env(), table.code.size());
      for (size_t i = 0; i < table.code.size(); ++i) {
        low[i] = static_cast<double>(table.code[i].low);
        high[i] = static_cast<double>(table.code[i].high);
        loop[i] = table.code[i].loop;
      }
      Napi::Object result = nested_loops(info.Env(), table.loops);
      result.Set("low", low);
      result.Set("high", high);
      result.Set("loop", loop);
      return result;
    });
  }

  Napi::Value processor_needs_of(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&]() -> Napi::Value {
      const ProcessorNeeds needs = processor_needs(module());
      Napi::Array names = Napi::Array::New(info.Env(), needs.avx512.size());
      for (size_t i = 0; i < needs.avx512.size(); ++i)
        names.Set(static_cast<uint32_t>(i), to_js(info.Env(), needs.avx512[i]));
      Napi::Object result = Napi::Object::New(info.Env());
      result.Set("avx512", names);
      result.Set("avx512Count", Napi::Number::New(info.Env(), static_cast<double>(needs.avx512_count)));
      result.Set("selectedCount", Napi::Number::New(info.Env(), static_cast<double>(needs.selected_count)));
      result.Set("asksProcessor", Napi::Boolean::New(info.Env(), needs.asks_processor));
      return result;
    });
  }

  Napi::Value loop_statistics(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&]() -> Napi::Value {
      return statistics_object(info.Env(), loops_ == nullptr ? LoopStatistics{} : loops_->statistics());
    });
  }

  Napi::Value function_at(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&]() -> Napi::Value {
      const auto function = module().function_at(address_argument(info, 0));
      if (!function) return info.Env().Null();
      Napi::Object result = Napi::Object::New(info.Env());
      result.Set("name", to_js(info.Env(), function->name));
      result.Set("linkageName", to_js(info.Env(), function->linkage_name));
      result.Set("low", to_js(info.Env(), function->low));
      result.Set("high", to_js(info.Env(), function->high));
      return result;
    });
  }

  Napi::Value entry_place(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&]() -> Napi::Value {
      const SourcePlace place = module().entry_place(address_argument(info, 0));
      if (place.line == 0 || place.file == 0) return info.Env().Null();
      Napi::Object result = Napi::Object::New(info.Env());
      result.Set("file", to_js(info.Env(), module().strings().text(place.file)));
      result.Set("line", Napi::Number::New(info.Env(), place.line));
      return result;
    });
  }

  Napi::Value data_symbols(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&]() -> Napi::Value {
      const std::vector<const Symbol *> found =
          module().symbols().objects_in(address_argument(info, 0), address_argument(info, 1));
      const size_t count = std::min(found.size(), most_data_symbols);
      Napi::Array result = Napi::Array::New(info.Env(), count);
      for (size_t i = 0; i < count; ++i) {
        Napi::Object row = Napi::Object::New(info.Env());
        row.Set("name", to_js(info.Env(), data_name(*found[i])));
        row.Set("low", to_js(info.Env(), found[i]->low));
        row.Set("high", to_js(info.Env(), found[i]->high));
        result.Set(static_cast<uint32_t>(i), row);
      }
      return result;
    });
  }

  Napi::Value parameters(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&]() -> Napi::Value {
      const auto found = parameters_at(module(), address_argument(info, 0));
      if (!found) return info.Env().Null();
      Napi::Array rows = Napi::Array::New(info.Env(), found->in_registers.size());
      for (size_t i = 0; i < found->in_registers.size(); ++i) {
        const Parameter &parameter = found->in_registers[i];
        Napi::Object row = Napi::Object::New(info.Env());
        row.Set("register", Napi::Number::New(info.Env(), parameter.register_number));
        row.Set("name", to_js(info.Env(), parameter.name));
        row.Set("bytes", Napi::Number::New(info.Env(), parameter.bytes));
        rows.Set(static_cast<uint32_t>(i), row);
      }
      Napi::Object result = Napi::Object::New(info.Env());
      result.Set("inRegisters", rows);
      result.Set("complete", Napi::Boolean::New(info.Env(), found->complete));
      return result;
    });
  }

  Variables &variables() {
    if (variables_ == nullptr) variables_ = std::make_unique<Variables>(module());
    return *variables_;
  }

  static Napi::Object variable_row(Napi::Env env, const VariableAt &variable) {
    Napi::Object row = Napi::Object::New(env);
    row.Set("name", to_js(env, variable.name));
    row.Set("depth", Napi::Number::New(env, variable.depth));
    row.Set("held", Napi::Number::New(env, static_cast<int>(variable.held)));
    row.Set("register", Napi::Number::New(env, variable.number));
    row.Set("offset", Napi::Number::New(env, static_cast<double>(variable.offset)));
    row.Set("part", to_js(env, variable.part));
    row.Set("bytes", to_js(env, variable.bytes));
    row.Set("type", Napi::Number::New(env, variable.type));
    return row;
  }

  uint32_t type_argument(const Napi::CallbackInfo &info) {
    const uint64_t type = address_argument(info, 0);
    if (type >= variables().types().count()) throw std::runtime_error("no such type: " + std::to_string(type));
    return static_cast<uint32_t>(type);
  }

  Napi::Value variables_at(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&]() -> Napi::Value {
      const std::vector<VariableAt> found = variables().at(address_argument(info, 0));
      Napi::Array rows = Napi::Array::New(info.Env(), found.size());
      for (size_t i = 0; i < found.size(); ++i) rows.Set(static_cast<uint32_t>(i), variable_row(info.Env(), found[i]));
      return rows;
    });
  }

  Napi::Value static_variable(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&]() -> Napi::Value {
      const auto found = variables().static_at(address_argument(info, 0), address_argument(info, 1));
      if (!found) return info.Env().Null();
      return variable_row(info.Env(), *found);
    });
  }

  Napi::Value typed_place(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&]() -> Napi::Value {
      const TypedPlace found = variables().types().place(type_argument(info), address_argument(info, 1));
      Napi::Array path = Napi::Array::New(info.Env(), found.path.size());
      for (size_t i = 0; i < found.path.size(); ++i) path.Set(static_cast<uint32_t>(i), to_js(info.Env(), found.path[i]));
      Napi::Object result = Napi::Object::New(info.Env());
      result.Set("path", path);
      result.Set("kind", Napi::Number::New(info.Env(), static_cast<int>(found.kind)));
      result.Set("type", Napi::Number::New(info.Env(), found.type));
      result.Set("opaque", Napi::Boolean::New(info.Env(), found.opaque));
      return result;
    });
  }

  Napi::Value pointee(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&]() -> Napi::Value {
      DataTypes &types = variables().types();
      const auto found = types.pointee(type_argument(info));
      if (!found) return info.Env().Null();
      Napi::Object result = Napi::Object::New(info.Env());
      result.Set("type", Napi::Number::New(info.Env(), *found));
      result.Set("bytes", to_js(info.Env(), types.size(*found)));
      return result;
    });
  }

  Napi::Value register_flow_of(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&]() -> Napi::Value {
      const std::vector<RegisterFlow> rows = register_flow(module(), address_argument(info, 0), address_argument(info, 1));
      auto address = Napi::Float64Array::New(info.Env(), rows.size());
      auto target = Napi::Float64Array::New(info.Env(), rows.size());
      auto uses = Napi::Uint32Array::New(info.Env(), rows.size());
      auto defines = Napi::Uint32Array::New(info.Env(), rows.size());
      auto next = Napi::Uint8Array::New(info.Env(), rows.size());
      auto traits = Napi::Uint8Array::New(info.Env(), rows.size());
      for (size_t i = 0; i < rows.size(); ++i) {
        address[i] = static_cast<double>(rows[i].address);
        target[i] = static_cast<double>(rows[i].target);
        uses[i] = rows[i].uses;
        defines[i] = rows[i].defines;
        next[i] = static_cast<uint8_t>(rows[i].next);
        traits[i] = rows[i].traits;
      }
      Napi::Object result = Napi::Object::New(info.Env());
      result.Set("address", address);
      result.Set("target", target);
      result.Set("uses", uses);
      result.Set("defines", defines);
      result.Set("next", next);
      result.Set("traits", traits);
      return result;
    });
  }

  Napi::Value disassembly(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&]() -> Napi::Value {
      const std::string syntax = string_argument(info, 2, "the syntax");
      if (syntax != "intel" && syntax != "att") throw std::runtime_error("the syntax must be intel or att, not " + syntax);
      const Disassembly code = disassemble(module(), address_argument(info, 0), address_argument(info, 1),
                                           syntax == "intel" ? Syntax::intel : Syntax::att);
      const size_t count = code.length.size();
      auto length = Napi::Uint8Array::New(info.Env(), count);
      auto target = Napi::Float64Array::New(info.Env(), count);
      auto constant = Napi::Uint8Array::New(info.Env(), count);
      auto target_name = Napi::Uint32Array::New(info.Env(), count);
      for (size_t i = 0; i < count; ++i) {
        length[i] = code.length[i];
        target[i] = code.target[i] == Disassembly::no_target ? -1 : static_cast<double>(code.target[i]);
        constant[i] = code.constant[i];
        target_name[i] = code.target_name[i];
      }
      Napi::Array names = Napi::Array::New(info.Env(), code.names.size());
      for (size_t i = 0; i < code.names.size(); ++i) names.Set(static_cast<uint32_t>(i), to_js(info.Env(), code.names[i]));
      Napi::Object result = Napi::Object::New(info.Env());
      result.Set("length", length);
      result.Set("bytes", to_js(info.Env(), code.bytes));
      result.Set("texts", to_js(info.Env(), code.texts));
      result.Set("target", target);
      result.Set("constant", constant);
      result.Set("targetName", target_name);
      result.Set("names", names);
      return result;
    });
  }

  Napi::Value code_at(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&]() -> Napi::Value {
      const std::vector<uint8_t> bytes = module().image().read(address_argument(info, 0), address_argument(info, 1));
      auto result = Napi::Uint8Array::New(info.Env(), bytes.size());
      std::copy(bytes.begin(), bytes.end(), result.Data());
      return result;
    });
  }

  Napi::Value build_index(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&] { return to_js(info.Env(), static_cast<uint64_t>(module().build_index())); });
  }

  Napi::Value file_sums(const Napi::CallbackInfo &info) {
    return guarded(info.Env(), [&]() -> Napi::Value {
      Napi::Array result = Napi::Array::New(info.Env());
      for (const auto &[file, sums] : module().file_sums()) {
        for (const Md5 &sum : sums) {
          Napi::Object row = Napi::Object::New(info.Env());
          row.Set("file", to_js(info.Env(), module().strings().text(file)));
          row.Set("md5", to_js(info.Env(), to_hex(sum.data(), sum.size())));
          result.Set(result.Length(), row);
        }
      }
      return result;
    });
  }

  void close(const Napi::CallbackInfo &) {
    tail_calls_.reset();
    loops_.reset();
    variables_.reset();
    module_.reset();
  }

  std::unique_ptr<ModuleSymbols> module_;
  std::unique_ptr<LoopIndex> loops_;
  std::unique_ptr<TailCalls> tail_calls_;
  std::unique_ptr<Variables> variables_;
};

struct InstanceData {
  Napi::FunctionReference module_class;
};

Napi::Value open_module(const Napi::CallbackInfo &info) {
  return guarded(info.Env(), [&]() -> Napi::Value {
    const Napi::Value options = info.Length() > 1 ? info[1] : info.Env().Undefined();
    const Napi::Value path = info.Length() > 0 ? info[0] : info.Env().Undefined();
    return info.Env().GetInstanceData<InstanceData>()->module_class.New({path, options});
  });
}

Napi::Value demangle_name(const Napi::CallbackInfo &info) {
  return guarded(info.Env(), [&] { return to_js(info.Env(), demangle(string_argument(info, 0, "the name"))); });
}

Napi::Object initialise(Napi::Env env, Napi::Object exports) {
  // Each environment (main thread, worker) has its own class.
  auto *data = new InstanceData{Napi::Persistent(ModuleObject::define(env))};
  env.SetInstanceData(data);
  exports.Set("ModuleSymbols", data->module_class.Value());
  exports.Set("openModule", Napi::Function::New(env, open_module, "openModule"));
  exports.Set("demangle", Napi::Function::New(env, demangle_name, "demangle"));
  return exports;
}

}  // namespace

NODE_API_MODULE(hagstone_symbols, initialise)

}  // namespace hagstone::symbols
