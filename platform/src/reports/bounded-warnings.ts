export const LINES = 30
export const WINDOW_MS = 60_000
