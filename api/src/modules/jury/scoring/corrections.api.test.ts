import { entries, judgeAdded } from '@awards/shared/contract'
import { COMPLETE, entryScene } from '../../../../test/entry-scene.ts'
import { plantStatus } from '../../../../test/plant-status.ts'
import { DAY_MS } from '../../../lib/time.ts'

const scene = await entryScene()
const { db, build, context } = scene
const chair = await build.juror(1)
const close = scene.edition.closes_at.getTime()
afterEach(() => scene.setTime(new Date()))

async function registered(status: 20 | 30 = 20) {
  const made = await scene.submitted()
  await db
    .updateTable('apply_orders')
    .set({ entry_fee_status: 2, paid_at: context.clock() })
    .where('id', '=', made.id)
    .execute()
  await plantStatus(db, made.id, status)
  return made
}
const note = 'The third picture shows another work'
const ask = (id: string, more: object = {}) =>
  scene.as(chair).answer(judgeAdded.requestCorrection, { apply_order_id: id, note, ...more })

describe('a correction request', () => {
  test.each([20, 30] as const)(
    'returns an entry of status %s for a week and mails the entrant',
    async (status) => {
      proves('call judge/requestCorrection')
      const { owner, entrant, id } = await registered(status)
      scene.setTime(build.at(1))
      const now = context.clock()
      const due = new Date(now.getTime() + 7 * DAY_MS)
      expect(await ask(id)).toMatchObject({
        code: 200,
        data: {
          entry_status: 25,
          entry_status_text: 'correction_requested',
          correction_due_at: due.toISOString(),
        },
      })
      await context.jobs.drain()
      const mail = scene.mails.find(
        ({ to, subject }) => to === owner.email && subject.includes('please correct'),
      )
      expect(mail?.text).toContain(note)
      expect(mail?.text).toContain(`/steps?id=${id}`)
      const info = await entrant.call(entries.info, { apply_order_id: id })
      expect(info).toMatchObject({
        entry_status: 25,
        is_editable: true,
        correction: { note, due_at: due.toISOString() },
        actions: expect.arrayContaining(['correct']),
        timeline: expect.arrayContaining([
          expect.objectContaining({ code: 'correction_requested', detail: note }),
        ]),
      })
      expect(await scene.as(chair).call(entries.info, { apply_order_id: id })).toMatchObject({
        correction: { note, due_at: due.toISOString() },
        correction_until: null,
      })
      const audit = await db
        .selectFrom('audit_log')
        .select(['actor_id', 'reason'])
        .where('subject', '=', id)
        .where('action', '=', 'entry.correction_requested')
        .execute()
      expect(audit).toEqual([{ actor_id: chair.id, reason: note }])
    },
  )

  test('accepts a due date in the future and before judging', async () => {
    const { id } = await registered()
    const at = (days: number) => build.at(days).toISOString()
    expect(await ask(id, { due_at: at(-1) })).toMatchObject({
      code: 422,
      msg: { due_at: ['Choose a date in the future'] },
    })
    expect(await ask(id, { due_at: at(41) })).toMatchObject({
      code: 422,
      msg: { due_at: ['Choose a date before judging begins'] },
    })
    const due_at = at(12)
    expect(await ask(id, { due_at })).toMatchObject({ data: { correction_due_at: due_at } })
  })

  test('returns 422 for a short note', async () => {
    const { id } = await registered()
    expect(await ask(id, { note: 'no' })).toMatchObject({
      code: 422,
      msg: { note: [expect.any(String)] },
    })
  })

  test('returns 409 for an unpaid entry, an open request, and after judging has begun', async () => {
    const draft = await scene.submitted()
    expect(await ask(draft.id)).toMatchObject({ code: 409, data: { reason: 'STATUS' } })
    const { id } = await registered()
    await ask(id)
    expect(await ask(id)).toMatchObject({ code: 409, data: { reason: 'CORRECTION_OPEN' } })
    const other = await registered()
    scene.setTime(build.at(41))
    expect(await ask(other.id)).toMatchObject({ code: 409, data: { reason: 'JUDGING' } })
  })

  test('can be repeated after the due date', async () => {
    const { id } = await registered()
    await ask(id)
    scene.setTime(build.at(8))
    expect((await ask(id)).code).toBe(200)
  })

  test('requires a chair of the panel with the capability to assign', async () => {
    const { entrant, owner, id } = await registered()
    const input = { apply_order_id: id, note }
    const other = await build.category({ code: 'ELSE' })
    const refused = [
      [scene.as(null), 401],
      [entrant, 403],
      [scene.as(await build.juror(2)), 403],
      [scene.as(await build.juror(3)), 403],
      [scene.as(await build.juror(1, { capabilities: ['can_download'] })), 403],
      [scene.as(await build.juror(1, { category_ids: [other.id] })), 403],
    ] as const
    for (const [caller, code] of refused) {
      expect((await caller.answer(judgeAdded.requestCorrection, input)).code).toBe(code)
    }
    const info = await scene.as(owner).call(entries.info, { apply_order_id: id })
    expect(info).toMatchObject({ entry_status: 20 })
  })
})

describe('the correction of the entrant', () => {
  test('is possible after the deadline until the due date, and registers the entry again', async () => {
    proves('call apply/edit', 'call apply/editImage')
    const { owner, id } = await registered()
    scene.setTime(new Date(close - DAY_MS))
    await ask(id)
    scene.setTime(new Date(close + 3 * DAY_MS))
    const entrant = scene.as(owner)
    const { version, files } = await entrant
      .call(entries.info, { apply_order_id: id })
      .then((info) => {
        if (info.projection !== 'owner') throw new Error('Not the owner')
        return info
      })
    await entrant.call(entries.editImage, {
      apply_order_id: id,
      version,
      files: files.map(({ file_id, kind, sort, alt }) => ({ file_id, kind, sort, alt })),
    })
    const saved = await entrant.call(entries.edit, {
      apply_order_id: id,
      version: version + 1,
      answers: { ...COMPLETE, title: 'Ondine II' },
    })
    expect(saved).toMatchObject({ entry_status: 25 })
    const again = await entrant.call(entries.edit, {
      apply_order_id: id,
      version: saved.version,
      answers: {},
      submit: true,
    })
    expect(again).toMatchObject({ entry_status: 20, entry_status_text: 'registered' })
    await context.jobs.drain()
    const subjects = scene.mails.flatMap(({ to, subject }) => (to === owner.email ? [subject] : []))
    expect(subjects).toContainEqual(expect.stringContaining('received your correction'))
  })

  test('returns 423 with the due date afterwards', async () => {
    const { owner, id, files } = await registered()
    await ask(id)
    const { version } = await db
      .selectFrom('apply_orders')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    scene.setTime(build.at(8))
    const entrant = scene.as(owner)
    const input = { apply_order_id: id, version, answers: {} }
    const tries = [
      await entrant.answer(entries.edit, input),
      await entrant.answer(entries.edit, { ...input, submit: true }),
      await entrant.answer(entries.editImage, { apply_order_id: id, version, files }),
    ]
    for (const answer of tries) {
      expect(answer).toMatchObject({ code: 423, data: { reason: 'CORRECTION_OVER' } })
      expect(answer.msg).toMatch(/^The time to correct this entry ended on .+ contact us/)
    }
  })
})
