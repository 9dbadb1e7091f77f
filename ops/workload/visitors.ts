import { setTimeout as delay } from 'node:timers/promises'
import { session, sessionAdded } from '@awards/shared/contract'
import { signIn, type Account } from './accounts.ts'
import { fetchJson, type ApiClient } from './api-client.ts'
import type { WriteLog } from './write-log.ts'

const MAIL_POLL_MS = 50
/** Every third sign-in is followed by a sign-out of the oldest open session. */
const SIGN_OUT_EVERY = 3

/** A virtual user who signs in and out, endless. */
export function sessionUser(api: ApiClient, log: WriteLog, account: Account) {
  return {
    async run() {
      for (let logins = 1; ; logins += 1) {
        await signIn(api, log, account)
        if (logins % SIGN_OUT_EVERY !== 0) continue
        const oldest = log.sessions.find(
          ({ email, state }) => email === account.email && state === 'open',
        )
        if (!oldest) continue
        oldest.state = 'ending'
        await api(oldest.token, sessionAdded.logout, {})
        oldest.state = 'ended'
      }
    },
  }
}

/** Registers new users with the codes from the mailbox, endless. */
export function newcomers(api: ApiClient, log: WriteLog, mailbox: string) {
  let count = 0
  async function codeFor(email: string): Promise<string> {
    for (;;) {
      const code = (await mailsTo(mailbox, email))[0]?.code
      if (code) return code
      await delay(MAIL_POLL_MS)
    }
  }
  return {
    async run() {
      for (;;) {
        count += 1
        const email = `newcomer-${count}@workload.example.org`
        await api('', session.verifyCode, { email, scene: 'register' })
        log.promisedMails.push(email)
        const code = await codeFor(email)
        const password = 'Passerelle-2027!'
        const { token } = await api('', session.register, {
          email,
          code,
          password,
          password_confirmation: password,
          terms: true,
          first_name: 'Noémie',
          last_name: 'Garel',
          country: 'FR',
        })
        log.registrations.push({ email, token })
        log.acknowledge('registrations')
      }
    },
  }
}

/** Mails of the simulated mailbox to an address, newest first. */
export async function mailsTo(mailbox: string, email: string) {
  const answer = await fetchJson(`${mailbox}/messages?to=${encodeURIComponent(email)}`)
  return (answer as { messages: { code: string | null }[] }).messages
}
