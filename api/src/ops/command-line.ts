import { ConfigError } from '../lib/config-error.ts'
import { StartError } from '../lib/start-error.ts'

export const EXIT = { done: 0, found: 1, usage: 2, refused: 3 } as const

/** Runs a command; what an operator can mend is told in a sentence, the rest as it is. */
export async function runCommand(work: (args: string[]) => Promise<number>, usage: string) {
  process.exitCode = await work(process.argv.slice(2)).catch((error: unknown) => {
    if (error instanceof TypeError && 'code' in error) {
      console.error(`${error.message}\n${usage}`)
      return EXIT.usage
    }
    const isKnown = error instanceof StartError || error instanceof ConfigError
    console.error(isKnown ? error.message : error)
    return error instanceof ConfigError ? EXIT.usage : EXIT.refused
  })
}

/** A size as people read it. */
export function sizeText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  return `${(bytes / 1_000 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step] ?? 'B'}`
}
