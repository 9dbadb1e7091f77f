import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Page } from '../lists/jury-entries.repository.ts'
import type { JuryScope } from '../jury.policy.ts'
import { inScope, ENTRY_LINK, type EntryLinkRow } from '../jury-scope.repository.ts'
import { PUBLIC_MAIL_DOMAINS, wordsOfAnswers, type IdentityWords } from '@awards/shared/domain'
import { z } from 'zod'

export type Redaction = { phrases: string[]; hidden_file_ids: string[]; version: number }

const NO_REDACTION: Redaction = { phrases: [], hidden_file_ids: [], version: 0 }

export type ReportRow = EntryLinkRow & {
  report_id: string
  note: string
  at: Date
  closed_at: Date | null
}

/** The tables `redactions` and `identity_reports`. */
export const redactionsRepository = (db: Db) => ({
  async find(id: string): Promise<Redaction> {
    const row = await db
      .selectFrom('redactions')
      .select(['phrases', 'hidden_file_ids', 'version'])
      .where('apply_order_id', '=', id)
      .executeTakeFirst()
    return row ?? NO_REDACTION
  },

  async upsert(id: string, redaction: Redaction, userId: string, at: Date) {
    const change = { ...redaction, by_user_id: userId, at }
    await db
      .insertInto('redactions')
      .values({ apply_order_id: id, ...change })
      .onConflict((conflict) => conflict.column('apply_order_id').doUpdateSet(change))
      .execute()
  },

  insertReport: (report: {
    entryId: string
    jurorId: string
    fileId: string | null
    note: string
    at: Date
  }) =>
    db
      .insertInto('identity_reports')
      .values({
        apply_order_id: report.entryId,
        juror_id: report.jurorId,
        file_id: report.fileId,
        note: report.note,
        at: report.at,
      })
      .execute(),

  reportsOf: (id: string) =>
    db
      .selectFrom('identity_reports')
      .select(['id', 'file_id', 'note', 'at', 'closed_at'])
      .where('apply_order_id', '=', id)
      .orderBy('at')
      .orderBy('id')
      .execute(),

  /** Closes the open reports of an entry, `only` those or all of them; answers how many there were. */
  async closeReports(
    id: string,
    { by, at, only }: { by: string; at: Date; only: readonly string[] | undefined },
  ): Promise<number> {
    const { numUpdatedRows } = await db
      .updateTable('identity_reports')
      .set({ closed_at: at, closed_by: by })
      .where('apply_order_id', '=', id)
      .$if(only !== undefined, (query) =>
        query.where('id', '=', sql<string>`any(${[...(only ?? [])]}::bigint[])`),
      )
      .where('closed_at', 'is', null)
      .executeTakeFirst()
    return Number(numUpdatedRows)
  },

  /** Reports of entries in scope, open ones first, then the newest. */
  async reports(
    scope: JuryScope,
    state: 'open' | 'closed' | undefined,
    { current, pageSize }: Page,
  ): Promise<{ rows: ReportRow[]; total: number }> {
    const from = sql`from identity_reports report
      join apply_orders entry on entry.id = report.apply_order_id
      join categories category on category.id = entry.category_id
      where ${inScope(scope)}
        and (${state ?? null}::text is null or (report.closed_at is null) = (${state ?? null} = 'open'))`
    const [{ rows }, counted] = await Promise.all([
      sql<ReportRow>`
        select report.id as report_id, ${ENTRY_LINK}, report.note, report.at, report.closed_at ${from}
        order by report.closed_at is not null, report.at desc, report.id desc
        limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(db),
      sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db),
    ])
    return { rows, total: counted.rows[0]?.total ?? 0 }
  },
})

type Source = {
  id: string
  answers: unknown
  names: (string | null)[]
  marks: (string | null)[]
  email: string
  phrases: string[] | null
}

const MIN_PART_LENGTH = 4
const text = z.string().optional().catch(undefined)
// Each answer parses on its own: an invalid one must not leave the names in the others unredacted.
const NamingAnswers = z.object({
  company: text,
  client: text,
  website_url: text,
  video_url: text,
  designers: z
    .array(z.object({ name: z.string() }))
    .optional()
    .catch(undefined),
})

export const NO_WORDS: IdentityWords = { phrases: [], names: [], marks: [] }

/** Words that identify the people behind entries, by entry ID, with the phrases that the organiser redacts. */
export async function identityWords(
  db: Db,
  entryIds: readonly string[],
): Promise<Map<string, IdentityWords>> {
  const { rows } = await sql<Source>`
    select entry.id, entry.answers, owner.email, redaction.phrases,
      array[owner.first_name || ' ' || owner.last_name, owner.company, owner.school, owner.billing ->> 'name',
        entry.winning_info ->> 'winner_name', entry.winning_info ->> 'certificate_name'] as names,
      array[owner.email, entry.agent_code, entry.invitation_code, entry.entry_no] || array(
        select file.original_name from entry_files link join stored_files file on file.id = link.file_id
        where link.apply_order_id = entry.id) || array(
        select file.original_name from entry_answer_files link
        join stored_files file on file.id = link.file_id
        where link.apply_order_id = entry.id) as marks
    from apply_orders entry
    join users owner on owner.id = entry.user_id
    left join redactions redaction on redaction.apply_order_id = entry.id
    where entry.id = any(${[...entryIds]}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, wordsOf(row)]))
}

function wordsOf({ answers, names, marks, email, phrases }: Source): IdentityWords {
  const fromAnswers = wordsOfAnswers(NamingAnswers.parse(answers ?? {}))
  return {
    phrases: phrases ?? [],
    names: [...fromAnswers.names, ...withoutNulls(names)],
    marks: [...fromAnswers.marks, ...withoutNulls(marks), ...emailParts(email)],
  }
}

const withoutNulls = (words: readonly (string | null)[]) => words.filter((word) => word !== null)

/** Local part and domain of an address; the domains of public mail providers identify nobody. */
function emailParts(email: string): string[] {
  const [local = '', host = ''] = email.split('@')
  const own = PUBLIC_MAIL_DOMAINS.includes(host.toLowerCase())
    ? []
    : [host, host.split('.').at(0) ?? '']
  return [local, ...own].filter((part) => part.length >= MIN_PART_LENGTH)
}
