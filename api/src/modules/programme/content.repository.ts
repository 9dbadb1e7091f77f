import { POLICY_TYPES, type Translated, dayIn, type Focus } from '@awards/shared/domain'
import { StartError } from '../../lib/errors.ts'
import { translatedHtml } from './read/programme-texts.ts'
import {
  pruneRows,
  type Target,
  upsert,
  upsertAndPrune,
  type Load,
  type Rows,
} from './rows.repository.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { StoredPicture } from '../../files/pictures/picture-jobs.ts'

/** Editorial content. The files own these tables: rows that they no longer name are deleted. */
export async function putContent(load: Load): Promise<void> {
  const { banners, blocks, news, press, faq, regulations, policies, programme } = load.programme
  const zone = programme.value.timezone
  const day = (text: string) => dayIn(load.when(text), zone)

  await upsertAndPrune(
    load,
    { table: 'banners', key: ['code'] },
    banners.value.map(({ image, mobile_image, alt, link, link_label, ...banner }) => ({
      ...banner,
      ...visibilityColumns(load, banner),
      mobile_file_id: mobile_image ? load.picture(mobile_image) : null,
      link_label: link_label ?? null,
      image_file_id: load.picture(image),
      alt: alt ?? null,
      link: link === '' ? null : link,
    })),
  )
  await upsertAndPrune(
    load,
    { table: 'blocks', key: ['code'] },
    blocks.value.map(({ image, alt, body, ...block }) => ({
      ...block,
      ...visibilityColumns(load, block),
      ...written(body),
      image_file_id: image ? load.picture(image) : null,
      alt: alt ?? null,
    })),
  )
  await upsertAndPrune(
    load,
    { table: 'articles', key: ['slug'] },
    news.map(({ value: { cover, alt, published_at, ...article }, bodies }) => ({
      ...article,
      ...written(bodies),
      cover_file_id: load.picture(cover),
      cover_alt: alt ?? null,
      published_at: load.when(published_at),
    })),
  )
  await upsertAndPrune(
    load,
    { table: 'media_reports', key: ['code'] },
    press.value.map(({ published_at, ...report }) => ({ ...report, date: day(published_at) })),
  )
  await upsertAndPrune(
    load,
    { table: 'faqs', key: ['code'] },
    faq.value.questions.map(({ code, group, q, a, ...question }, sort) => ({
      code,
      ...visibilityColumns(load, question),
      group_code: group,
      grouping: faq.value.groups[group],
      question: q,
      ...written(a),
      sort,
    })),
  )
  await putRules(
    load,
    { table: 'regulation_versions', key: ['version'] },
    regulations.map(({ value: { version, effective_at, pdf } }) => ({
      version,
      effective_at: day(effective_at),
      pdf_url: pdf ?? null,
    })),
  )
  const versions = regulations.map(({ value }) => value.version)
  await upsertAndPrune(
    load,
    {
      table: 'regulation_chapters',
      key: ['version', 'number'],
      within: { column: 'version', values: versions },
    },
    regulations.flatMap(({ value: { version }, chapters }) =>
      chapters.map(({ value: { title }, bodies }, index) => ({
        version,
        number: index + 1,
        title,
        ...written(bodies),
      })),
    ),
  )
  await putRules(
    load,
    { table: 'policies', key: ['type', 'version'] },
    policies.map(({ value, bodies }) => ({
      type: POLICY_TYPES[value.type],
      version: value.version,
      title: value.title,
      ...written(bodies),
      effective_at: day(value.effective_at),
    })),
  )
  await putDocuments(load)
}

/**
 * Versions of regulations or of a policy. Those that the files leave out stay, since people have agreed to them; the
 * desk takes back one that does not hold yet, and is refused for another.
 */
async function putRules(load: Load, target: Target, rows: Rows) {
  const { programme, now, trx } = load
  await upsert(load, target, rows)
  if (!load.isWhole) return
  const removed = await pruneRows(trx, target, rows)
  const today = dayIn(now, programme.programme.value.timezone)
  const held = removed.find(({ before }) => String(before['effective_at']) <= today)
  if (held) {
    throw new StartError(
      `Nothing was changed: version ${held.key.at(-1)} of the rules has held already, so that it stays.`,
    )
  }
  load.changes.push(...removed)
}

/** Columns of a text: the Markdown source and its sanitized HTML. */
const written = (texts: Translated) => ({ markdown: texts, html: translatedHtml(texts) })

type Visibility = { starts_at?: string | undefined; ends_at?: string | undefined }
const visibilityColumns = ({ when }: Load, { starts_at, ends_at }: Visibility) => ({
  starts_at: starts_at ? when(starts_at) : null,
  ends_at: ends_at ? when(ends_at) : null,
})

/** Rows of `site_documents`: programme, bank, contact and about. */
async function putDocuments(load: Load) {
  const { programme, contact, about, fees, scoring } = load.programme
  const { code, name, tagline, organiser, primary_colour } = programme.value
  const { timezone, currency, bank, certificate, number_prefix } = programme.value
  const { emails, phone, address, hours, answer_time, social, map_url } = contact.value
  const documents = {
    programme: {
      number_prefix: number_prefix ?? code.slice(0, 2).toUpperCase(),
      code,
      name,
      tagline,
      organiser,
      primary_colour,
      timezone,
      currency,
      certificate,
      student_package_percent: fees.value.student_package_percent,
      jurors_per_entry: programme.value.jurors_per_entry ?? scoring.value.jurors_per_entry,
      anchor: load.anchor,
    },
    bank,
    contact: {
      email: emails.general,
      press_email: emails.press,
      entries_email: emails.entries,
      privacy_email: emails.privacy,
      phone,
      address: [organiser.name, address.street, `${address.postal_code} ${address.city}`],
      place: address,
      hours,
      answer_time,
      social,
      map_url,
    },
    about: {
      title: about.value.title,
      ...written(about.value.story),
      image_file_id: load.picture(about.value.image),
      alt: about.value.alt,
      figures: about.value.figures,
      team: about.value.team,
      partners: about.value.partners,
    },
  }
  const rows = Object.entries(documents).map(([code, document]) => ({ code, document }))
  await upsert(load, { table: 'site_documents', key: ['code'] }, rows)
}

/** Original files of the programme's pictures, which an export writes back unchanged. */
export const originalsRepository = (db: Db) => ({
  /** SHA-256 (hex) of stored programme pictures without an original file. */
  async withoutOriginal(): Promise<Set<string>> {
    const rows = await db
      .selectFrom('stored_files')
      .select(sql<string>`encode(sha256, 'hex')`.as('sha256'))
      .where('purpose', '=', 'programme')
      .where('status', '=', 'ready')
      .where('sha256', 'is not', null)
      .where('source_key', 'is', null)
      .execute()
    return new Set(rows.map(({ sha256 }) => sha256))
  },

  /** Sets the storage key of the original file, unless there is one. */
  setOriginal: (sha256: string, key: string) =>
    db
      .updateTable('stored_files')
      .set({ source_key: key })
      .where('purpose', '=', 'programme')
      .where('sha256', '=', Buffer.from(sha256, 'hex'))
      .where('source_key', 'is', null)
      .execute(),
})

/** Value of `stored_files.purpose`: pictures of the site have no owner, pictures of an entry its entrant. */
export type PictureKind = 'programme' | 'entry_image'
type PictureFile = { file: string; kind: PictureKind; sha256: string }

/** Stored pictures of the programme, identified by the SHA-256 of their file. */
export const picturesRepository = (db: Db) => ({
  /** Map of "kind sha256" to the id of the stored file; the oldest wins. */
  async stored(): Promise<Map<string, string>> {
    const rows = await db
      .selectFrom('stored_files')
      .select(['id', 'purpose', 'sha256'])
      .where('purpose', 'in', ['programme', 'entry_image'])
      .where('status', '=', 'ready')
      .where('sha256', 'is not', null)
      .orderBy('id', 'desc')
      .execute()
    return new Map(
      rows.map(({ id, purpose, sha256 }) => [`${purpose} ${sha256?.toString('hex')}`, id]),
    )
  },

  /** Returns the id of the stored file. */
  async insert(
    picture: PictureFile,
    { width, height, colour, phash, variants, bytes }: StoredPicture & { bytes: number },
  ): Promise<string> {
    const { id } = await db
      .insertInto('stored_files')
      .values({
        ...columns(picture),
        bytes: String(bytes),
        width,
        height,
        colour,
        phash,
        variants: JSON.stringify(variants),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  /** Notes what crops keep of a picture; returns what it was if that differs. */
  async setFocus(id: string, focus: Focus): Promise<{ before: string | null } | undefined> {
    const { rows } = await sql<{ before: string | null }>`
      with old as (select id, variants ->> 'focus' as before from stored_files where id = ${id})
      update stored_files set variants = variants || ${JSON.stringify({ focus })}::jsonb
      from old where stored_files.id = old.id and old.before is distinct from ${focus}
      returning old.before`.execute(db)
    return rows[0]
  },

  /** Inserts a placeholder without variants, for a dry run that is rolled back. */
  insertPlanned: (picture: PictureFile) =>
    db.insertInto('stored_files').values(columns(picture)).execute(),

  /** Makes a user the owner of files that have none. */
  setOwner: (fileIds: string[], ownerId: string) =>
    db
      .updateTable('stored_files')
      .set({ owner_id: ownerId })
      .where('id', 'in', fileIds)
      .where('owner_id', 'is', null)
      .execute(),
})

const columns = ({ file, kind, sha256 }: PictureFile) => ({
  purpose: kind,
  status: 'ready',
  original_name: file.slice(file.lastIndexOf('/') + 1),
  mime: 'image/jpeg',
  sha256: Buffer.from(sha256, 'hex'),
})
