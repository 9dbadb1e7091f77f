let count = 0

/** Words of which each is made once, and of which all begin with the same letters. */
export const words = { of: (what: string): string => `Zorpqua${++count}${what}` }
