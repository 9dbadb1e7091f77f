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

const ROUND_SECONDS = 300
const [NONCE, SEAL, BODY] = [12, 16, 29]
const CIPHER = 'aes-256-gcm'

/** What an address of a blind picture stands for: who may read it, and up to which second. */
type SheetTicket = {
  readonly user_id: string
  readonly entry_id: string
  readonly file_id: string
  readonly size: StoredSize
  readonly expires: number
}

const keyOf = (secret: string) => createHash('sha256').update(`sheet:${secret}`).digest()

/**
 * Address of a picture for one juror. It is sealed: neither the file nor the place of its bytes can be read from
 * it, so it cannot be held against the address that the picture has once it is public. The same for five minutes.
 */
function sheetAddress(
  secret: string,
  now: Date,
  { user_id, entry_id, file_id, size }: Omit<SheetTicket, 'expires'>,
): string {
  const end = Math.floor(now.getTime() / 1_000) + PICTURE_LINK_SECONDS
  const body = Buffer.alloc(BODY)
  for (const [index, id] of [user_id, entry_id, file_id].entries()) {
    body.writeBigUInt64BE(BigInt(id), index * 8)
  }
  body.writeUInt32BE(end - (end % ROUND_SECONDS), 24)
  body.writeUInt8(PICTURE_SIZES.indexOf(size), 28)
  const key = keyOf(secret)
  const nonce = createHmac('sha256', key).update(body).digest().subarray(0, NONCE)
  const cipher = createCipheriv(CIPHER, key, nonce)
  const sealed = Buffer.concat([nonce, cipher.update(body), cipher.final(), cipher.getAuthTag()])
  return `/files/sheet/${sealed.toString('base64url')}`
}

/** The ticket that we have sealed, or undefined for anything else. */
export function readSheetTicket(secret: string, text: string): SheetTicket | undefined {
  const sealed = Buffer.from(text, 'base64url')
  if (sealed.length !== NONCE + BODY + SEAL) return undefined
  const opened = createDecipheriv(CIPHER, keyOf(secret), sealed.subarray(0, NONCE))
  opened.setAuthTag(sealed.subarray(NONCE + BODY))
  try {
    const body = Buffer.concat([
      opened.update(sealed.subarray(NONCE, NONCE + BODY)),
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

/** The number under which jurors know a file of an entry; another one than visitors will know. */
export function anonymousFileId(secret: string, entryId: string, fileId: string): string {
  const digest = createHmac('sha256', `sheet:${secret}`).update(`${entryId}:${fileId}`).digest()
  return String(BigInt.asUintN(59, digest.readBigUInt64BE(0)) + 1n)
}

const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d|)$/i

/** A judging number as the name of a folder: of letters and digits, safe on every system, and not yet `used`. */
export function neutralFolder(judgingNo: string, used: Set<string>): string {
  const letters = judgingNo.replaceAll(/[^A-Za-z0-9]/g, '')
  const base = RESERVED.test(letters) ? `E${letters}` : letters
  let folder = base
  for (let count = 2; used.has(folder.toLowerCase()); count += 1) folder = `${base}-${count}`
  used.add(folder.toLowerCase())
  return folder
}

type Texts = { title: string; summary: string | null; cover_alt: string | null }

/** Title, summary and alternative text of a row as jurors read them. */
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

/** A picture of an entry under addresses that one juror alone has, and that end with the juror's reach. */
export function sheetPicture(
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
  userId: string,
  place: { entry_id: string; file_id: string | null },
  row: PictureRow,
  alt: string,
): Picture | null {
  const { entry_id, file_id } = place
  if (!file_id) return null
  const now = clock()
  return pictureAt(row, alt, (_variant, size) =>
    sheetAddress(config.secret, now, { user_id: userId, entry_id, file_id, size }),
  )
}
