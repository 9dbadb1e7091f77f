import type { Site } from './site.ts'

export type Mail = {
  id: string
  to: string[]
  subject: string
  text: string
  html: string
  /** The first number of six digits in it. */
  code: string | null
}

const LIMIT = 60_000

/** The mails that really went out to an address by SMTP, newest first. */
export async function mailsTo({ mailbox }: Pick<Site, 'mailbox'>, email: string): Promise<Mail[]> {
  const answer = await fetch(`${mailbox}/messages?to=${encodeURIComponent(email)}`)
  return ((await answer.json()) as { messages: Mail[] }).messages
}

/** Waits for a mail that answers a description; the outbox brings it in a moment. */
export async function mailTo(
  site: Pick<Site, 'mailbox'>,
  email: string,
  isMeant: (mail: Mail) => boolean = () => true,
): Promise<Mail> {
  const limit = Date.now() + LIMIT
  for (;;) {
    const mails = await mailsTo(site, email)
    const found = mails.find(isMeant)
    if (found) return found
    if (Date.now() > limit) {
      const subjects = mails.map(({ subject }) => subject).join(', ') || 'none'
      throw new Error(`No such mail for ${email}. There: ${subjects}`)
    }
    await new Promise((next) => setTimeout(next, 100))
  }
}

/** The code of the newest mail to an address that has one. */
export async function codeFor(site: Pick<Site, 'mailbox'>, email: string): Promise<string> {
  const { code } = await mailTo(site, email, (mail) => mail.code !== null)
  return code ?? ''
}
