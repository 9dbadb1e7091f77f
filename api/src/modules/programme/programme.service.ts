import { randomBytes } from 'node:crypto'
import type { AppContext } from '../../app/app-context.ts'
import { hashPassword } from '../session/password.ts'
import { putCatalogue, putEditions, putPackages } from './catalogue.repository.ts'
import { putContent } from './content.repository.ts'
import { addEntries } from './entries.repository.ts'
import { addAccounts, putCodes, putJurors } from './people.repository.ts'
import {
  pictureFinder,
  storePictures,
  wantedPictures,
  type WantedPicture,
} from './pictures.service.ts'
import { dayIn, programmeDate } from './programme-dates.ts'
import { anchorOf, lockProgramme } from './programme-state.repository.ts'
import { readProgramme, type Programme } from './read-programme.ts'
import type { Change } from './rows.repository.ts'

/** What a run did or would do. */
export type ProgrammeReport = { name: string; changes: Change[]; pictures: number }
type Context = Pick<AppContext, 'config' | 'db' | 'storage' | 'clock'>
type Tell = (done: number, total: number) => void

/** Thrown to end a plan without keeping anything. */
class Planned extends Error {}

/** Loads the files into the site. A second run with the same files changes nothing. */
export async function applyProgramme(
  context: Context,
  folder: string,
  tell: Tell = () => undefined,
): Promise<ProgrammeReport> {
  const programme = await readProgramme(folder)
  const wanted = await wantedPictures(programme)
  await storePictures(context, folder, wanted, tell)
  return context.db
    .transaction()
    .execute((trx) => load({ ...context, db: trx }, programme, wanted, false))
}

/** Says what `applyProgramme` would change, and changes nothing. */
export async function planProgramme(context: Context, folder: string): Promise<ProgrammeReport> {
  const programme = await readProgramme(folder)
  const wanted = await wantedPictures(programme)
  let report: ProgrammeReport | undefined
  await context.db
    .transaction()
    .execute(async (trx) => {
      report = await load({ ...context, db: trx }, programme, wanted, true)
      throw new Planned()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Planned)) throw error
    })
  if (!report) throw new Error('The plan has no report')
  return report
}

async function load(
  { config, clock, db: trx }: Context,
  programme: Programme,
  wanted: readonly WantedPicture[],
  isPlan: boolean,
): Promise<ProgrammeReport> {
  await lockProgramme(trx)
  const { name, timezone, password } = programme.programme.value
  const now = clock()
  const anchor = (await anchorOf(trx)) ?? dayIn(now, timezone)
  const pictures = await pictureFinder(trx, wanted, isPlan)
  const changes: Change[] = []
  const run = {
    ...{ trx, programme, anchor, now, changes },
    when: (text: string) => programmeDate(text, anchor, timezone),
    picture: pictures.find,
  }
  // The demonstration's password is in a public file, so a real site never opens with it.
  const secret = config.mode === 'demo' ? password : randomBytes(24).toString('base64url')

  await putCatalogue(run)
  await putEditions(run)
  await putPackages(run)
  await putContent(run)
  await addAccounts(run, await hashPassword(secret))
  await putJurors(run)
  await putCodes(run)
  await addEntries(run)
  return { name: name.en, changes, pictures: pictures.missing }
}
