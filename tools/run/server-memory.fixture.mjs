import { getHeapStatistics } from 'node:v8'

console.log(
  JSON.stringify({
    heapMegabytes: getHeapStatistics().heap_size_limit / 1_048_576,
    arenas: process.env.MALLOC_ARENA_MAX,
  }),
)
