import { entries, entriesAdded, jurySeat } from '@awards/shared/contract'
import { testApi } from '../../../test/test-api.ts'
import { lockWaiters, until } from '../../../test/waiting.ts'

const api = await testApi({
  MODE: 'production',
  SITE_URL: 'https://awards.example',
  SMTP_URL: 'smtp://mail.example',
})
const { build, db } = api
const { edition, section, category } = await build.programme()
await build.phase({
  edition_id: edition.id,
  phase: 1,
  starts_at: build.at(-30),
  ends_at: build.at(30),
})
const open = await Promise.all(
  ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map(async (letter) =>
    build.category({ code: `K${letter}`, parent_id: (await build.category()).id }),
  ),
)
const [first, second] = open.map(({ id }) => id) as [string, string]

beforeEach(() => db.deleteFrom('rate_limits').execute())

const input = (category_ids: string[], more: object = {}) => ({
  section_id: section.id,
  category_ids,
  title: 'Ondine',
  ...more,
})

async function createDraft(category_ids = [first]) {
  const owner = await build.user()
  const as = api.as(owner)
  const { project_id, orders } = await as.call(entries.entry, input(category_ids))
  return { owner, as, project_id, id: orders[0]?.apply_order_id ?? '' }
}

const codesOf = (answers: { code: number }[]) => answers.map(({ code }) => code).toSorted()

/** Runs requests that block on the counter of entry numbers; `more` starts once all of them wait for the lock. */
async function runBlocked<T>(
  requests: (() => Promise<T>)[],
  more?: () => Promise<T>,
): Promise<T[]> {
  const answers: Promise<T>[] = []
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('entry_counters').selectAll().forUpdate().execute()
    answers.push(...requests.map((request) => request()))
    await until(async () => (await lockWaiters(db)) === requests.length)
    if (!more) return
    const last = more()
    answers.push(last)
    await Promise.race([last, until(async () => (await lockWaiters(db)) > requests.length)])
  })
  return Promise.all(answers)
}

describe('the categories of a project', () => {
  test('S5: of five concurrent additions of a category one succeeds, the others are refused with the reason', async () => {
    proves('call apply/entry')
    await createDraft([second])
    const { as, project_id } = await createDraft()
    const add = () => as.answer(entries.entry, input([second], { project_id }))
    const answers = await runBlocked(Array.from({ length: 5 }, () => add))
    expect(codesOf(answers)).toEqual([200, 422, 422, 422, 422])
    const refused = answers.find(({ code }) => code === 422)
    expect(refused?.msg).toEqual({ category_ids: [expect.stringMatching(/already entered/)] })
  })

  test('S5: adding a category while another entry moves to it leaves one entry in it', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { as, project_id, id } = await createDraft()
      const move = { apply_order_id: id, version: 1, category_id: second, answers: {} }
      const answers = await Promise.all([
        as.answer(entries.entry, input([second], { project_id })),
        as.answer(entries.edit, move),
      ])
      expect(codesOf(answers)).toEqual([200, 422])
    }
  })

  test('S6: are limited to five over several calls', async () => {
    const { as, project_id } = await createDraft(open.slice(0, 3).map(({ id }) => id))
    const more = open.slice(3).map(({ id }) => [id])
    const answers = await Promise.all(
      more.map((ids) => as.answer(entries.entry, input(ids, { project_id }))),
    )
    expect(codesOf(answers)).toEqual([200, 200, 422, 422])
  })
})

test.each(['created', 'copied'])(
  'two works are %s at once in the same categories in opposite orders, each with its numbers in its order',
  async (how) => {
    const letters = (orders: { entry_no: string }[]) =>
      orders.map(({ entry_no }) => entry_no.split('-')[1])
    const requests = []
    for (const chosen of [
      [first, second],
      [second, first],
    ]) {
      const as = api.as(await build.user())
      const { orders } = await as.call(entries.entry, input(chosen))
      const source = { apply_order_id: orders[0]?.apply_order_id ?? '' }
      requests.push(() =>
        how === 'created'
          ? as.call(entries.entry, input(chosen))
          : as.call(entriesAdded.duplicate, source),
      )
    }
    const [there, back] = await runBlocked<{ orders: { entry_no: string }[] }>(requests)
    expect(letters(there?.orders ?? [])).toEqual(['KA', 'KB'])
    expect(letters(back?.orders ?? [])).toEqual(['KB', 'KA'])
  },
)

test('S6: the rate limit is 120 new entries per account and hour', async () => {
  proves('security 14')
  const as = api.as(await build.user())
  const five = open.slice(0, 5).map(({ id }) => id)
  for (let index = 0; index < 24; index += 1) await as.call(entries.entry, input(five))
  expect(await as.answer(entries.entry, input([first]))).toMatchObject({ code: 429 })
  const other = await createDraft()
  expect(other.id).not.toBe('')
})

describe('an invitation to the jury', () => {
  let running = 0
  async function invited() {
    const owner = await build.user()
    const code = `J-${String((running += 1)).padStart(26, 'A')}`
    await db
      .insertInto('codes')
      .values({
        code,
        kind: 'juror_invite',
        label: 'Guest',
        juror_level: 2,
        bound_email: owner.email,
        edition_id: edition.id,
        categories: [category.code],
        valid_until: build.at(14),
        max_uses: 1,
      })
      .execute()
    return {
      owner,
      as: api.as(owner),
      accept: () => api.as(owner).answer(jurySeat.acceptInvitation, { code }),
    }
  }

  test.each(['created', 'copied'])(
    'S9: is not accepted while an entry is being %s',
    async (how) => {
      const { as, owner, accept } = await invited()
      await createDraft()
      const source = await as.call(entries.entry, input([first]))
      await db
        .updateTable('apply_orders')
        .set({ entry_status: 90 })
        .where('user_id', '=', owner.id)
        .execute()
      const copy = { apply_order_id: source.orders[0]?.apply_order_id ?? '' }
      const make = () =>
        how === 'created'
          ? as.answer(entries.entry, input([first]))
          : as.answer(entriesAdded.duplicate, copy)
      const [made, accepted] = await runBlocked([make], accept)
      expect(made).toMatchObject({ code: 200 })
      expect(accepted).toMatchObject({ code: 409, data: { reason: 'HAS_DRAFTS' } })
      const { identity } = await db
        .selectFrom('users')
        .select('identity')
        .where('id', '=', owner.id)
        .executeTakeFirstOrThrow()
      expect(identity).toBe(0)
    },
  )

  test('S9: a request in flight creates no entry for a user who has accepted', async () => {
    const { as, owner, accept } = await invited()
    await as.call(entries.entryList, {})
    let request: ReturnType<typeof as.answer> | undefined
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', owner.id).forUpdate().execute()
      request = as.answer(entries.entry, input([first]))
      await until(async () => (await lockWaiters(db)) === 1)
      await trx.updateTable('users').set({ identity: 2 }).where('id', '=', owner.id).execute()
    })
    expect(await request).toMatchObject({ code: 403 })
    expect((await accept()).code).toBeGreaterThanOrEqual(400)
  })
})
