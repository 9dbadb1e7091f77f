export const PNPM: string
export function checkNode(): void
export function ensureInstalled(): Promise<void>
