import { dayIn } from '@awards/shared/domain'
import { randomBytes } from 'node:crypto'
import type { AppContext } from '../../start/app-context.ts'
import { errorCode, StartError } from '../../lib/errors.ts'
import { hashPassword } from '../accounts/password.ts'
import { putCatalogue, putEditions, putPackages } from './catalogue.repository.ts'
import { putContent } from './content.repository.ts'
import { addAccounts, putCodes, putJurors } from './people.repository.ts'
import {
  storeOriginals,
  pictureFinder,
  storePictures,
  listPictureFiles,
  type PictureFile,
} from './pictures.service.ts'
import { namesById, readAnchor, lockProgramme, type Change } from './rows.repository.ts'
import { identifiersIn } from './plan-fields.ts'
import { buildPlan, type Plan } from './plan.ts'
import type { Load } from './programme-load.ts'
import { programmeDate } from './read/programme-dates.ts'
import { readProgramme } from './read/read-programme.ts'
import type { Programme } from './read/programme-files.ts'

type Context = Pick<AppContext, 'config' | 'db' | 'storage' | 'clock' | 'publicCache'>
type LoadContext = Pick<Context, 'config' | 'db' | 'clock'>
type Options = {
  /** Id of the plan that was reviewed; the run refuses to do anything else. */
  expected?: string | undefined
  /** Called after each encoded picture. */
  onProgress?: (done: number, total: number) => void
  /** Queue of a server that makes the larger sizes of pictures after this call; without it they are made in it. */
  deferredTo?: AppContext['jobs']
}

/** Thrown to roll back the transaction of a dry run. */
class PlanRollback extends Error {}

/**
 * Loads the programme folder into the site and returns what changed. Idempotent: a second run with the same files
 * changes nothing. Throws ProgrammeError for invalid files, StartError when `expected` is not the current plan.
 */
export async function applyProgramme(
  context: Context,
  folder: string,
  { expected, onProgress, deferredTo }: Options = {},
): Promise<Plan> {
  const programme = await readProgramme(folder, await readAnchor(context.db))
  const pictureFiles = await listPictureFiles(programme)
  // Checked before pictures are encoded, which takes minutes, and again inside the transaction.
  if (expected) requireSamePlan(expected, await dryRun(context, programme, pictureFiles))
  await storePictures(context, folder, pictureFiles, { onProgress, deferredTo })
  await storeOriginals(context, folder, pictureFiles)
  const plan = await context.db.transaction().execute(async (trx) => {
    const applied = await load({ ...context, db: trx }, programme, pictureFiles, false)
    if (expected) requireSamePlan(expected, applied)
    return applied
  })
  await context.publicCache.settle()
  return plan
}

/** Returns what `applyProgramme` would change; writes nothing. */
export async function planProgramme(context: Context, folder: string): Promise<Plan> {
  const programme = await readProgramme(folder, await readAnchor(context.db))
  return dryRun(context, programme, await listPictureFiles(programme))
}

/** Runs the load in a transaction that is rolled back. */
async function dryRun(
  context: Context,
  programme: Programme,
  pictureFiles: readonly PictureFile[],
): Promise<Plan> {
  let plan: Plan | undefined
  await context.db
    .transaction()
    .execute(async (trx) => {
      plan = await load({ ...context, db: trx }, programme, pictureFiles, true)
      throw new PlanRollback()
    })
    .catch((error: unknown) => {
      if (!(error instanceof PlanRollback)) throw error
    })
  if (!plan) throw new Error('There is no plan')
  return plan
}

function requireSamePlan(expected: string, { plan }: Plan) {
  if (plan === expected) return
  throw new StartError(
    `Nothing was changed: the plan ${expected} no longer holds, because the files or the content of ` +
      `the site have changed since. Look at the plan again (it is ${plan} now), then apply that one.`,
  )
}

async function load(
  { config, clock, db: trx }: LoadContext,
  programme: Programme,
  pictureFiles: readonly PictureFile[],
  isPlan: boolean,
): Promise<Plan> {
  await lockProgramme(trx)
  const { timezone, password } = programme.programme.value
  const now = clock()
  const anchor = (await readAnchor(trx)) ?? dayIn(now, timezone)
  const pictures = await pictureFinder(trx, pictureFiles, isPlan)
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
  // The demo password is in a public file; a production site gets a random one.
  const secret = (config.mode === 'demo' && password) || randomBytes(24).toString('base64url')

  await putCatalogue(run)
  await putEditions(run).catch(explainOverlap)
  await putPackages(run)
  await putContent(run)
  await addAccounts(run, await hashPassword(secret))
  await putJurors(run)
  await putCodes(run)
  if (programme.entries.length > 0) await addDemoEntries(config, run)
  const ids = changes.flatMap(({ key, before, after }) => identifiersIn([key, before, after]))
  return buildPlan({
    programme,
    changes,
    counts,
    anchor,
    now,
    names: await namesById(trx, [...new Set(ids)]),
    pictures: { missing: pictures.missing, hashes: pictureFiles.map(({ sha256 }) => sha256) },
  })
}

/**
 * Loads entries with made-up payments and scores, in demo mode only. Imports the code on demand: a production
 * process never has it in memory.
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

/** Explains an exclusion violation: phases overlap with those of a season that only the database has. */
function explainOverlap(error: unknown): never {
  if (errorCode(error) !== '23P01') throw error
  throw new StartError(
    'Nothing was changed: with these files, phases or fee periods of a season would overlap with ' +
      'others that the site has. Export the site and compare the files below editions/.',
  )
}
