import { PUBLIC_MAIL_DOMAINS, wordsOfAnswers, type IdentityWords } from '@awards/shared/domain'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../db/database.ts'

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
