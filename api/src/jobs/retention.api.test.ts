import { PROGRAMME } from '../../test/payment-scene.ts'
import { testApi } from '../../test/test-api.ts'
import { isLockAwaited, until } from '../../test/waiting.ts'
import { newStorageKey } from '../files/storage/storage.ts'
import { mailOutbox } from '../mail/mail-outbox.ts'
import { usersRepository } from '../modules/accounts/users.repository.ts'
import { applyRetention, RETENTION } from './retention.ts'
import { DAY_MS } from '../lib/time.ts'

const api = await testApi()
const { db, build, context } = api
const NOW = Date.now()

/** Sets the clock to `days` after the start and applies all retention rules. */
async function after(days: number) {
  api.setTime(new Date(NOW + days * DAY_MS))
  await applyRetention(context)
  await context.jobs.drain()
}

await db
  .insertInto('site_documents')
  .values({ code: 'programme', document: JSON.stringify(PROGRAMME) })
  .execute()

beforeEach(() => api.setTime(new Date(NOW)))

const exists = async (table: 'users' | 'apply_orders' | 'mail_outbox' | 'sessions', id: string) =>
  (await db.selectFrom(table).select('id').where('id', '=', id).execute()).length === 1

async function mail(sent: boolean) {
  const row = { recipient: 'a@example.org', template: 'reset_code', language: 'en' }
  const { id } = await db
    .insertInto('mail_outbox')
    .values({ ...row, created_at: new Date(NOW), sent_at: sent ? new Date(NOW) : null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('deletes unsent mails after a month and sent ones after a year', async () => {
  const [sent, unsent] = [await mail(true), await mail(false)]
  await after(29)
  expect([await exists('mail_outbox', sent), await exists('mail_outbox', unsent)]).toEqual([
    true,
    true,
  ])
  await after(31)
  expect([await exists('mail_outbox', sent), await exists('mail_outbox', unsent)]).toEqual([
    true,
    false,
  ])
  await after(366)
  expect(await exists('mail_outbox', sent)).toBe(false)
})

test('deletes sessions a month after they expired or were revoked', async () => {
  const person = await build.user()
  const add = async (ends: number, revoked: number | null) => {
    const { id } = await db
      .insertInto('sessions')
      .values({
        user_id: person.id,
        token_hash: Buffer.from(`${ends}${revoked}`),
        expires_at: new Date(NOW + ends * DAY_MS),
        revoked_at: revoked === null ? null : new Date(NOW + revoked * DAY_MS),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const [live, ended, revoked] = [await add(60, null), await add(1, null), await add(60, 1)]
  await after(32)
  expect(await exists('sessions', live)).toBe(true)
  expect([await exists('sessions', ended), await exists('sessions', revoked)]).toEqual([
    false,
    false,
  ])
})

test('deletes unpaid entries a year after the close, and keeps paid ones', async () => {
  const { edition } = await build.programme()
  await db
    .updateTable('editions')
    .set({ opens_at: new Date(NOW - DAY_MS), closes_at: new Date(NOW + DAY_MS) })
    .where('id', '=', edition.id)
    .execute()
  const person = await build.user()
  const draft = await build.entry(person, { edition_id: edition.id })
  const paid = await build.entry(person, { edition_id: edition.id, entry_status: 20 })
  await after(365)
  expect(await exists('apply_orders', draft.id)).toBe(true)
  await after(367)
  expect([await exists('apply_orders', draft.id), await exists('apply_orders', paid.id)]).toEqual([
    false,
    true,
  ])
})

describe('an account unused for three years', () => {
  const idle = () =>
    build.user({ created_at: new Date(NOW), last_login_at: new Date(NOW), identity: 0 })

  test('is erased a month after a notice in the language of its owner', async () => {
    const person = await build.user({ created_at: new Date(NOW), language: 'fr' })
    await after(3 * 365 - 31)
    expect(mailsTo(person.email)).toEqual([])
    await after(3 * 365 - 29)
    expect(mailsTo(person.email)).toEqual([
      expect.stringMatching(/^Votre compte sera supprimé le /),
    ])
    await after(3 * 365 + 0.5)
    expect(await statusOf(person.id)).toBe('active')
    await after(3 * 365 + 2)
    expect(await statusOf(person.id)).toBe('erased')
  })

  test('is erased also if its mailbox is gone and refuses the notice', async () => {
    const person = await idle()
    const gone = { command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 No such user' }
    const send = async ({ to }: { to: string }) => {
      if (to === person.email) throw Object.assign(new Error('refused'), gone)
    }
    const { siteUrl } = context.config
    mailOutbox({ ...context, siteUrl, mailTransport: { send } })
    const rows = () =>
      db.selectFrom('mail_outbox').selectAll().where('recipient', '=', person.email).execute()
    await after(3 * 365 - 29)
    expect(await rows()).toMatchObject([{ sent_at: null, bounced_at: expect.any(Date) }])
    await after(3 * 365 + 0.5)
    expect(await statusOf(person.id)).toBe('active')
    await after(3 * 365 + 2)
    expect(await statusOf(person.id)).toBe('erased')
    await after(3 * 365 + 2 + 366)
    expect(await rows()).toEqual([])
    mailOutbox({
      ...context,
      siteUrl,
      mailTransport: { send: async (one) => void api.mails.push(one) },
    })
  })

  test('is kept if used after the notice; an account of the jury is always kept', async () => {
    const [person, juror] = [await idle(), await build.juror(3, {})]
    await after(3 * 365 - 29)
    expect(mailsTo(person.email)).toHaveLength(1)
    await db
      .updateTable('users')
      .set({ last_login_at: new Date(NOW + (3 * 365 - 10) * DAY_MS) })
      .where('id', '=', person.id)
      .execute()
    await after(3 * 365 + 2)
    expect([await statusOf(person.id), await statusOf(juror.id)]).toEqual(['active', 'active'])
  })

  test('is kept if its owner signs in while it is about to be erased', async () => {
    const person = await idle()
    await after(3 * 365 - 29)
    const waiting = await db.transaction().execute(async (trx) => {
      const last_login_at = new Date(NOW + (3 * 365 + 2) * DAY_MS)
      await usersRepository(trx).change(person.id, { last_login_at })
      const retention = after(3 * 365 + 2)
      await until(() => isLockAwaited(db))
      return { retention }
    })
    await waiting.retention
    expect(await statusOf(person.id)).toBe('active')
  })

  test('is kept if nobody else may organise', async () => {
    await db.deleteFrom('account_rights').where('name', '=', 'organise').execute()
    const organisers = [await idle(), await idle()]
    await db
      .insertInto('account_rights')
      .values(organisers.map(({ id }) => ({ user_id: id, name: 'organise' })))
      .execute()
    await after(3 * 365 - 29)
    await after(3 * 365 + 2)
    const left = await Promise.all(organisers.map(({ id }) => statusOf(id)))
    expect(left.toSorted()).toEqual(['active', 'erased'])
  })

  const mailsTo = (email: string) =>
    api.mails.filter(({ to }) => to === email).map(({ subject }) => subject)

  async function statusOf(id: string) {
    const row = await db
      .selectFrom('users')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return row.status
  }
})

test('deletes a drawn document with its file after a month', async () => {
  const key = newStorageKey('pdf')
  await context.storage.put(key, Buffer.from('%PDF-'))
  await db
    .insertInto('drawn_documents')
    .values({ storage_key: key, drawn_at: new Date(NOW) })
    .execute()
  await after(29)
  expect(await context.storage.size(key)).toBe(5)
  await after(31)
  expect(await context.storage.size(key)).toBeUndefined()
  expect(await db.selectFrom('drawn_documents').selectAll().execute()).toEqual([])
})

test('a failing rule does not stop the others', async () => {
  const unsent = await mail(false)
  const broken = { ...context, registryDb: undefined as never }
  api.setTime(new Date(NOW + 31 * DAY_MS))
  await expect(applyRetention(broken)).rejects.toThrow()
  expect(await exists('mail_outbox', unsent)).toBe(false)
  expect(RETENTION.map(({ what }) => what)).toHaveLength(new Set(RETENTION).size)
})
