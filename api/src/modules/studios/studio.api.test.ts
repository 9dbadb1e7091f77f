import { entries, entriesAdded, studio } from '@awards/shared/contract'
import { MOST_MEMBERS } from '@awards/shared/domain'
import { entryScene, COMPLETE } from '../../../test/entry-scene.ts'
import { PROGRAMME } from '../../../test/payment-scene.ts'
import { studioScene } from '../../../test/studio-scene.ts'
import { applyRetention } from '../../jobs/retention.ts'

const scene = await entryScene()
const { build, db, context } = scene
const team = await studioScene(scene)
const { boss, owner } = team
await db
  .insertInto('site_documents')
  .values({ code: 'programme', document: JSON.stringify(PROGRAMME) })
  .execute()

beforeEach(() => db.deleteFrom('rate_limits').execute())

const mailsOf = async (email: string) =>
  (
    await db.selectFrom('mail_outbox').select('template').where('recipient', '=', email).execute()
  ).map(({ template }) => template)
const workOf = (owned: { project_id: string }) => ({ project_id: owned.project_id })

describe('an invitation', () => {
  test('is accepted once by the invited address, and looked at without a change', async () => {
    proves('call studio/invite', 'call studio/invitation', 'call studio/acceptInvitation')
    const guest = await build.user({ email: 'guest@atelier.example' })
    const { token } = await team.invite('guest@atelier.example', 'editor')
    const stored = () => db.selectFrom('studio_invitations').selectAll().execute()
    const before = await stored()
    expect(JSON.stringify(before)).not.toContain(token)
    expect(await scene.as(null).call(studio.invitation, { token })).toMatchObject({
      studio: 'Atelier Sillon',
      role: 'editor',
      work: null,
      email: 'g***@atelier.example',
    })
    expect(await stored()).toEqual(before)

    const stranger = scene.as(await build.user())
    expect(await stranger.answer(studio.acceptInvitation, { token })).toMatchObject({
      code: 422,
      msg: { email: [expect.any(String)] },
    })
    const as = scene.as(guest)
    expect(await as.call(studio.acceptInvitation, { token })).toEqual({ studio: 'Atelier Sillon' })
    expect(await as.answer(studio.acceptInvitation, { token })).toMatchObject({
      code: 410,
      data: { reason: 'USED' },
    })
    const { memberships } = await as.call(studio.overview, {})
    expect(memberships).toMatchObject([
      { studio: { id: owner.id, name: 'Atelier Sillon' }, role: 'editor', work: null },
    ])
    expect(await mailsOf(owner.email)).toContain('studio_joined')
  })

  test('is void once it is withdrawn, sent again, or out of time', async () => {
    proves('call studio/resendInvitation', 'call studio/withdrawInvitation')
    const guest = scene.as(await build.user({ email: 'late@atelier.example' }))
    const { invitation_id, token } = await team.invite('late@atelier.example', 'viewer')
    await boss.call(studio.resendInvitation, { invitation_id })
    const second = await team.tokenOf('late@atelier.example')
    expect(second).not.toBe(token)
    expect(await guest.answer(studio.acceptInvitation, { token })).toMatchObject({ code: 404 })

    await db
      .updateTable('studio_invitations')
      .set({ expires_at: build.at(-1) })
      .where('id', '=', invitation_id)
      .execute()
    expect(await guest.answer(studio.acceptInvitation, { token: second })).toMatchObject({
      code: 410,
      data: { reason: 'CLOSED' },
    })
    await boss.call(studio.resendInvitation, { invitation_id })
    await boss.call(studio.withdrawInvitation, { invitation_id })
    const third = await team.tokenOf('late@atelier.example')
    expect(await guest.answer(studio.acceptInvitation, { token: third })).toMatchObject({
      code: 410,
    })
    expect(await boss.answer(studio.resendInvitation, { invitation_id })).toMatchObject({
      code: 410,
    })
  })

  test('is refused for oneself, a member, an open one, and a full studio', async () => {
    const { person } = await team.member('viewer')
    const own = await boss.answer(studio.invite, { email: owner.email, role: 'viewer' })
    expect(own).toMatchObject({ code: 422, msg: { email: ['This is your own address'] } })
    const again = { email: person.email, role: 'editor' }
    expect(await boss.answer(studio.invite, again)).toMatchObject({
      code: 409,
      data: { reason: 'MEMBER' },
    })
    await team.invite('twice@atelier.example', 'viewer')
    const twice = { email: 'Twice@atelier.example', role: 'editor' }
    expect(await boss.answer(studio.invite, twice)).toMatchObject({
      code: 409,
      data: { reason: 'INVITED' },
    })
    const crowded = await studioScene(scene)
    const people = await Promise.all(Array.from({ length: MOST_MEMBERS }, () => build.user()))
    await db
      .insertInto('studio_members')
      .values(
        people.map(({ id }) => ({ owner_id: crowded.owner.id, member_id: id, role: 'viewer' })),
      )
      .execute()
    const one = { email: 'more@atelier.example', role: 'viewer' }
    expect(await crowded.boss.answer(studio.invite, one)).toMatchObject({
      code: 409,
      data: { reason: 'FULL' },
    })
  })

  test('for a work of somebody else does not exist', async () => {
    const foreign = await scene.draft()
    const wanted = { email: 'x@atelier.example', role: 'viewer', ...workOf(foreign) }
    expect(await boss.answer(studio.invite, wanted)).toMatchObject({ code: 404 })
  })

  test('is limited by day', async () => {
    const eager = scene.as(await build.user())
    const codes = []
    for (let turn = 0; turn < 31; turn += 1) {
      const email = `n${turn}@atelier.example`
      codes.push((await eager.answer(studio.invite, { email, role: 'viewer' })).code)
    }
    expect(codes.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 200))
    expect(codes[30]).toBe(429)
  })

  test('is not for jurors and organisers', async () => {
    const juror = await build.juror(2, {})
    const { email } = await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', juror.id)
      .executeTakeFirstOrThrow()
    const seat = await team.invite(email, 'viewer')
    expect(
      await scene.as(juror).answer(studio.acceptInvitation, { token: seat.token }),
    ).toMatchObject({ code: 409, data: { reason: 'JUROR' } })
    const organiser = await build.user()
    await db.insertInto('account_rights').values({ user_id: organiser.id, name: 'admit' }).execute()
    const desk = await team.invite(organiser.email, 'viewer')
    expect(
      await scene.as(organiser).answer(studio.acceptInvitation, { token: desk.token }),
    ).toMatchObject({ code: 409, data: { reason: 'ORGANISER' } })
  })
})

describe('an editor', () => {
  test('writes and hands in a work of the owner, who is written to as well', async () => {
    const { id, version } = await scene.draft({ owner })
    const editor = await team.member('editor')
    const saved = await editor.as.call(entries.edit, {
      apply_order_id: id,
      version,
      answers: { ...COMPLETE, title: 'Ondine II' },
    })
    await editor.as.call(entries.edit, {
      apply_order_id: id,
      version: saved.version,
      answers: {},
      submit: true,
    })
    const info = await boss.call(entries.info, { apply_order_id: id })
    if (info.projection !== 'owner') throw new Error('not the owner')
    const name = (await editor.as.call(studio.overview, {})).name
    expect(info).toMatchObject({ role: 'owner', edited_by: { name, is_self: false } })
    expect(info.timeline.map(({ code, by }) => ({ code, by }))).toEqual([
      { code: 'created', by: expect.any(String) },
      { code: 'submitted', by: name },
    ])
    expect(await mailsOf(editor.person.email)).toContain('entry_submitted')
    expect(await mailsOf(owner.email)).toContain('entry_submitted')
  })

  test('merges as a second window does: the later save is told what version there is', async () => {
    const { id, version } = await scene.draft({ owner })
    const editor = await team.member('editor')
    const change = (title: string) => ({ apply_order_id: id, version, answers: { title } })
    const both = await Promise.all([
      boss.answer(entries.edit, change('Mine')),
      editor.as.answer(entries.edit, change('Yours')),
    ])
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(both.find(({ code }) => code === 409)?.data).toMatchObject({
      reason: 'VERSION',
      version: version + 1,
    })
  })

  test('enters a new work, a further category and a copy for the studio', async () => {
    proves('call apply/entry', 'call apply/duplicate')
    const editor = await team.member('editor')
    const made = await editor.as.call(entries.entry, {
      section_id: scene.section.id,
      category_ids: [scene.category.id],
      title: 'Together',
      studio_id: owner.id,
    })
    const id = made.orders[0]?.apply_order_id ?? ''
    await editor.as.call(entries.entry, {
      section_id: scene.section.id,
      category_ids: [scene.second.id],
      project_id: made.project_id,
    })
    const copy = await editor.as.call(entriesAdded.duplicate, { apply_order_id: id })
    const owned = await db
      .selectFrom('apply_orders')
      .select(['user_id'])
      .where('project_id', 'in', [made.project_id, copy.project_id])
      .execute()
    expect(owned.map(({ user_id }) => user_id)).toEqual([owner.id, owner.id, owner.id, owner.id])
  })

  test('of one work sees and changes that one alone', async () => {
    const mine = await scene.draft({ owner })
    const other = await scene.draft({ owner })
    const editor = await team.member('editor', mine.project_id)
    const edit = (id: string) =>
      editor.as.answer(entries.edit, { apply_order_id: id, version: 3, answers: { title: 'X' } })
    expect((await edit(mine.id)).code).toBe(200)
    expect((await edit(other.id)).code).toBe(404)
    const { list } = await editor.as.call(entries.entryList, {})
    expect(list.map(({ apply_order_id }) => apply_order_id)).toEqual([mine.id])
    expect(list[0]?.studio).toEqual({ id: owner.id, name: 'Atelier Sillon' })
    // A copy is a further work of the studio.
    const copy = await editor.as.answer(entriesAdded.duplicate, { apply_order_id: mine.id })
    expect(copy.code).toBe(404)
  })

  test('has the role for one work in place of the one for all', async () => {
    const narrow = await scene.draft({ owner })
    const wide = await scene.draft({ owner })
    const person = await team.member('editor')
    await db
      .insertInto('studio_members')
      .values({
        owner_id: owner.id,
        member_id: person.person.id,
        project_id: narrow.project_id,
        role: 'viewer',
      })
      .execute()
    const roles = new Map(
      (await person.as.call(entries.entryList, { pageSize: 100 })).list.map((row) => [
        row.apply_order_id,
        row.role,
      ]),
    )
    expect([roles.get(narrow.id), roles.get(wide.id)]).toEqual(['viewer', 'editor'])
  })
})

describe('a member', () => {
  test('who is removed, or leaves, is refused at the next call', async () => {
    proves('call studio/removeMember', 'call studio/leave', 'call studio/changeRole')
    const { id } = await scene.draft({ owner })
    const look = (as: typeof boss) => as.answer(entries.info, { apply_order_id: id })
    const one = await team.member('editor')
    await boss.call(studio.changeRole, { member_id: one.member_id, role: 'viewer' })
    const edit = { apply_order_id: id, version: 3, answers: { title: 'No' } }
    expect(await one.as.answer(entries.edit, edit)).toMatchObject({
      code: 403,
      data: { reason: 'ROLE', role: 'viewer' },
    })
    expect((await look(one.as)).code).toBe(200)
    await boss.call(studio.removeMember, { member_id: one.member_id })
    expect((await look(one.as)).code).toBe(404)
    expect(await mailsOf(one.person.email)).toContain('studio_removed')

    const two = await team.member('viewer')
    await two.as.call(studio.leave, { member_id: two.member_id })
    expect((await look(two.as)).code).toBe(404)
    expect(await two.as.answer(studio.leave, { member_id: two.member_id })).toMatchObject({
      code: 404,
    })
  })

  test('of another studio is not this owner’s to change', async () => {
    const elsewhere = await studioScene(scene)
    const { member_id } = await elsewhere.member('viewer')
    for (const call of [studio.removeMember, studio.changeRole, studio.leave] as const) {
      const answer = await boss.answer(call, { member_id, role: 'editor' })
      expect(answer.code).toBe(404)
    }
    const offer = await boss.answer(studio.offerHandOver, { member_id })
    expect(offer.code).toBe(404)
  })

  test('and their past stay no longer than retention says', async () => {
    const { member_id, as } = await team.member('viewer')
    await as.call(studio.leave, { member_id })
    await team.invite('never@atelier.example', 'viewer')
    scene.setTime(build.at(120))
    await applyRetention(context)
    const open = await db
      .selectFrom('studio_invitations')
      .select('id')
      .where('email', '=', 'never@atelier.example')
      .execute()
    expect(open).toEqual([])
    const kept = () =>
      db.selectFrom('studio_members').select('id').where('id', '=', member_id).execute()
    expect(await kept()).toHaveLength(1)
    scene.setTime(build.at(3 * 365 + 2))
    await db.deleteFrom('studio_members').where('ended_at', 'is', null).execute()
    await applyRetention(context)
    expect(await kept()).toEqual([])
    scene.setTime(new Date())
  })
})
