/** The last moment of a phase: it ends where the next begins, and people say the day before. */
export const lastMoment = (ends_at: string): string =>
  new Date(new Date(ends_at).getTime() - 1).toISOString()
