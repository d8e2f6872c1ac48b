// Accesses whose data have names, of objects and containers. See named_data.c.
#include <cstdio>
#include <memory>
#include <vector>

struct point { double x, y, z; };

class counter {
 public:
  explicit counter(int n) : values_(n) {}
  __attribute__((noinline)) void count(int at) {
    total_ += 1;                           // data: total_ also: this
    values_[at] += total_;                 // data: values_ also: this at total_
  }
  long total() const { return total_ + values_[0]; }

 private:
  long total_ = 0;
  std::vector<long> values_;
};

namespace sums { double all[64]; }

__attribute__((noinline)) void scale(std::vector<double> &values, double by) {
  for (size_t i = 0; i < values.size(); i++)
    values[i] *= by;                       // data: values also: i by
}

__attribute__((noinline)) void lift(std::vector<point> &points) {
  for (auto &p : points)
    p.z = 1;                               // data: p->z also: p points
}

__attribute__((noinline)) void gather(const double *from, int n) {
  for (int i = 0; i < n; i++)
    sums::all[i] = from[i];                // data: all from also: i n
}

__attribute__((noinline)) void refer(point &to, const point &from) {
  to.y = from.x;                           // data: to->y from->x also: to from
}

int main(int argc, char **) {
  counter c(10);
  c.count(argc);
  std::vector<double> values(50, argc);
  scale(values, 2);
  std::vector<point> points(50);
  lift(points);
  gather(values.data(), 50);
  refer(points[0], points[1]);
  printf("%ld %f %f\n", c.total(), points[3].z, sums::all[1]);
}
