import type { EntryDraft } from '@awards/shared/domain'
import type { Actor } from '../../http/actor.ts'
import type { Db } from '../../db/database.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { newJudgingNo, nextEntryNo } from './entry-numbers.ts'
import { entriesRepository } from './entries.repository.ts'

type Edition = { id: string; year: number; season: number }
type Category = { id: string; code: string }
type Content = { project_id: string; section_id: string; title: string; answers: EntryDraft }

/** A draft in one category, with its numbers and the first line of its record. */
export async function newEntry(
  db: Db,
  now: Date,
  actor: Actor,
  edition: Edition,
  category: Category,
  { answers, ...content }: Content,
) {
  const entry = await entriesRepository(db).insert({
    ...content,
    entry_no: await nextEntryNo(db, edition, category),
    judging_no: await newJudgingNo(db, edition.id),
    edition_id: edition.id,
    user_id: actor.id,
    category_id: category.id,
    answers: JSON.stringify(answers),
    created_at: now,
    updated_at: now,
  })
  await entriesRepository(db).record(entry.id, 'created', now)
  await auditRepository(db).record(actor, 'entry.created', entry.id)
  return entry
}
