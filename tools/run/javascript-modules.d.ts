// Types of the modules that run before anything is installed, and so are JavaScript.

declare module '*/commands.mjs' {
  export function parseBench(words: readonly string[]): {
    problem?: string
    subjects?: string[]
    args?: string[]
    page?: boolean
  }
}

declare module '*/install.mjs' {
  export const PNPM: string
  export function checkNode(): void
  export function ensureInstalled(): Promise<void>
}

declare module '*/processes.mjs' {
  /** Options of a program that is run. */
  export type RunOptions = {
    env?: Record<string, string | undefined>
    cwd?: string
    stdio?: unknown
    onOutput?: (chunk: Buffer) => void
  }

  export const ROOT: string
  export const NODE: string
  export const QUIET: readonly string[]
  export function run(command: string, args: string[], options?: RunOptions): Promise<number>
  export const SERVER: { flags: readonly string[]; env: Record<string, string> }
  export function runTool(
    script: string,
    args?: string[],
    options?: RunOptions & { flags?: readonly string[] },
  ): Promise<number>
  export function passSignals(options?: { endsRun?: boolean }): void
}

declare module '*/test-full.mjs' {
  /** Which parts of a full run have ended, and their results. */
  export type Journal = { commit?: string; seed: string; ended: Record<string, unknown[]> }

  export function writeJournal(file: string, journal: Journal): void
  export function readJournal(file: string): Journal | undefined
  export function resumeProblem(
    journal: Journal | undefined,
    commit: string | undefined,
  ): string | undefined
}

declare module '*/subjects.mjs' {
  export const SUBJECTS: Readonly<
    Record<
      string,
      { readonly bars: readonly string[]; readonly about: string; readonly number?: string }
    >
  >
}
