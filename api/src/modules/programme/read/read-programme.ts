import { dayIn } from '@awards/shared/domain'
import { stat } from 'node:fs/promises'
import { StartError } from '../../../lib/start-error.ts'
import { checkProgramme } from './programme-checks.ts'
import { dateProblems } from './programme-date-checks.ts'
import { readFiles, type Programme } from './programme-files.ts'
import { ProgrammeError, type Problem } from './programme-error.ts'

/**
 * Reads and checks a programme folder; throws one error that names every problem. `anchor` is the day
 * from which offsets count, where the site has one already.
 */
export async function readProgramme(folder: string, anchor?: string): Promise<Programme> {
  if (!(await isFolder(folder))) {
    throw new StartError(`There is no folder ${folder}. Name the folder that holds programme.yaml.`)
  }
  const problems: Problem[] = []
  const programme = await readFiles(folder, problems)
  if (programme) {
    await checkProgramme(programme, problems)
    const today = dayIn(new Date(), programme.programme.value.timezone)
    problems.push(...dateProblems(programme, anchor ?? today))
  }
  if (!programme || problems.length > 0) throw new ProgrammeError(problems)
  return programme
}

const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
