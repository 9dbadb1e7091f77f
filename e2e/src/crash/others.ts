import assert from 'node:assert'
import { entries, session, sessionAdded, subjudges } from '@awards/shared/contract'
import type { JurorEntryInfo } from '@awards/shared/contract'
import { DEMO_PASSWORD } from '../harness/browser.ts'
import type { Site } from '../harness/site.ts'
import { Refused, reach, type Ask } from './ask.ts'

const codeOf = async (error: unknown) => (error instanceof Refused ? error.code : undefined)

/** Signs in and out; sessions last, and what was ended stays so. */
export function guest(ask: Ask, email: string) {
  const open: string[] = []
  const ended: string[] = []
  let isLeaving: string | undefined
  let logins = 0
  return {
    open,
    ended,
    async run() {
      for (;;) {
        const { token } = await ask('', session.login, { email, password: DEMO_PASSWORD })
        open.push(token)
        logins += 1
        if (logins % 3 !== 0) continue
        isLeaving = open.shift()
        await ask(isLeaving ?? '', sessionAdded.logout, {})
        if (isLeaving) ended.push(isLeaving)
      }
    },
    async verify() {
      for (const token of open) {
        assert.strictEqual((await ask(token, session.getUserInfo, {})).email, email)
      }
      for (const token of ended) {
        const told = await ask(token, session.getUserInfo, {}).catch(codeOf)
        assert.strictEqual(told, 401)
      }
    },
  }
}

/** Registers one person after another, with the codes from the mailbox. */
export function newcomers(ask: Ask, site: Pick<Site, 'mailbox'>) {
  const registered: { email: string; token: string }[] = []
  const promised: string[] = []
  let count = 0
  const mailsTo = async (email: string) => {
    const answer: unknown = await reach(`${site.mailbox}/messages?to=${encodeURIComponent(email)}`)
    return (answer as { messages: { code: string | null }[] }).messages
  }
  async function codeFor(email: string): Promise<string> {
    for (;;) {
      const code = (await mailsTo(email))[0]?.code
      if (code) return code
      await new Promise((next) => setTimeout(next, 50))
    }
  }
  return {
    registered,
    promised,
    mailsTo,
    async run() {
      for (;;) {
        count += 1
        const email = `newcomer-${count}@crash.example.org`
        await ask('', session.verifyCode, { email, scene: 'register' })
        promised.push(email)
        const code = await codeFor(email)
        const password = 'Passerelle-2027!'
        const { token } = await ask('', session.register, {
          ...{ email, code, password, password_confirmation: password, terms: true },
          ...{ first_name: 'Noémie', last_name: 'Garel', country: 'FR' },
        })
        registered.push({ email, token })
      }
    },
    async verify() {
      for (const { email, token } of registered) {
        assert.strictEqual((await ask(token, session.getUserInfo, {})).email, email)
      }
    },
  }
}

/** Scores one entry over and over; the score is the last one that was confirmed, or the one after. */
export function juror(
  ask: Ask,
  token: string,
  apply_order_id: string,
  before: () => Promise<void> = async () => undefined,
) {
  const confirmed: string[] = []
  let known: { version: number; text: string } | undefined
  let attempt = 0
  let tried = ''
  let isUnsure = true
  const sheet = async (): Promise<JurorEntryInfo> => {
    const info = await ask(token, entries.info, { apply_order_id })
    if (info.projection !== 'juror') throw new Error('A juror got the sheet of an owner')
    return info
  }
  async function check() {
    const { own_score: own } = await sheet()
    const found = { version: own?.version ?? 0, text: own?.comment_private ?? '' }
    if (known) {
      const isTried = found.text === tried && found.version === known.version + 1
      assert.deepEqual(isTried ? known : found, known)
    }
    known = found
    isUnsure = false
    return found
  }
  return {
    confirmed,
    async run() {
      const { criteria } = await sheet()
      for (;;) {
        const { version } = isUnsure || !known ? await check() : known
        isUnsure = true
        await before()
        attempt += 1
        tried = `Reading ${attempt}`
        const saved = await ask(token, subjudges.score, {
          ...{ apply_order_id, version, comment_private: tried, is_draft: true },
          items: criteria.map(({ id }) => ({ criterion_id: id, value: 10 + (attempt % 16) * 0.5 })),
        })
        known = { version: saved.version, text: tried }
        confirmed.push(tried)
        isUnsure = false
      }
    },
    verify: async () => void (await check()),
  }
}
