import type { Given, Shape } from './arguments.ts'

/** One command of `npm run mfe`. It gives the exit code: 0 done, 1 refused. */
export type Command = {
  /** What follows the name of the command. */
  readonly usage: string
  readonly about: string
  readonly shape: Shape
  run(given: Given): Promise<number>
}
