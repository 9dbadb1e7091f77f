import type { Picture } from '@awards/shared/contract'
import { blindText, blindTitle, type IdentityWords } from '@awards/shared/domain'
import type { AppContext } from '../../../start/app-context.ts'
import { pictureAt, type PictureRow } from '../../../files/pictures/picture.ts'
import { sheetAddress } from './sheet-ticket.ts'

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
export function blindRow<Row extends Texts>(row: Row, words: IdentityWords | undefined): Row {
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
