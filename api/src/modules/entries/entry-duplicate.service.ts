import type { Answer, entriesAdded, Parsed } from '@awards/shared/contract'
import { StoredAnswers, type EntryDraft, type Language } from '@awards/shared/domain'
import type { Actor } from '../../http/actor.ts'
import type { AppContext } from '../../start/app-context.ts'
import { BusinessError } from '../../http/business-error.ts'
import { translated } from '../../lib/translated.ts'
import type { Db } from '../../db/database.ts'
import { limitCreation, ownEntry, requireEntrant, isOpenTo, openEdition } from './entry-access.ts'
import { createdOf, newEntry } from './entry-creation.service.ts'
import { entryFilesRepository } from './entry-files.repository.ts'
import { entriesRepository, type EntryRecord } from './entries.repository.ts'
import { openCategories } from './projects.repository.ts'
import { projectsRepository } from './projects.repository.ts'

type Input = Parsed<typeof entriesAdded.duplicate>
type Copied = Answer<typeof entriesAdded.duplicate>
const NOTHING_LEFT_OUT: Copied['left_out'] = { categories: [], chosen_category: null }

/**
 * Copies an entry into a new project, as a draft. The copy refers to the same stored files, so a file is
 * deleted only with the last entry that refers to it.
 */
export const entryDuplication = (context: AppContext) => ({
  async duplicate(actor: Actor, input: Input, language: Language): Promise<Copied> {
    await limitCreation(context, actor, 1)
    return context.db.transaction().execute(async (trx) => {
      await requireEntrant(trx, actor)
      const source = await ownEntry(trx, actor, input.apply_order_id)
      const projects = projectsRepository(trx)
      const { idempotency_key: key } = input
      const repeated = await projects.byKey(actor.id, key)
      if (repeated) return { ...(await createdOf(trx, repeated)), left_out: NOTHING_LEFT_OUT }

      const now = context.clock()
      const edition = await openEdition(trx, now, language)
      const { categories, left_out } = await categoriesForCopy(trx, source, language)
      const projectId = await projects.begin(actor.id, source.title, key)
      if (!projectId) {
        const concurrent = await createdOf(trx, await projects.byKey(actor.id, key))
        return { ...concurrent, left_out: NOTHING_LEFT_OUT }
      }
      const files = await entryFilesRepository(trx).of(source.id)
      const orders: Copied['orders'] = []
      for (const category of categories) {
        const entry = await newEntry(trx, now, actor, edition, category, {
          project_id: projectId,
          section_id: source.section_id,
          title: source.title,
          answers: copiedAnswers(StoredAnswers.parse(source.answers)),
        })
        await entryFilesRepository(trx).replace(
          entry.id,
          files.map(({ file_id, kind, sort, alt, credit }) => ({
            file_id,
            sort,
            alt,
            kind: kind as 'cover',
            credit: credit ?? undefined,
          })),
        )
        orders.push({ apply_order_id: entry.id, entry_no: entry.entry_no })
      }
      return { project_id: projectId, orders, left_out }
    })
  },
})

/** Copies texts and credits. Declarations, consents and dates are left out, since each call asks for them again. */
function copiedAnswers({
  rights_declaration: _rights,
  image_licence_consent: _licence,
  completion_date: _date,
  realisation: _realisation,
  ...answers
}: EntryDraft): EntryDraft {
  return answers
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
