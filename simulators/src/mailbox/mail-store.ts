import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'

const KEPT = 500

/** A mail as the simulator keeps it; `code` is the first number of six digits in it. */
export type StoredMail = {
  id: string
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  code: string | null
  received_at: string
}

/** Mails in a folder, one file each, newest first; the oldest go when there are too many. */
export function mailStore(folder: string) {
  mkdirSync(folder, { recursive: true })
  const mails = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .reverse()
    .flatMap((file) => readMail(join(folder, file)))

  return {
    all: (to?: string): readonly StoredMail[] =>
      to ? mails.filter((mail) => mail.to.includes(to.toLowerCase())) : mails,

    find: (id: string) => mails.find((mail) => mail.id === id),

    async add(raw: Buffer, recipients: readonly string[]) {
      const parsed = await PostalMime.parse(raw)
      const received_at = new Date().toISOString()
      const text = parsed.text?.trim() ?? ''
      const mail: StoredMail = {
        id: `${received_at.replaceAll(/\D/g, '')}-${randomUUID().slice(0, 8)}`,
        from: parsed.from?.address ?? '',
        to: recipients.map((address) => address.toLowerCase()),
        subject: parsed.subject ?? '',
        text,
        html: parsed.html ?? '',
        code: /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? null,
        received_at,
      }
      writeFileSync(join(folder, `${mail.id}.json`), JSON.stringify(mail))
      mails.unshift(mail)
      for (const old of mails.splice(KEPT)) rmSync(join(folder, `${old.id}.json`), { force: true })
    },
  }
}

export type MailStore = ReturnType<typeof mailStore>

/** A file that was being written when the power went is no mail. */
function readMail(file: string): StoredMail[] {
  try {
    const mail: StoredMail = JSON.parse(readFileSync(file, 'utf8'))
    return [mail]
  } catch {
    return []
  }
}
