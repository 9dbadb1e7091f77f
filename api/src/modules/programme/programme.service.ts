import { dayIn } from '@awards/shared/domain'
import { randomBytes } from 'node:crypto'
import type { AppContext } from '../../start/app-context.ts'
import { errorCode, StartError } from '../../lib/errors.ts'
import { hashPassword } from '../accounts/password.ts'
import { putCatalogue, putEditions, putPackages } from './catalogue.repository.ts'
import { putContent } from './content.repository.ts'
import { addAccounts, putCodes, putJurors } from './people.repository.ts'
import {
  keepSources,
  pictureFinder,
  storePictures,
  wantedPictures,
  type WantedPicture,
} from './pictures.service.ts'
import { namesOf, anchorOf, lockProgramme, type Change } from './rows.repository.ts'
import { identifiersIn } from './plan-fields.ts'
import { planOf, type Plan } from './plan.ts'
import type { Load } from './programme-load.ts'
import { programmeDate } from './read/programme-dates.ts'
import { readProgramme } from './read/read-programme.ts'
import type { Programme } from './read/programme-files.ts'

type Context = Pick<AppContext, 'config' | 'db' | 'storage' | 'clock' | 'publicCache'>
type Inside = Pick<Context, 'config' | 'db' | 'clock'>
type Options = {
  /** The plan that was seen; where the run would do anything else, it does nothing. */
  expected?: string | undefined
  /** Told of pictures as they are prepared. */
  tell?: (done: number, total: number) => void
}

/** Thrown to end a plan without keeping anything. */
class Planned extends Error {}

/** Loads the files into the site. A second run with the same files changes nothing. */
export async function applyProgramme(
  context: Context,
  folder: string,
  { expected, tell = () => undefined }: Options = {},
): Promise<Plan> {
  const programme = await readProgramme(folder, await anchorOf(context.db))
  const wanted = await wantedPictures(programme)
  // Before pictures are prepared, which takes its time.
  if (expected) demand(expected, await planOfFiles(context, programme, wanted))
  await storePictures(context, folder, wanted, tell)
  await keepSources(context, folder, wanted)
  const plan = await context.db.transaction().execute(async (trx) => {
    const found = await load({ ...context, db: trx }, programme, wanted, false)
    if (expected) demand(expected, found)
    return found
  })
  await context.publicCache.settle()
  return plan
}

/** Says what `applyProgramme` would change, and changes nothing. */
export async function planProgramme(context: Context, folder: string): Promise<Plan> {
  const programme = await readProgramme(folder, await anchorOf(context.db))
  return planOfFiles(context, programme, await wantedPictures(programme))
}

async function planOfFiles(
  context: Context,
  programme: Programme,
  wanted: readonly WantedPicture[],
): Promise<Plan> {
  let plan: Plan | undefined
  await context.db
    .transaction()
    .execute(async (trx) => {
      plan = await load({ ...context, db: trx }, programme, wanted, true)
      throw new Planned()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Planned)) throw error
    })
  if (!plan) throw new Error('There is no plan')
  return plan
}

function demand(expected: string, { plan }: Plan) {
  if (plan === expected) return
  throw new StartError(
    `Nothing was changed: the plan ${expected} no longer holds, because the files or the content of ` +
      `the site have changed since. Look at the plan again (it is ${plan} now), then apply that one.`,
  )
}

async function load(
  { config, clock, db: trx }: Inside,
  programme: Programme,
  wanted: readonly WantedPicture[],
  isPlan: boolean,
): Promise<Plan> {
  await lockProgramme(trx)
  const { timezone, password } = programme.programme.value
  const now = clock()
  const anchor = (await anchorOf(trx)) ?? dayIn(now, timezone)
  const pictures = await pictureFinder(trx, wanted, isPlan)
  const changes: Change[] = []
  const counts = new Map<string, number>()
  const run = {
    trx,
    programme,
    anchor,
    now,
    changes,
    counts,
    when: (text: string) => programmeDate(text, anchor, timezone),
    picture: pictures.find,
  }
  // The demonstration's password is in a public file, so a real site never opens with it.
  const secret = (config.mode === 'demo' && password) || randomBytes(24).toString('base64url')

  await putCatalogue(run)
  await putEditions(run).catch(explain)
  await putPackages(run)
  await putContent(run)
  await addAccounts(run, await hashPassword(secret))
  await putJurors(run)
  await putCodes(run)
  if (programme.entries.length > 0) await addDemoEntries(config, run)
  const ids = changes.flatMap(({ key, before, after }) => identifiersIn([key, before, after]))
  return planOf({
    programme,
    changes,
    counts,
    anchor,
    now,
    names: await namesOf(trx, [...new Set(ids)]),
    pictures: { missing: pictures.missing, hashes: wanted.map(({ sha256 }) => sha256) },
  })
}

/**
 * Entries of the files come with payments and scores that are made up, so only a demonstration takes them. Their
 * code is loaded on demand: a production site never has it in memory.
 */
async function addDemoEntries({ mode }: Context['config'], run: Load) {
  if (mode !== 'demo') {
    throw new StartError(
      'Nothing was changed: the folder entries/ is for the demonstration (MODE=demo), because its payments and ' +
        'scores are made up. Entries of a real site come from its entrants. Remove the folder and apply again.',
    )
  }
  const { addEntries } = await import('../../demo/entries/demo-entries.repository.ts')
  await addEntries(run)
}

/** What only the site can refuse: a season that it has and the files do not name. */
function explain(error: unknown): never {
  if (errorCode(error) !== '23P01') throw error
  throw new StartError(
    'Nothing was changed: with these files, phases or fee periods of a season would overlap with ' +
      'others that the site has. Export the site and compare the files below editions/.',
  )
}
