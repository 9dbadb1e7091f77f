import { StartError } from '../../../lib/start-error.ts'

/** What is wrong in a programme file, where. */
export type Problem = { file: string; line: number; reason: string }

/** The programme cannot be loaded; every problem is named with its file and line. */
export class ProgrammeError extends StartError {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    const lines = problems.map(({ file, line, reason }) => `  ${file}:${line}  ${reason}`)
    super(
      `The programme was not loaded, because ${problems.length === 1 ? 'one thing is' : `${problems.length} things are`} ` +
        `wrong in its files. Nothing was changed.\n${lines.join('\n')}`,
    )
    this.problems = problems
  }
}
