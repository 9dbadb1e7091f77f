import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { accountPool, signIn, type Account } from './accounts.ts'
import { apiClient, fetchJson, type ApiClient } from './api-client.ts'
import { entrant } from './entrant.ts'
import { juror } from './juror.ts'
import { demoPhotographs, uploader } from './uploads.ts'
import { virtualUsers } from './virtual-users.ts'
import { writeLog, type WriteLog } from './write-log.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { session, sessionAdded } from '@awards/shared/contract'

const MAIL_POLL_MS = 50
/** Every third sign-in is followed by a sign-out of the oldest open session. */
const SIGN_OUT_EVERY = 3

/** A virtual user who signs in and out, endless. */
function sessionUser(api: ApiClient, log: WriteLog, account: Account) {
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
function newcomers(api: ApiClient, log: WriteLog, mailbox: string) {
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

/** URLs of a demo site, its simulators and its database. */
export type Target = { url: string; wallet: string; mailbox: string; database: string }

/**
 * A mixed workload at full speed, endless: an entrant who pays, an uploader, a user who signs in and out, registrations,
 * and a juror. `password` is the one of the demo accounts.
 */
export async function mixedWorkload({ url, wallet, mailbox, database }: Target, password: string) {
  const log = writeLog()
  const { entrants, seats, category } = await accountPool(database, {
    password,
    entrants: 2,
    jurors: 1,
  })
  const [author, guest] = entrants
  const [seat] = seats
  if (!author || !guest || !seat) throw new Error('The demo has nothing that a juror could score')
  const users = virtualUsers(apiClient(url))
  const { api } = users
  const everybody = {
    entrant: entrant({
      api,
      target: {
        url,
        wallet,
      },
      log,
      account: author,
      category,
      pictures: demoPhotographs,
    }),
    uploader: uploader({ api, url, log }, author),
    sessions: sessionUser(api, log, guest),
    newcomers: newcomers(api, log, mailbox),
    juror: juror({ api, log, seat }),
  }
  return { log, everybody, ...users }
}

/** Kills database and site at once, as a power failure; the database has to recover. */
export async function killWithDatabase(site: { dataDir: string; kill: () => Promise<void> }) {
  const [pid] = readFileSync(join(site.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGKILL')
  await site.kill()
}
