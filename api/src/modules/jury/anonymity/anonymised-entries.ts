import {
  TABLE_COLUMNS,
  columnFacts,
  readsOf,
  type ColumnReaders,
  type Picture,
  type ReadColumn,
  type TableColumn,
} from '@awards/shared/contract'
import {
  blindTitle,
  type PhaseCapabilities,
  blindText,
  type IdentityWords,
} from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import type { Db } from '../../../db/database.ts'
import { editionsRepository } from '../../editions/editions.repository.ts'
import { identityWords } from './redactions.repository.ts'
import type { JuryEntry, JuryFilter } from '../lists/jury-entries.repository.ts'
import { has } from '../jury.policy.ts'
import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto'
import {
  PICTURE_SIZES,
  pictureAt,
  type StoredSize,
  type PictureRow,
} from '../../../files/pictures/picture.ts'
import { PICTURE_LINK_SECONDS } from '../../../lib/signed-token.ts'

/** Stored columns that some readers may not see. */
type HideableColumn = ReadColumn<Exclude<ColumnReaders, 'all'>>

/** A list row for one reader: anonymised where required, with a cover URL of the reader's own. */
export type AnonymisedEntry = Omit<JuryEntry, HideableColumn> & {
  [Column in HideableColumn]: JuryEntry[Column] | null
} & { readonly cover: Picture | null }

type BlindRule = Pick<PhaseCapabilities, 'blind_entrant'>

/** Levels 2 and 3 always read anonymised entries, the chair until the results are published. */
export const isAnonymous = ({ identity }: Actor, { blind_entrant }: BlindRule): boolean =>
  identity !== 1 || blind_entrant

/** Columns of the chair's table that the reader may not see. Fee managers read codes even while entries are anonymised. */
function hiddenColumns(actor: Actor, rule: BlindRule): readonly TableColumn[] {
  const isNamed = !isAnonymous(actor, rule)
  const seesFees = has(actor, 'can_manage_fees')
  const reads: Record<ColumnReaders, boolean> = {
    all: true,
    named: isNamed,
    fees: seesFees,
    named_or_fees: isNamed || seesFees,
  }
  const keys = Object.keys(TABLE_COLUMNS) as TableColumn[]
  return keys.filter((key) => !reads[columnFacts(key).readers])
}

/** Anonymises list rows for a reader. The only place that adds titles and pictures to them. */
export async function anonymisedEntries(
  context: AppContext,
  actor: Actor,
  rows: readonly JuryEntry[],
  rule: BlindRule,
): Promise<AnonymisedEntry[]> {
  const ids = rows.map(({ id }) => id)
  const words = isAnonymous(actor, rule) ? await identityWords(context.db, ids) : new Map()
  const hidden = hiddenColumns(actor, rule).flatMap(readsOf)
  const nulls = Object.fromEntries(hidden.map((column) => [column, null]))
  return rows.map((row) => {
    const shown = { ...anonymisedRow(row, words.get(row.id)), ...nulls }
    const file = { entry_id: row.id, file_id: row.cover_file_id }
    const alt = shown.cover_alt ?? shown.title
    return { ...shown, cover: sheetPicture(context, actor.id, file, row, alt) }
  })
}

/** Redacts the titles of rows for a chair, until the results of their edition are published. */
export async function withChairTitles<Row extends { apply_order_id: string; title: string }>(
  { clock }: Pick<AppContext, 'clock'>,
  db: Db,
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = rows.map(({ apply_order_id }) => apply_order_id)
  const words = await identityWords(db, await blindEntryIds(db, ids, clock()))
  return rows.map((row) => {
    const identity = words.get(row.apply_order_id)
    return identity ? { ...row, title: blindTitle(row.title, identity) } : row
  })
}

/** IDs of the entries whose edition is still anonymised for the chair. */
async function blindEntryIds(db: Db, ids: readonly string[], now: Date): Promise<string[]> {
  const editions = editionsRepository(db)
  const blind: string[] = []
  for (const [edition, entries] of await editions.entriesByEdition(ids)) {
    const { capabilities } = await editions.stageOf(edition, now)
    if (capabilities.blind_entrant) blind.push(...entries)
  }
  return blind
}

/** Removes the filters and the order that would reveal columns hidden from the reader. */
export function allowedFilter(actor: Actor, filter: JuryFilter, rule: BlindRule): JuryFilter {
  const hidden = hiddenColumns(actor, rule)
  const names: readonly string[] = [...hidden, ...hidden.flatMap(readsOf)]
  const orders = hidden.map((key) => columnFacts(key).sort)
  const isOrderHidden = orders.includes(filter.sort?.replace(/^-/, ''))
  return {
    ...Object.fromEntries(Object.entries(filter).filter(([name]) => !names.includes(name))),
    isBlind: isAnonymous(actor, rule),
    ...(filter.sort !== undefined && isOrderHidden && { sort: undefined }),
  }
}

const EXPIRY_STEP_SECONDS = 300
const [NONCE_BYTES, TAG_BYTES, BODY_BYTES] = [12, 16, 29]
const CIPHER = 'aes-256-gcm'

/** Contents of an encrypted picture URL. `expires` is in Unix seconds. */
type SheetTicket = {
  readonly user_id: string
  readonly entry_id: string
  readonly file_id: string
  readonly size: StoredSize
  readonly expires: number
}

const keyOf = (secret: string) => createHash('sha256').update(`sheet:${secret}`).digest()

/**
 * URL of a picture for one juror. AES-256-GCM hides the file ID and the storage key, so that the URL cannot be
 * matched with the public one after publication. The nonce is an HMAC of the ticket and the expiry is rounded to
 * five minutes: a juror gets the same URL meanwhile, which the browser can cache.
 */
function sheetPictureUrl(
  secret: string,
  now: Date,
  { user_id, entry_id, file_id, size }: Omit<SheetTicket, 'expires'>,
): string {
  const end = Math.floor(now.getTime() / 1_000) + PICTURE_LINK_SECONDS
  const body = Buffer.alloc(BODY_BYTES)
  for (const [index, id] of [user_id, entry_id, file_id].entries()) {
    body.writeBigUInt64BE(BigInt(id), index * 8)
  }
  body.writeUInt32BE(end - (end % EXPIRY_STEP_SECONDS), 24)
  body.writeUInt8(PICTURE_SIZES.indexOf(size), 28)
  const key = keyOf(secret)
  const nonce = createHmac('sha256', key).update(body).digest().subarray(0, NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce)
  const sealed = Buffer.concat([nonce, cipher.update(body), cipher.final(), cipher.getAuthTag()])
  return `/files/sheet/${sealed.toString('base64url')}`
}

/** Decrypts a ticket by any of the secrets; undefined if it is not authentic. */
export function readSheetTicket(secrets: readonly string[], text: string): SheetTicket | undefined {
  const sealed = Buffer.from(text, 'base64url')
  if (sealed.length !== NONCE_BYTES + BODY_BYTES + TAG_BYTES) return undefined
  for (const secret of secrets) {
    const ticket = openTicket(secret, sealed)
    if (ticket) return ticket
  }
  return undefined
}

function openTicket(secret: string, sealed: Buffer): SheetTicket | undefined {
  const opened = createDecipheriv(CIPHER, keyOf(secret), sealed.subarray(0, NONCE_BYTES))
  opened.setAuthTag(sealed.subarray(NONCE_BYTES + BODY_BYTES))
  try {
    const body = Buffer.concat([
      opened.update(sealed.subarray(NONCE_BYTES, NONCE_BYTES + BODY_BYTES)),
      opened.final(),
    ])
    const id = (at: number) => String(body.readBigUInt64BE(at))
    const size = PICTURE_SIZES[body.readUInt8(28)]
    if (!size) return undefined
    return {
      user_id: id(0),
      entry_id: id(8),
      file_id: id(16),
      size,
      expires: body.readUInt32BE(24),
    }
  } catch {
    return undefined
  }
}

/** Pseudonymous file ID for jurors; it cannot be matched with the ID that visitors see after publication. */
export function anonymousFileId(secret: string, entryId: string, fileId: string): string {
  const digest = createHmac('sha256', `sheet:${secret}`).update(`${entryId}:${fileId}`).digest()
  return String(BigInt.asUintN(59, digest.readBigUInt64BE(0)) + 1n)
}

const RESERVED_NAME = /^(con|prn|aux|nul|com\d|lpt\d|)$/i

/** Folder name from a judging number: letters and digits, no reserved Windows name, unique among `used` (which grows). */
export function neutralFolder(judgingNo: string, used: Set<string>): string {
  const alphanumeric = judgingNo.replaceAll(/[^A-Za-z0-9]/g, '')
  const base = RESERVED_NAME.test(alphanumeric) ? `E${alphanumeric}` : alphanumeric
  let folder = base
  for (let count = 2; used.has(folder.toLowerCase()); count += 1) folder = `${base}-${count}`
  used.add(folder.toLowerCase())
  return folder
}

type Texts = { title: string; summary: string | null; cover_alt: string | null }

/** Redacts title, summary and alternative text of a row; without `words` the row stays as it is. */
function anonymisedRow<Row extends Texts>(row: Row, words: IdentityWords | undefined): Row {
  if (!words) return row
  const { title, summary, cover_alt } = row
  return {
    ...row,
    title: blindTitle(title, words),
    summary: summary && blindText(summary, title, words),
    cover_alt: cover_alt && blindText(cover_alt, title, words),
  }
}

/** A picture with URLs that are valid for one juror, as long as the juror may see the entry. */
export function sheetPicture(
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
  userId: string,
  file: { entry_id: string; file_id: string | null },
  row: PictureRow,
  alt: string,
): Picture | null {
  const { entry_id, file_id } = file
  if (!file_id) return null
  const now = clock()
  return pictureAt(row, alt, (_variant, size) =>
    sheetPictureUrl(config.secret, now, { user_id: userId, entry_id, file_id, size }),
  )
}
