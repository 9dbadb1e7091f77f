import {
  MOST_CATEGORIES,
  type Answer,
  type entries as calls,
  type entriesAdded,
  type Parsed,
} from '@awards/shared/contract'
import { StoredAnswers, type EntryDraft, type Language, type Question } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import { perNetwork } from '../../http/limits.ts'
import { translated } from '../../lib/localised.ts'
import type { AppContext } from '../../start/app-context.ts'
import { usersRepository } from '../accounts/users.repository.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { notYours, requireEntryRole } from '../studios/studio.service.ts'
import {
  entriesRepository,
  newJudgingNo,
  nextEntryNo,
  type EntryRecord,
} from './entries.repository.ts'
import { chosenCategories, heldEntryFor, isOpenTo, openEdition } from './entry-access.ts'
import { answerFilesRepository, entryFilesRepository } from './entry-files.repository.ts'
import {
  entryQuestionsRepository,
  openCategories,
  projectsRepository,
} from './entry-questions.repository.ts'

/** Rate limit for new entries of one account: above what an agency types, below what a script sends. */
const CREATION_LIMIT = { points: 120, seconds: 3_600 }

/** Counts new entries against the rate limit of the account, or throws 429. */
const limitCreation = (
  { config, limits }: AppContext,
  actor: Actor,
  entries: number,
): Promise<void> =>
  // Demo accounts are shared by all visitors, so they get the wider limit of a network.
  limits.take('entries_begun', actor.id, perNetwork(CREATION_LIMIT, config.mode), entries)

/**
 * Locks the account as an entrant's until the transaction ends, or throws 403 for a juror or an organiser: neither an
 * invitation to the jury nor a right can be taken on while an entry is being created.
 */
async function requireEntrant(trx: Db, actor: Actor): Promise<void> {
  const users = usersRepository(trx)
  if (await users.lockEntrant(actor.id)) {
    if ((await users.rightsOf(actor.id)).length === 0) return
    throw new BusinessError(403, 'Those who organise the programme do not enter works in it.', {
      reason: 'ORGANISER',
    })
  }
  throw new BusinessError(403, 'You are a member of the jury now. Jurors do not enter works.')
}

type Input = Parsed<typeof calls.entry>
type Created = Answer<typeof calls.entry>

/**
 * Creates a project with one entry per chosen category; a repeated idempotency key returns the first result, while
 * anything of it is left.
 */
export const entryCreation = (context: AppContext) => ({
  async create(actor: Actor, input: Input, language: Language): Promise<Created> {
    await limitCreation(context, actor, input.category_ids.length)
    return context.db.transaction().execute(async (trx) => {
      await requireEntrant(trx, actor)
      const projects = projectsRepository(trx)
      const { idempotency_key: key } = input
      const owner = await ownerOf(trx, actor, input)
      const repeated = await firstResult(trx, owner, key)
      if (repeated) return repeated

      const now = context.clock()
      const edition = await openEdition(trx, now, language)
      const categories = await chosenCategories(trx, input)
      const projectId = await beginOrLockProject(trx, owner, input)
      // The unique key conflicts: a concurrent request with the same key has created the project.
      if (!projectId) return createdOf(trx, await projects.byKey(owner, key))
      const content = input.project_id && (await contentOfWork(trx, projectId, edition.id))
      const orders: Created['orders'] = []
      for (const category of await withNumbers(trx, edition, categories)) {
        const entry = await newEntry(trx, now, actor, edition, category, {
          ...(content || withTitle(input.title)),
          user_id: owner,
          project_id: projectId,
          section_id: input.section_id,
        })
        orders.push({ apply_order_id: entry.id, entry_no: entry.entry_no })
      }
      return { project_id: projectId, orders }
    })
  },
})

type Edition = { id: string; year: number; season: number }
type Category = { id: string; code: string }
type Numbered = { id: string; entry_no: string }

type Place = { user_id: string; project_id: string; section_id: string }
type Files = Parameters<ReturnType<typeof entryFilesRepository>['replace']>[1]
/** What the entries of a work share; `links` are the files that answer questions, by question. */
type Content = {
  title: string
  country?: string | null
  step_completed?: number
  answers: EntryDraft
  files: Files
  links: ReadonlyMap<string, string>
}

const withTitle = (title: string): Content => ({
  title,
  answers: title ? { title } : {},
  files: [],
  links: new Map(),
})

/**
 * What a further entry of a work begins with, undefined for the first one of an edition: a save writes all drafts of
 * the work, so that an empty one would empty the others.
 */
async function contentOfWork(
  db: Db,
  projectId: string,
  editionId: string,
): Promise<Content | undefined> {
  const model = await entriesRepository(db).lockModel(projectId, editionId)
  if (!model) return undefined
  const { title, country, step_completed, answers } = model
  return {
    title,
    country,
    step_completed,
    answers: StoredAnswers.parse(answers),
    ...(await filesOf(db, model.id)),
  }
}

/** The files of an entry, as another one refers to them. */
async function filesOf(db: Db, id: string): Promise<Pick<Content, 'files' | 'links'>> {
  const files = await entryFilesRepository(db).of(id)
  const answerFiles = await answerFilesRepository(db).of(id)
  return {
    files: files.map(({ file_id, kind, sort, alt, credit }) => ({
      file_id,
      sort,
      alt,
      kind: kind as 'cover',
      credit: credit ?? undefined,
    })),
    links: new Map(answerFiles.map(({ question, file_id }) => [question, file_id])),
  }
}

/**
 * The categories in the order given, each with the number of its new entry. Numbers are taken in the order of the
 * categories' ids: each locks a counter until the commit, and two requests that lock the same two counters in opposite
 * orders would wait for each other (a deadlock).
 */
async function withNumbers(
  db: Db,
  edition: Edition,
  categories: readonly Category[],
): Promise<Numbered[]> {
  const numbered: Numbered[] = []
  const byId = [...categories.entries()].toSorted(([, a], [, b]) => (a.id < b.id ? -1 : 1))
  for (const [place, category] of byId) {
    numbered[place] = { id: category.id, entry_no: await nextEntryNo(db, edition, category) }
  }
  return numbered
}

/** Inserts a draft in one category, with its files, its numbers, its first event and its audit record. */
async function newEntry(
  db: Db,
  now: Date,
  actor: Actor,
  edition: Edition,
  category: Numbered,
  { answers, files, links, ...columns }: Content & Place,
) {
  const entry = await entriesRepository(db).insert({
    ...columns,
    entry_no: category.entry_no,
    judging_no: await newJudgingNo(db, edition.id),
    edition_id: edition.id,
    category_id: category.id,
    answers: JSON.stringify(answers),
    created_at: now,
    updated_at: now,
  })
  await entryFilesRepository(db).replace(entry.id, files)
  await answerFilesRepository(db).replace(entry.id, links)
  await entriesRepository(db).record(entry.id, 'created', now, { by: actor })
  await auditRepository(db).record(actor, 'entry.created', entry.id)
  return entry
}

/**
 * What an earlier request with the same idempotency key created. Undefined where all its entries were deleted or have
 * left the competition since: the project then gives its key back, so that the request creates anew. Without that, the
 * answer would name no entry, and the entrant could not begin one with the form that a lost answer left behind.
 */
async function firstResult(
  trx: Db,
  owner: string,
  key: string | undefined,
): Promise<Created | undefined> {
  const projects = projectsRepository(trx)
  const projectId = await projects.byKey(owner, key)
  if (!projectId) return undefined
  const created = await createdOf(trx, projectId)
  if (created.orders.length > 0) return created
  await projects.releaseKey(projectId)
  return undefined
}

/** The response for a project that exists already, for a repeated idempotency key. */
async function createdOf(db: Db, projectId: string | undefined): Promise<Created> {
  if (!projectId) throw new Error('A project was neither created nor found by its key')
  const siblings = await entriesRepository(db).siblings(projectId)
  return {
    project_id: projectId,
    orders: siblings.map(({ id, entry_no }) => ({ apply_order_id: id, entry_no })),
  }
}

type OwnedPlace = Pick<Input, 'project_id' | 'studio_id'>

/** The account that owns the new entries: that of the project, or of the studio for which a member enters a work. */
async function ownerOf(
  trx: Db,
  actor: Actor,
  { project_id, studio_id }: OwnedPlace,
): Promise<string> {
  const owner = project_id ? await projectsRepository(trx).ownerOf(project_id) : studio_id
  if (project_id && !owner) throw notYours()
  if (!owner || owner === actor.id) return actor.id
  const place = { user_id: owner, project_id: project_id ?? null }
  await requireEntryRole(trx, actor, place, 'edit', true)
  const users = usersRepository(trx)
  if (!(await users.lockEntrant(owner)) || (await users.rightsOf(owner)).length > 0) {
    throw notYours()
  }
  return owner
}

/**
 * Creates a project, or locks a known one to add categories to it. Returns undefined if a concurrent
 * request with the same idempotency key has created it.
 */
async function beginOrLockProject(
  db: Db,
  owner: string,
  input: Input,
): Promise<string | undefined> {
  const projects = projectsRepository(db)
  if (!input.project_id) return projects.begin(owner, input.title, input.idempotency_key)
  const own = await projects.lockOwn(owner, input.project_id)
  if (!own) throw notYours()
  const present = await entriesRepository(db).siblings(own)
  if (present.some(({ category_id }) => input.category_ids.includes(category_id))) {
    throw new BusinessError(422, {
      category_ids: ['This work is already entered in a category you chose'],
    })
  }
  // The contract limits one call; this limits the project.
  if (present.length + input.category_ids.length > MOST_CATEGORIES) {
    throw new BusinessError(422, { category_ids: ['Choose at most five categories'] })
  }
  return own
}

type CopyInput = Parsed<typeof entriesAdded.duplicate>
type Copied = Answer<typeof entriesAdded.duplicate>
const NOTHING_LEFT_OUT: Copied['left_out'] = { categories: [], chosen_category: null }

/**
 * Copies an entry into a new project, as a draft. The copy refers to the same stored files, so a file is
 * deleted only with the last entry that refers to it.
 */
export const entryDuplication = (context: AppContext) => ({
  async duplicate(actor: Actor, input: CopyInput, language: Language): Promise<Copied> {
    await limitCreation(context, actor, 1)
    return context.db.transaction().execute(async (trx) => {
      await requireEntrant(trx, actor)
      const source = await heldEntryFor(trx, actor, input.apply_order_id, 'edit')
      // A copy is a further work of the studio, which the role for a single work does not include.
      const owner = await ownerOf(trx, actor, { studio_id: source.user_id })
      const projects = projectsRepository(trx)
      const { idempotency_key: key } = input
      const repeated = await firstResult(trx, owner, key)
      if (repeated) return { ...repeated, left_out: NOTHING_LEFT_OUT }

      const now = context.clock()
      const edition = await openEdition(trx, now, language)
      const { categories, left_out } = await categoriesForCopy(trx, source, language)
      const projectId = await projects.begin(owner, source.title, key)
      if (!projectId) {
        const concurrent = await createdOf(trx, await projects.byKey(owner, key))
        return { ...concurrent, left_out: NOTHING_LEFT_OUT }
      }
      const asked = await entryQuestionsRepository(trx).live()
      const { files, links } = await filesOf(trx, source.id)
      const isAsked = ([question]: [string, string]) => asked.some(({ code }) => code === question)
      const content = {
        title: source.title,
        answers: copiedAnswers(StoredAnswers.parse(source.answers), asked),
        files,
        links: new Map([...links].filter(isAsked)),
      }
      const orders: Copied['orders'] = []
      for (const category of await withNumbers(trx, edition, categories)) {
        const entry = await newEntry(trx, now, actor, edition, category, {
          ...content,
          user_id: owner,
          project_id: projectId,
          section_id: source.section_id,
        })
        orders.push({ apply_order_id: entry.id, entry_no: entry.entry_no })
      }
      return { project_id: projectId, orders, left_out }
    })
  },
})

/** Copies texts and credits. Declarations, consents and dates are left out, since each call asks for them again. */
function copiedAnswers(
  {
    rights_declaration: _rights,
    image_licence_consent: _licence,
    completion_date: _date,
    realisation: _realisation,
    questions = {},
    ...answers
  }: EntryDraft,
  asked: readonly Question[],
): EntryDraft {
  const kept = asked.filter(({ code, kind }) => kind !== 'consent' && code in questions)
  if (kept.length === 0) return answers
  const copied = Object.fromEntries(kept.map(({ code }) => [code, questions[code] ?? null]))
  return { ...answers, questions: copied }
}

/**
 * The categories of the work that are still open to its section. If none is, the draft goes into the first
 * open category of the same group until the entrant chooses another.
 */
async function categoriesForCopy(db: Db, source: EntryRecord, language: Language) {
  const siblings = await entriesRepository(db).siblings(source.project_id)
  const former = [source, ...siblings.filter(({ id }) => id !== source.id)]
  const open = (await openCategories(db).execute()).filter((category) =>
    isOpenTo(source.section_code, category),
  )
  // A Set, since a work may have withdrawn from a category and entered it again.
  const formerIds = new Set(former.map(({ category_id }) => category_id))
  const stillOpen = [...formerIds].flatMap((formerId) => open.filter(({ id }) => id === formerId))
  const closed = former.filter(({ category_id }) => !open.some(({ id }) => id === category_id))
  const categories = closed.map((one) => translated(one.category_name, language))
  if (stillOpen.length > 0) {
    return { categories: stillOpen, left_out: { categories, chosen_category: null } }
  }

  const group = await entriesRepository(db).groupOf(source.category_id)
  const chosen = open.find(({ parent_id }) => parent_id === group) ?? open[0]
  if (!chosen) {
    throw new BusinessError(
      423,
      'No category is open to the section of this entry. Begin a new entry and choose another section.',
      { reason: 'NO_CATEGORY' },
    )
  }
  const chosen_category = translated(chosen.name, language)
  return { categories: [chosen], left_out: { categories, chosen_category } }
}
