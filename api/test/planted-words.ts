let count = 0

/** Generator of unique words with a common prefix. */
export const words = { of: (what: string): string => `Zorpqua${++count}${what}` }
