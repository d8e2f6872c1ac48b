/* Each rank does work in vain, then a token goes round. Usage: ring ROUNDS */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 1024 };

static volatile int values[LENGTH];

static __attribute__((noinline)) void work(int rounds, int rank) {
  for (int round = 0; round < rounds; round++) {
    for (int i = 0; i < LENGTH; i++)
      values[i] = 0; /* dead */
    for (int i = 0; i < LENGTH; i++)
      values[i] = rank; /* killing */
  }
}

int main(int count, char **arguments) {
  int rank, size, token = 0;
  MPI_Init(&count, &arguments);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  work(count > 1 ? atoi(arguments[1]) : 0, rank);
  int next = (rank + 1) % size, last = (rank + size - 1) % size;
  if (rank > 0) MPI_Recv(&token, 1, MPI_INT, last, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  token++;
  MPI_Send(&token, 1, MPI_INT, next, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Recv(&token, 1, MPI_INT, last, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("token %d\n", token);
  }
  MPI_Finalize();
  return 0;
}
