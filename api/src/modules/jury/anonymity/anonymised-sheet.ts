import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto'
import type { Picture } from '@awards/shared/contract'
import { blindText, blindTitle, type IdentityWords } from '@awards/shared/domain'
import {
  PICTURE_SIZES,
  pictureAt,
  type StoredSize,
  type PictureRow,
} from '../../../files/pictures/picture.ts'
import { PICTURE_LINK_SECONDS } from '../../../files/signed-url.ts'
import type { AppContext } from '../../../start/app-context.ts'

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
export function anonymisedRow<Row extends Texts>(row: Row, words: IdentityWords | undefined): Row {
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
