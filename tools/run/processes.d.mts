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
export function passSignals(): void
