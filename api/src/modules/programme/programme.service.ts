import { dayIn } from '@awards/shared/domain'
import { randomBytes } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import type { AppContext } from '../../start/app-context.ts'
import { errorCode, StartError, violatedConstraint } from '../../lib/errors.ts'
import { hashPassword } from '../accounts/password.ts'
import {
  pruneCategories,
  putCatalogue,
  putEditions,
  putPackages,
  putQuestions,
  requireUnscoredRules,
} from './catalogue.repository.ts'
import { putContent } from './content.repository.ts'
import { addAccounts, putCodes, putJurors } from './people.repository.ts'
import {
  storeOriginals,
  pictureFinder,
  putFocus,
  storePictures,
  listPictureFiles,
  type PictureFile,
} from './pictures.service.ts'
import {
  namesById,
  readAnchor,
  lockProgramme,
  rolledBack,
  type Change,
  type Load,
} from './rows.repository.ts'
import { identifiersIn, buildPlan, type Plan, type PlannedChange } from './plan.ts'
import { versionsRepository, type DeskChange } from './desk/drafts.repository.ts'
import { exportedVersion } from './export/export.service.ts'
import { programmeDate } from './read/programme-source.ts'
import { openFolder, type ProgrammeOrigin, type Programme } from './read/programme-files.ts'
import { readProgramme } from './read/read-programme.ts'

type Context = Pick<AppContext, 'config' | 'db' | 'storage' | 'clock' | 'publicCache'>
type LoadContext = Pick<Context, 'config' | 'db' | 'clock'>
type Options = {
  /** Id of the plan that was reviewed; the run refuses to do anything else. */
  expected?: string | undefined
  /** Also undoes changes of the organiser's desk that the folder does not know. */
  isOverwriting?: boolean | undefined
  /** Called after each encoded picture. */
  onProgress?: (done: number, total: number) => void
  /** Queue of a server that makes the larger sizes of pictures after this call; without it they are made in it. */
  deferredTo?: AppContext['jobs']
}

/**
 * Loads the programme folder into the site and returns what changed. Idempotent: a second run with the same files
 * changes nothing. Throws ProgrammeError for invalid files, StartError when `expected` is not the current plan, or when
 * a change of the organiser's desk would be undone that the folder does not know.
 */
export async function applyProgramme(
  context: Context,
  folder: string,
  { expected, onProgress, deferredTo, isOverwriting = false }: Options = {},
): Promise<Plan> {
  const origin = await openFolder(folder)
  const programme = await readProgramme(origin, await readAnchor(context.db))
  const pictureFiles = await listPictureFiles(programme)
  // Checked before pictures are encoded, which takes minutes, and again inside the transaction.
  if (expected) requireSamePlan(expected, await dryRun(context, programme, pictureFiles))
  await storePictures(context, folder, pictureFiles, { onProgress, deferredTo })
  await storeOriginals(context, folder, pictureFiles)
  const plan = await context.db.transaction().execute(async (trx) => {
    const applied = await load({ ...context, db: trx }, programme, pictureFiles, { isPlan: false })
    if (expected) requireSamePlan(expected, applied)
    const undone = await changesUndone(trx, origin, applied)
    if (undone.length > 0 && !isOverwriting) throw undoesDesk(undone)
    await versionsRepository(trx).add({
      source: 'files',
      applied_by: null,
      applied_at: context.clock(),
    })
    return applied
  })
  await context.publicCache.settle()
  return plan
}

/** Returns what `applyProgramme` would change, and which changes of the desk it would undo; writes nothing. */
export async function planProgramme(
  context: Context,
  folder: string,
): Promise<Plan & { undoes: DeskChange[] }> {
  const origin = await openFolder(folder)
  const programme = await readProgramme(origin, await readAnchor(context.db))
  const plan = await dryRun(context, programme, await listPictureFiles(programme))
  return { ...plan, undoes: await changesUndone(context.db, origin, plan) }
}

/** Returns what the whole programme of the desk would change. Throws ProgrammeError for invalid documents. */
export async function planDocuments(context: LoadContext, origin: ProgrammeOrigin): Promise<Plan> {
  const programme = await readProgramme(origin, await readAnchor(context.db))
  return dryRun(context, programme, await listPictureFiles(programme), true)
}

/**
 * Loads the whole programme of the desk within the transaction of `context.db`. Pictures are stored already; what the
 * documents do not name is removed. Throws as `planDocuments`.
 */
export async function applyDocuments(context: LoadContext, origin: ProgrammeOrigin): Promise<Plan> {
  const programme = await readProgramme(origin, await readAnchor(context.db))
  const pictureFiles = await listPictureFiles(programme)
  return load(context, programme, pictureFiles, { isPlan: false, isWhole: true })
}

/**
 * Changes of the desk that a folder would undo: records and fields that it changes too, in versions that it does not
 * know. A folder knows what was live when it was exported, and what was live when files were applied.
 */
async function changesUndone(
  db: Db,
  origin: ProgrammeOrigin,
  { changes }: Plan,
): Promise<DeskChange[]> {
  const unknown = await versionsRepository(db).unknownTo(await exportedVersion(origin))
  return unknown.filter(({ change }) => changes.some((planned) => isSameField(change, planned)))
}

const isSameField = (one: PlannedChange, other: PlannedChange) =>
  one.table === other.table &&
  one.record === other.record &&
  (one.kind !== 'changed' ||
    other.kind !== 'changed' ||
    one.fields.some((field) =>
      other.fields.some((its) => its.field === field.field && its.language === field.language),
    ))

const undoesDesk = (changes: readonly DeskChange[]) =>
  new StartError(
    `Nothing was changed: these files would undo ${changes.length} changes that the organiser's desk made since ` +
      'they were exported. Export the site and bring your changes into that folder, or add --overwrite to undo them.',
  )

/** Runs the load and takes it back: within a transaction of the caller, or one of its own. */
async function dryRun(
  context: LoadContext,
  programme: Programme,
  pictureFiles: readonly PictureFile[],
  isWhole = false,
): Promise<Plan> {
  const { db } = context
  if (!db.isTransaction) {
    return db
      .transaction()
      .execute((trx) => dryRun({ ...context, db: trx }, programme, pictureFiles, isWhole))
  }
  return rolledBack(db, () => load(context, programme, pictureFiles, { isPlan: true, isWhole }))
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
  { isPlan, isWhole = false }: { isPlan: boolean; isWhole?: boolean },
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
    isWhole,
    changes,
    counts,
    when: (text: string) => programmeDate(text, anchor, timezone),
    picture: pictures.find,
  }
  // The demo password is in a public file; a production site gets a random one.
  const secret = (config.mode === 'demo' && password) || randomBytes(24).toString('base64url')

  await putFocus(run)
  await putCatalogue(run)
  await requireUnscoredRules(trx, changes)
  await putQuestions(run)
  await putEditions(run).catch(explainViolation)
  await putPackages(run)
  await putContent(run)
  await addAccounts(run, () => hashPassword(secret))
  await putJurors(run)
  await putCodes(run)
  await pruneCategories(run).catch(explainViolation)
  if (programme.entries.length > 0) await addDemoEntries(config, run)
  const ids = changes.flatMap(({ key, before, after }) => identifiersIn([key, before, after]))
  return buildPlan({
    programme,
    changes,
    counts,
    anchor,
    now,
    isWhole,
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

/** Explains a violation: phases overlap with those of another season, or a season or category to remove is in use. */
function explainViolation(error: unknown): never {
  if (violatedConstraint(error)?.startsWith('broadcasts_')) {
    throw new StartError(
      'Nothing was changed: a broadcast names a season or category that would be removed. Remove its draft, or leave ' +
        'the season or category in.',
    )
  }
  if (errorCode(error) === '23503') {
    throw new StartError(
      'Nothing was changed: a season or category that would be removed has entries or judging already. Leave it in.',
    )
  }
  if (errorCode(error) !== '23P01') throw error
  throw new StartError(
    'Nothing was changed: phases or fee periods of a season would overlap with those of another. Compare their dates.',
  )
}
