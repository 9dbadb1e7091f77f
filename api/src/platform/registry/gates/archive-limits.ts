/** What an archive may hold. A release of this site has some 30 files and 250 KB. */
export const ARCHIVE_LIMITS = {
  packedBytes: 20 * 1024 * 1024,
  unpackedBytes: 60 * 1024 * 1024,
  files: 2_000,
  /** Of one gate so many problems are named; nobody reads more. */
  problemsNamed: 20,
} as const

const MB = 1024 * 1024
export const megabytes = (bytes: number) => `${Math.round(bytes / MB)} MB`
