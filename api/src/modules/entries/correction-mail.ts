import type { Language } from '@awards/shared/domain'
import { formatDateTime } from '../../lib/format.ts'
import type { MailRequest } from '../../mail/mail-texts.ts'

type HandedBack = {
  id: string
  /** Before the request, which raises it. */
  version: number
  title: string
  entry_no: string
  timezone: string
}
type Entrant = { email: string; language: Language }

/** The mail that hands an entry back, one a request: the next finds a higher version, whoever of chair and desk asks. */
export const correctionMail = (
  { id, version, title, entry_no, timezone }: HandedBack,
  { email, language }: Entrant,
  { note, due }: { note: string; due: Date },
): MailRequest => ({
  to: email,
  template: 'correction_requested',
  language,
  dedupeKey: `correction_due:${id}:${version}`,
  params: {
    title,
    entry_no,
    apply_order_id: id,
    note,
    due: formatDateTime(due, language, timezone),
  },
})
