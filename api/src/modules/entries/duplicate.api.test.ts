import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { entries, entriesAdded } from '@awards/shared/contract'
import { sql } from 'kysely'
import { CONSUMER } from '../../../test/payment-scene.ts'
import { COMPLETE, entryScene } from '../../../test/entry-scene.ts'
import { lockWaiters, until } from '../../../test/waiting.ts'

const scene = await entryScene()
const { build, db, category, second } = scene
const filesOf = async (apply_order_id: string) =>
  (
    await db
      .selectFrom('entry_files')
      .selectAll()
      .where('apply_order_id', '=', apply_order_id)
      .orderBy('sort')
      .execute()
  ).map(({ file_id, kind, alt }) => ({ file_id, kind, alt }))

describe('duplicating an entry', () => {
  test('copies texts, credits and pictures, but no declarations or consents', async () => {
    proves('call apply/duplicate')
    const { entrant, id, project_id, files } = await scene.submitted({
      categories: [category.id, second.id],
    })
    const copy = await entrant.call(entriesAdded.duplicate, { apply_order_id: id })
    expect(copy.project_id).not.toBe(project_id)
    expect(copy.orders).toHaveLength(2)
    expect(copy.left_out).toEqual({ categories: [], chosen_category: null })

    const apply_order_id = copy.orders[0]?.apply_order_id ?? ''
    const info = await entrant.call(entries.info, { apply_order_id })
    expect(info).toMatchObject({
      entry_status: 0,
      entry_fee_status: 0,
      submitted_at: null,
      step_completed: 1,
      answers: { title: 'Ondine', designers: [{ name: 'Anne Brumaire' }] },
    })
    expect(Object.keys(info.answers)).not.toEqual(expect.arrayContaining(['rights_declaration']))
    for (const asked of ['rights_declaration', 'image_licence_consent', 'completion_date']) {
      expect(info.answers).not.toHaveProperty(asked)
    }
    expect(await filesOf(apply_order_id)).toEqual(
      files.map(({ file_id, kind, alt }) => ({ file_id, kind, alt })),
    )
  })

  test('the copy keeps its pictures after the source is deleted, and can reorder them', async () => {
    const { entrant, id, files } = await scene.draft()
    const copy = await entrant.call(entriesAdded.duplicate, { apply_order_id: id })
    const apply_order_id = copy.orders[0]?.apply_order_id ?? ''
    await entrant.call(entries.deleteEntry, { apply_order_id: id })
    expect(await filesOf(apply_order_id)).toHaveLength(3)
    const saved = await entrant.call(entries.editImage, {
      apply_order_id,
      version: 1,
      files: files.slice(0, 2),
    })
    expect(saved.files).toHaveLength(2)
  })

  test('the copy can keep pictures without an owner, as the loader stores them', async () => {
    const { entrant, id, files } = await scene.draft()
    await db
      .updateTable('stored_files')
      .set({ owner_id: null })
      .where('id', '=', files[0]?.file_id ?? '')
      .execute()
    const copy = await entrant.call(entriesAdded.duplicate, { apply_order_id: id })
    const apply_order_id = copy.orders[0]?.apply_order_id ?? ''
    const answer = await entrant.answer(entries.editImage, { apply_order_id, version: 1, files })
    expect(answer.code).toBe(200)
  })

  test('a repeated idempotency key returns the first copy', async () => {
    const { entrant, id } = await scene.draft()
    const input = { apply_order_id: id, idempotency_key: '0f0d2c0e-5b9c-4a53-9a55-6b2c6d7e8f91' }
    const copies = await Promise.all(
      Array.from({ length: 4 }, () => entrant.call(entriesAdded.duplicate, input)),
    )
    expect(new Set(copies.map(({ project_id }) => project_id)).size).toBe(1)
    expect((await entrant.call(entries.entryList, {})).total).toBe(2)
  })

  test('a repeated idempotency key copies anew after the first copy was deleted', async () => {
    const { entrant, id } = await scene.draft()
    const input = { apply_order_id: id, idempotency_key: '1b7f0c56-93e4-4d7e-8f0a-3c5d2e9b7a64' }
    const first = await entrant.call(entriesAdded.duplicate, input)
    const gone = first.orders[0]?.apply_order_id ?? ''
    await entrant.call(entries.deleteEntry, { apply_order_id: gone })
    const again = await entrant.call(entriesAdded.duplicate, input)
    expect(again.orders).toHaveLength(1)
    expect(again.project_id).not.toBe(first.project_id)
    expect(await entrant.call(entriesAdded.duplicate, input)).toEqual(again)
  })

  test('closed categories are left out by name; if all are closed, the draft goes into one of the same group', async () => {
    const gone = await build.category({ code: 'OLD', parent_id: scene.group.id })
    const both = await scene.draft({ categories: [gone.id, category.id] })
    const lone = await scene.draft({ categories: [gone.id] })
    await db.updateTable('categories').set({ is_active: false }).where('id', '=', gone.id).execute()
    const some = await both.entrant.call(entriesAdded.duplicate, { apply_order_id: both.id })
    expect(some.orders).toHaveLength(1)
    expect(some.left_out).toEqual({ categories: ['Furniture'], chosen_category: null })
    const none = await lone.entrant.call(entriesAdded.duplicate, { apply_order_id: lone.id })
    expect(none.orders).toHaveLength(1)
    expect(none.left_out.chosen_category).toBe('Furniture')
  })

  test('a category that was withdrawn from and entered again is copied once', async () => {
    const { entrant, id, project_id } = await scene.submitted()
    await db.updateTable('apply_orders').set({ entry_status: 90 }).where('id', '=', id).execute()
    const choice = { section_id: scene.section.id, category_ids: [category.id] }
    await entrant.call(entries.entry, { ...choice, project_id, title: 'Ondine' })
    const copy = await entrant.call(entriesAdded.duplicate, { apply_order_id: id })
    expect(copy.orders).toHaveLength(1)
  })

  test("somebody else's entry cannot be copied", async () => {
    const { id } = await scene.draft()
    const stranger = scene.as(await build.user())
    const foreign = await stranger.answer(entriesAdded.duplicate, { apply_order_id: id })
    const missing = await stranger.answer(entriesAdded.duplicate, { apply_order_id: '4242' })
    expect(foreign.code).toBe(404)
    expect({ ...foreign, trace_id: '' }).toEqual({ ...missing, trace_id: '' })
  })
})

describe('entering a work in a further category', () => {
  const TEXTS = { ...COMPLETE, description: COMPLETE.description.trim() }
  const choice = { section_id: scene.section.id, category_ids: [second.id], title: 'Ondine' }
  type Scene = Awaited<ReturnType<typeof scene.draft>>
  const enterToo = async ({ entrant, project_id }: Pick<Scene, 'entrant' | 'project_id'>) => {
    const { orders } = await entrant.call(entries.entry, { ...choice, project_id })
    return orders[0]?.apply_order_id ?? ''
  }

  test('the further entry has the texts and pictures, and a change of it keeps those of the first', async () => {
    const work = await scene.draft()
    const { entrant, id } = work
    const further = await enterToo(work)
    const info = await entrant.call(entries.info, { apply_order_id: further })
    expect(info.answers).toEqual(TEXTS)
    expect(await filesOf(further)).toEqual(await filesOf(id))

    const answers = { ...info.answers, company: 'Brumaire' }
    await entrant.call(entries.edit, { apply_order_id: further, version: 1, answers })
    const first = await entrant.call(entries.info, { apply_order_id: id })
    expect(first.answers).toEqual(answers)
    const submission = { apply_order_id: id, version: 4, answers: {}, submit: true }
    await entrant.call(entries.edit, submission)
    expect(await entrant.call(entries.info, { apply_order_id: further })).toMatchObject({
      entry_status: 10,
      files: [{ kind: 'cover' }, { kind: 'image' }, { kind: 'image' }],
    })
  })

  test('it takes over what was handed in; a draft of the work comes before that', async () => {
    const work = await scene.submitted()
    const further = await enterToo(work)
    const info = await work.entrant.call(entries.info, { apply_order_id: further })
    expect(info).toMatchObject({ entry_status: 0, answers: TEXTS })
    expect(await filesOf(further)).toEqual(await filesOf(work.id))
  })

  test('the migration gives the work to drafts that began empty, and to nobody who has a text', async () => {
    const file = join(import.meta.dirname, '../../db/migrations/0182_further_entries.sql')
    const work = await scene.draft()
    const further = await enterToo(work)
    const lone = await scene.draft({ looks: [] })
    const written = await scene.draft()
    const other = await enterToo(written)
    await db.deleteFrom('entry_files').where('apply_order_id', 'in', [further, other]).execute()
    const empty = (id: string, answers: object) =>
      db
        .updateTable('apply_orders')
        .set({ answers: JSON.stringify(answers) })
        .where('id', '=', id)
        .execute()
    await empty(further, { title: 'Ondine' })
    await empty(other, { title: 'Ondine', summary: 'Its own' })
    await sql.raw(await readFile(file, 'utf8')).execute(db)

    const answersOf = async ({ entrant }: Scene, apply_order_id: string) =>
      (await entrant.call(entries.info, { apply_order_id })).answers
    expect(await answersOf(work, further)).toEqual(TEXTS)
    expect(await filesOf(further)).toEqual(await filesOf(work.id))
    expect(await answersOf(written, other)).toEqual({ title: 'Ondine', summary: 'Its own' })
    expect(await filesOf(other)).toHaveLength(3)
    expect(await filesOf(lone.id)).toEqual([])
  })

  test('what is saved while it is added reaches it as well', async () => {
    const work = await scene.draft()
    const { entrant, id, version } = work
    const saves: Promise<unknown>[] = []
    let adding: Promise<string> | undefined
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('entry_counters').selectAll().forUpdate().execute()
      adding = enterToo(work)
      await until(async () => (await lockWaiters(db)) === 1)
      const answers = { ...COMPLETE, company: 'Brumaire' }
      saves.push(entrant.call(entries.edit, { apply_order_id: id, version, answers }))
      await until(async () => (await lockWaiters(db)) === 2)
    })
    const further = (await adding) ?? ''
    await Promise.all(saves)
    const info = await entrant.call(entries.info, { apply_order_id: further })
    expect(info.answers.company).toBe('Brumaire')
  })
})

describe('templates from earlier entries', () => {
  const write = async (owner: { id: string }, title: string, answers: object, minutesAgo: number) =>
    build.entry(owner, {
      title,
      answers: JSON.stringify(answers),
      updated_at: new Date(Date.now() - minutesAgo * 6e4),
    })

  test('lists distinct credits, newest first, at most ten', async () => {
    proves('call apply/templates')
    const owner = await build.user()
    const anne = { designers: [{ name: 'Anne' }], company: 'Brumaire' }
    await write(owner, 'Oldest', anne, 90)
    await write(owner, 'Newest', { ...anne, company: 'BRUMAIRE' }, 1)
    await write(owner, 'Nobody', { company: 'Empty' }, 2)
    for (let index = 0; index < 12; index += 1) {
      await write(owner, `Other ${index}`, { designers: [{ name: `D${index}` }] }, 10 + index)
    }
    await write(await build.user(), 'Foreign', { designers: [{ name: 'Somebody else' }] }, 0)
    const { credits, billing } = await scene.as(owner).call(entriesAdded.templates, {})
    expect(credits).toHaveLength(10)
    expect(credits[0]).toMatchObject({ title: 'Newest', company: 'BRUMAIRE', client: '' })
    expect(credits[1]).toMatchObject({ title: 'Other 0', designers: [{ name: 'D0' }] })
    expect(billing).toBeNull()
  })

  test('takes the billing address of the account, else of the last order', async () => {
    const owner = await build.user()
    const entry = await build.entry(owner)
    await db
      .insertInto('payment_orders')
      .values({
        order_no: 'GA270101TEMPLATES',
        apply_order_id: entry.id,
        fee_type: 1,
        channel: 'bank_transfer',
        quote: '{}',
        amount_minor: 1,
        currency: 'EUR',
        status: 3,
        billing: JSON.stringify(CONSUMER),
        expires_at: new Date(),
      })
      .execute()
    const billing = async () =>
      (await scene.as(owner).call(entriesAdded.templates, {})).billing?.name
    expect(await billing()).toBe('Jeanne Brumaire')
    const saved = JSON.stringify({ ...CONSUMER, name: 'Anne Brumaire' })
    await db.updateTable('users').set({ billing: saved }).where('id', '=', owner.id).execute()
    expect(await billing()).toBe('Anne Brumaire')
  })
})
