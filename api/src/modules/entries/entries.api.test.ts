import { entries } from '@awards/shared/contract'
import { COMPLETE } from '../../../test/entry-scene.ts'
import { testApi } from '../../../test/test-api.ts'

const api = await testApi()
const { build } = api
const { edition, section, category } = await build.programme()
await build.phase({
  edition_id: edition.id,
  phase: 1,
  starts_at: build.at(-30),
  ends_at: build.at(30),
})
const lamp = await build.category({ code: 'LUM', min_images: 4 })
for (const one of [category, lamp]) {
  await api.db
    .updateTable('categories')
    .set({ parent_id: (await build.category({ code: `P${one.code}` })).id })
    .where('id', '=', one.id)
    .execute()
}

async function createDraft(categories = [category.id]) {
  const owner = await build.user()
  const entrant = api.as(owner)
  const created = await entrant.call(entries.entry, {
    section_id: section.id,
    category_ids: categories,
    title: 'Ondine',
  })
  return { owner, entrant, created, id: created.orders[0]?.apply_order_id ?? '' }
}

async function picture(owner: { id: string }, name: string) {
  const { id } = await api.db
    .insertInto('stored_files')
    .values({
      owner_id: owner.id,
      purpose: 'entry_image',
      status: 'ready',
      original_name: name,
      sha256: Buffer.from(name.padEnd(32, '.')),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function withPictures(
  owner: { id: string },
  apply_order_id: string,
  version: number,
  count: number,
) {
  const files = await Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      file_id: await picture(owner, `${apply_order_id}-${index}`.slice(-30)),
      kind: index === 0 ? ('cover' as const) : ('image' as const),
      sort: index,
      alt: 'An oak chair',
    })),
  )
  return { apply_order_id, version, files }
}

describe('creating', () => {
  test('two categories create two entries of one project, each with its number', async () => {
    proves('call apply/entry')
    const { entrant, created } = await createDraft([category.id, lamp.id])

    expect(created.orders).toHaveLength(2)
    const [first, second] = created.orders
    expect(first?.entry_no).toMatch(/^A\d\d-MOB-\d{4}$/)
    expect(second?.entry_no).toMatch(/^A\d\d-LUM-\d{4}$/)
    const list = await entrant.call(entries.entryList, {})
    expect(list.total).toBe(2)
    expect(list.list[0]).toMatchObject({
      entry_status: 0,
      actions: expect.arrayContaining(['continue', 'delete']),
    })
  })

  test('a repeated idempotency key returns the first result and creates nothing', async () => {
    const entrant = api.as(await build.user())
    const input = {
      section_id: section.id,
      category_ids: [category.id],
      idempotency_key: '7c7a4a1e-5f4b-4d0a-9c58-0b1d8f6f2a11',
    }
    const first = await entrant.call(entries.entry, input)
    expect(await entrant.call(entries.entry, input)).toEqual(first)
    expect((await entrant.call(entries.entryList, {})).total).toBe(1)
  })

  test('five concurrent requests with one idempotency key create one project and get the same answer', async () => {
    const entrant = api.as(await build.user())
    const input = {
      section_id: section.id,
      category_ids: [category.id],
      idempotency_key: '2f0d2c0e-5b9c-4a53-9a55-6b2c6d7e8f90',
    }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => entrant.call(entries.entry, input)),
    )
    expect(new Set(answers.map(({ project_id }) => project_id)).size).toBe(1)
    expect((await entrant.call(entries.entryList, {})).total).toBe(1)
  })

  test('a repeated idempotency key creates anew, once, after what it created was deleted', async () => {
    const entrant = api.as(await build.user())
    const input = {
      section_id: section.id,
      category_ids: [category.id],
      idempotency_key: '5d1c1f3e-1c58-4f0e-8a0b-6f1e2b7a9c31',
    }
    const first = await entrant.call(entries.entry, input)
    const gone = first.orders[0]?.apply_order_id ?? ''
    await entrant.call(entries.deleteEntry, { apply_order_id: gone })
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => entrant.call(entries.entry, input)),
    )
    expect(new Set(answers.map(({ project_id }) => project_id)).size).toBe(1)
    expect(answers.map(({ orders }) => orders.length)).toEqual([1, 1, 1, 1])
    expect(answers[0]?.project_id).not.toBe(first.project_id)
    expect((await entrant.call(entries.entryList, {})).total).toBe(1)
    expect(await entrant.call(entries.entry, input)).toEqual(answers[0])
  })

  test('an unknown category is refused by field', async () => {
    const answer = await api
      .as(await build.user())
      .answer(entries.entry, { section_id: section.id, category_ids: ['42'] })
    expect(answer).toMatchObject({ code: 422, msg: { category_ids: [expect.any(String)] } })
  })

  test('creating is refused after the close, with its date', async () => {
    const entrant = api.as(await build.user())
    api.setTime(build.at(31))
    const answer = await entrant.answer(entries.entry, {
      section_id: section.id,
      category_ids: [category.id],
    })
    api.setTime(new Date())
    expect(answer).toMatchObject({ code: 423, data: { reason: 'WINDOW_CLOSED' } })
  })
})

describe('editing', () => {
  test('merges sent answers into the stored ones, for all entries of the project', async () => {
    proves('call apply/edit', 'call apply/info')
    const { entrant, created, id } = await createDraft([category.id, lamp.id])
    const first = await entrant.call(entries.edit, {
      apply_order_id: id,
      version: 1,
      answers: { summary: 'short' },
    })
    expect(first).toMatchObject({ version: 2, entry_status: 0 })
    await entrant.call(entries.edit, {
      apply_order_id: id,
      version: 2,
      answers: { materials: 'Oak' },
    })

    const other = await entrant.call(entries.info, {
      apply_order_id: created.orders[1]?.apply_order_id ?? '',
    })
    expect(other).toMatchObject({
      answers: { title: 'Ondine', summary: 'short', materials: 'Oak' },
    })
  })

  test('returns 409 for a stale version and changes nothing', async () => {
    const { entrant, id } = await createDraft()
    await entrant.call(entries.edit, { apply_order_id: id, version: 1, answers: { title: 'One' } })
    const answer = await entrant.answer(entries.edit, {
      apply_order_id: id,
      version: 1,
      answers: { title: 'Two' },
    })
    expect(answer).toMatchObject({ code: 409, data: { reason: 'VERSION' } })
    expect(await entrant.call(entries.info, { apply_order_id: id })).toMatchObject({
      answers: { title: 'One' },
    })
  })

  test('submitting an incomplete entry names every field and leaves it a draft', async () => {
    const { entrant, id } = await createDraft()
    const answer = await entrant.answer(entries.edit, {
      apply_order_id: id,
      version: 1,
      answers: { designers: [{ name: '' }] },
      submit: true,
    })
    expect(answer.code).toBe(422)
    expect(Object.keys(answer.msg as object)).toEqual(
      expect.arrayContaining(['summary', 'designers.0.name', 'images', 'rights_declaration']),
    )
    expect(await entrant.call(entries.info, { apply_order_id: id })).toMatchObject({
      entry_status: 0,
    })
  })

  test('submitting a complete entry submits all entries of the project, with one receipt', async () => {
    const { owner, entrant, created, id } = await createDraft([category.id, lamp.id])
    await entrant.call(entries.editImage, await withPictures(owner, id, 1, 4))
    const saved = await entrant.call(entries.edit, {
      apply_order_id: id,
      version: 2,
      answers: COMPLETE,
      submit: true,
    })
    expect(saved).toMatchObject({ entry_status: 10, problems: {} })
    for (const { apply_order_id } of created.orders) {
      expect(await entrant.call(entries.info, { apply_order_id })).toMatchObject({
        entry_status: 10,
      })
    }
    await api.context.jobs.drain()
    const receipts = api.mails.filter(({ to }) => to === owner.email)
    expect(receipts).toHaveLength(1)
    expect(receipts[0]?.text).toContain(created.orders[1]?.entry_no)
  })

  test('a draft can be submitted 20 minutes after the close, not 31', async () => {
    const { owner, entrant, id } = await createDraft()
    await entrant.call(entries.editImage, await withPictures(owner, id, 1, 3))
    await entrant.call(entries.edit, { apply_order_id: id, version: 2, answers: COMPLETE })
    const close = edition.closes_at.getTime()
    const submit = { apply_order_id: id, version: 3, answers: {}, submit: true }

    api.setTime(new Date(close + 31 * 60_000))
    // The close is a month later: the session has expired, so the entrant signs in again.
    const late = await api.as(owner).answer(entries.edit, submit)
    api.setTime(new Date(close + 20 * 60_000))
    const write = await api.as(owner).answer(entries.edit, { ...submit, submit: false })
    const grace = await api.as(owner).answer(entries.edit, submit)
    api.setTime(new Date())

    expect(late).toMatchObject({ code: 423, data: { reason: 'WINDOW_CLOSED' } })
    expect(write.code).toBe(423)
    expect(grace.code).toBe(200)
  })

  test('an entry in judging cannot be changed', async () => {
    const owner = await build.user()
    const entry = await build.entry(owner, { entry_status: 40 })
    const answer = await api.as(owner).answer(entries.edit, {
      apply_order_id: entry.id,
      version: entry.version,
      answers: { title: 'Other' },
    })
    expect(answer).toMatchObject({ code: 423, data: { reason: 'ENTRY_LOCKED' } })
  })
})

describe('pictures', () => {
  test('stores the order of pictures and removes those that are left out', async () => {
    proves('call apply/editImage')
    const { owner, entrant, id } = await createDraft()
    const input = await withPictures(owner, id, 1, 3)
    await entrant.call(entries.editImage, input)
    const fewer = await entrant.call(entries.editImage, {
      ...input,
      version: 2,
      files: input.files.slice(0, 2),
    })
    expect(fewer.files.map(({ sort }) => sort)).toEqual([0, 1])
  })

  test('foreign, missing and duplicate files are refused by index', async () => {
    const { owner, entrant, id } = await createDraft()
    const input = await withPictures(owner, id, 1, 2)
    const foreign = await picture(await build.user(), 'foreign')
    const answer = await entrant.answer(entries.editImage, {
      ...input,
      files: [
        ...input.files,
        { file_id: foreign, kind: 'image', sort: 2, alt: 'x' },
        { file_id: await picture(owner, `${id}-0`.slice(-30)), kind: 'image', sort: 3, alt: 'x' },
      ],
    })
    expect(answer.code).toBe(422)
    expect(Object.keys(answer.msg as object)).toEqual(['images.2', 'images.3'])
  })
})

describe('removal', () => {
  test('a draft is deleted', async () => {
    proves('call apply/deleteEntry')
    const { entrant, id } = await createDraft()
    expect(await entrant.call(entries.deleteEntry, { apply_order_id: id })).toEqual({
      mode: 'deleted',
      refund: 'none',
    })
    expect((await entrant.answer(entries.info, { apply_order_id: id })).code).toBe(404)
  })

  test('a paid entry is withdrawn, with the actor in the audit log and the reason in its history', async () => {
    const owner = await build.user()
    const entry = await build.entry(owner, { entry_status: 30 })
    const removed = await api
      .as(owner)
      .call(entries.deleteEntry, { apply_order_id: entry.id, reason: 'Sold the rights' })
    expect(removed.mode).toBe('withdraw')
    expect(await api.as(owner).call(entries.info, { apply_order_id: entry.id })).toMatchObject({
      entry_status: 90,
    })
    const audit = await api.db
      .selectFrom('audit_log')
      .selectAll()
      .where('subject', '=', entry.id)
      .execute()
    expect(audit).toMatchObject([{ action: 'entry.withdrawn', actor_id: owner.id, reason: null }])
    const events = await api.db
      .selectFrom('entry_events')
      .select(['code', 'detail'])
      .where('apply_order_id', '=', entry.id)
      .execute()
    expect(events).toEqual([{ code: 'withdrawn', detail: 'Sold the rights' }])
  })

  test('a withdrawal after judging has begun gives no refund', async () => {
    const owner = await build.user()
    const entry = await build.entry(owner, { entry_status: 40 })
    expect(await api.as(owner).call(entries.deleteEntry, { apply_order_id: entry.id })).toEqual({
      mode: 'withdraw',
      refund: 'not_possible',
    })
  })
})

describe('reading', () => {
  test('returns the same 404 for a foreign and a missing entry', async () => {
    const { id } = await createDraft()
    const stranger = api.as(await build.user())
    const foreign = await stranger.answer(entries.info, { apply_order_id: id })
    const missing = await stranger.answer(entries.info, { apply_order_id: '4242' })
    expect(foreign.code).toBe(404)
    expect({ ...foreign, trace_id: '' }).toEqual({ ...missing, trace_id: '' })
  })

  test('lists filter by the status of the edition: running, published, archived', async () => {
    proves(
      'call apply/entryList',
      'call apply/historyEntryList',
      'call apply/awardList',
      'call apply/historyAwardList',
    )
    const owner = await build.user()
    const entrant = api.as(owner)
    const published = await build.edition({ status: 4, results_published_at: build.at(-1) })
    const archived = await build.edition({ status: 5, results_published_at: build.at(-400) })
    await build.entry(owner, { title: 'Now' })
    await build.entry(owner, { title: 'Lost', entry_status: 61, edition_id: published.id })
    await build.entry(owner, { title: 'Won', entry_status: 60, edition_id: published.id })
    await build.entry(owner, { title: 'Old', entry_status: 60, edition_id: archived.id })
    const titles = async (call: Parameters<typeof entrant.call>[0]) => {
      const { list } = (await entrant.call(call, {})) as { list: { title: string }[] }
      return list.map(({ title }) => title).sort()
    }

    expect(await titles(entries.entryList)).toEqual(['Now'])
    expect(await titles(entries.historyEntryList)).toEqual(['Lost', 'Old', 'Won'])
    expect(await titles(entries.awardList)).toEqual(['Won'])
    expect(await titles(entries.historyAwardList)).toEqual(['Old'])
  })

  test('a decided entry under embargo shows "in judging" and no award', async () => {
    const owner = await build.user()
    const { award } = await build.programme()
    const entry = await build.entry(owner, {
      entry_status: 50,
      award_id: award.id,
      decision_status: 3,
    })
    const info = await api.as(owner).call(entries.info, { apply_order_id: entry.id })
    expect(info).toMatchObject({ entry_status: 40, entry_status_text: 'in_judging', award: null })
  })

  test('a percent sign in a keyword matches literally', async () => {
    const owner = await build.user()
    await build.entry(owner, { title: 'Half' })
    expect((await api.as(owner).call(entries.entryList, { keyword: '%' })).total).toBe(0)
  })
})

describe('the winner', () => {
  /** Offers packages at prices to the winners of an award level. */
  async function offer(edition_id: string, award_id: string, prices: Record<string, number>) {
    for (const [code, amount_minor] of Object.entries(prices)) {
      const { id: package_id } = await api.db
        .insertInto('winner_packages')
        .values({ code, name: JSON.stringify({ en: code }), description: '{"en":""}' })
        .onConflict((conflict) => conflict.column('code').doUpdateSet({ code }))
        .returning('id')
        .executeTakeFirstOrThrow()
      await api.db
        .insertInto('winner_package_prices')
        .values({ edition_id, package_id, award_id, amount_minor })
        .execute()
    }
  }

  test('confirms the data after publication, and a free package waives the fee', async () => {
    proves('call apply/winningInfoEdit')
    const owner = await build.user()
    const { award } = await build.programme()
    const published = await build.edition({ status: 4, results_published_at: build.at(-1) })
    const entry = await build.entry(owner, {
      entry_status: 60,
      edition_id: published.id,
      winner_fee_status: 1,
    })
    await offer(published.id, award.id, { essentiel: 0 })

    const input = {
      apply_order_id: entry.id,
      version: entry.version,
      info: { winner_name: 'Atelier Brumaire', certificate_name: 'Anne Brumaire' },
      package_code: 'essentiel',
    }
    expect(await api.as(owner).call(entries.winningInfoEdit, input)).toEqual({
      version: entry.version + 1,
      winner_fee_status: 4,
    })
  })

  test.each([
    ['paid', 3],
    ['waived', 4],
    ['being refunded', 7],
    ['refunded', 8],
  ])('keeps a package that is %s, also when another one is chosen', async (_, status) => {
    const owner = await build.user()
    const { award } = await build.programme()
    const published = await build.edition({ status: 4, results_published_at: build.at(-1) })
    await offer(published.id, award.id, { signature: 79_000, prestige: 149_000 })
    const { id, version } = await build.entry(owner, {
      entry_status: 60,
      edition_id: published.id,
      winner_fee_status: status,
      package_code: 'signature',
    })
    const info = { winner_name: 'Atelier Brumaire', certificate_name: 'Anne Brumaire' }
    const choose = (package_code: string) =>
      api
        .as(owner)
        .answer(entries.winningInfoEdit, { apply_order_id: id, version, info, package_code })

    expect(await choose('prestige')).toMatchObject({
      code: 409,
      data: { reason: 'PACKAGE_CHOSEN' },
    })
    expect(await choose('signature')).toMatchObject({
      code: 200,
      data: { version: version + 1, winner_fee_status: status },
    })
  })

  test('cannot confirm before publication', async () => {
    const owner = await build.user()
    const entry = await build.entry(owner, { entry_status: 40 })
    const answer = await api.as(owner).answer(entries.winningInfoEdit, {
      apply_order_id: entry.id,
      version: 1,
      info: { winner_name: 'A', certificate_name: 'A' },
    })
    expect(answer).toMatchObject({ code: 423, data: { reason: 'NOT_PUBLISHED' } })
  })
})

test('a decided entry under embargo is filtered as "in judging" and by no other status', async () => {
  const owner = await build.user()
  const entry = await build.entry(owner, { entry_status: 50 })
  const found = async (status: number) =>
    (await api.as(owner).call(entries.entryList, { status })).list.map((row) => row.apply_order_id)
  expect(await found(40)).toEqual([entry.id])
  expect(await found(50)).toEqual([])
})
