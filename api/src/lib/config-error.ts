import type { z } from 'zod'

/** Names every wrong setting at once, so that a start is not a guessing game. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The settings are not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** One sentence for each wrong variable, with the value that was given. */
export function problemsOf(error: z.ZodError, env: NodeJS.ProcessEnv): string[] {
  return error.issues.map((issue) => {
    const name = String(issue.path[0])
    const secret = /SECRET|KEY|PASSWORD|DATABASE_URL|SMTP_URL|STORAGE_URL/.test(name)
    const value = secret ? '' : ` (given: ${JSON.stringify(env[name])})`
    return `${name} ${issue.message}${value}`
  })
}
