export function parseBench(words: readonly string[]): {
  problem?: string
  subjects?: string[]
  args?: string[]
  page?: boolean
}
