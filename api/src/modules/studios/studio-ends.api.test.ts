import { account, entries, juryCodes, jurySeat, organiser, studio } from '@awards/shared/contract'
import { PASSWORD } from '../../../test/build.ts'
import { jurySetting } from '../../../test/jury-setting.ts'
import { organiserOf } from '../../../test/organiser-of.ts'
import { PROGRAMME } from '../../../test/payment-scene.ts'
import { studioScene } from '../../../test/studio-scene.ts'
import { testApi } from '../../../test/test-api.ts'

const api = await testApi()
const { build, db } = api
const jury = await jurySetting(api)
const team = await studioScene(api)
const { owner, boss } = team
await db
  .insertInto('site_documents')
  .values({ code: 'programme', document: JSON.stringify(PROGRAMME) })
  .execute()

const conflictOf = (entry: { id: string }, userId: string) =>
  db
    .selectFrom('conflicts')
    .innerJoin('jurors', 'jurors.id', 'conflicts.juror_id')
    .select(['conflicts.type', 'conflicts.evidence', 'conflicts.is_pinned', 'conflicts.state'])
    .where('apply_order_id', '=', entry.id)
    .where('jurors.user_id', '=', userId)
    .executeTakeFirst()
const MEMBER = {
  type: 'collaborator',
  evidence: 'organisation',
  is_pinned: true,
  state: 'standing',
}
const work = (given: object = {}) =>
  build.entry(owner, { entry_status: 40, category_id: jury.category.id, ...given })
const roleOf = async (as: typeof boss, apply_order_id: string) =>
  (await as.answer(entries.info, { apply_order_id })).code

/** Takes a seat on the jury by an invitation of the chair. */
async function joinJury(person: { email: string }, as: typeof boss) {
  const { code } = await api.as(jury.chair).call(juryCodes.inviteJuror, {
    email: person.email,
    level: 2,
    category_ids: [jury.category.id],
  })
  return as.call(jurySeat.acceptInvitation, { code })
}

test('a member who joins the jury leaves the studio and may not judge its works, those of tomorrow included', async () => {
  const entry = await work()
  const { person, as } = await team.member('viewer')
  await joinJury(person, as)
  expect(await conflictOf(entry, person.id)).toEqual(MEMBER)
  expect(await roleOf(as, entry.id)).toBe(403)
  const { members } = await boss.call(studio.overview, {})
  expect(members.map(({ email }) => email)).not.toContain(person.email)
  expect(await conflictOf(await work(), person.id)).toEqual(MEMBER)
})

test('the owner is told who has left, by leaving or for a seat on the jury, and not why', async () => {
  const scene = await studioScene(api)
  const leaver = await scene.member('editor')
  const juror = await scene.member('viewer')
  await leaver.as.call(studio.leave, { member_id: leaver.member_id })
  await joinJury(juror.person, juror.as)
  const mails = await db
    .selectFrom('mail_outbox')
    .select('params')
    .where('recipient', '=', scene.owner.email)
    .where('template', '=', 'studio_left')
    .orderBy('id')
    .execute()
  expect(mails.map(({ params }) => params)).toEqual(
    [leaver, juror].map(({ person: { email, first_name, last_name } }) => ({
      name: `${first_name} ${last_name}`,
      email,
    })),
  )
})

test('who was a member, and a member of one work, is in conflict with what the role was for', async () => {
  const [one, other] = [await work(), await work()]
  const former = await team.member('editor')
  await former.as.call(studio.leave, { member_id: former.member_id })
  await joinJury(former.person, former.as)
  expect(await conflictOf(one, former.person.id)).toEqual(MEMBER)

  const narrow = await team.member('editor', one.project_id)
  await joinJury(narrow.person, narrow.as)
  expect(await conflictOf(one, narrow.person.id)).toEqual(MEMBER)
  expect(await conflictOf(other, narrow.person.id)).toBeUndefined()
})

test('a hand-over moves the conflict of a juror who worked for the studio along', async () => {
  const scene = await studioScene(api)
  const entry = await build.entry(scene.owner, { entry_status: 40 })
  const juror = await scene.member('viewer', entry.project_id)
  await joinJury(juror.person, juror.as)
  const heir = await scene.member('editor')
  const { hand_over_id } = await scene.boss.call(studio.offerHandOver, {
    member_id: heir.member_id,
    project_id: entry.project_id,
  })
  await heir.as.call(studio.answerHandOver, { hand_over_id, answer: 'accept' })
  expect(await conflictOf(entry, juror.person.id)).toEqual(MEMBER)
})

test('who works on what is under way is given no right; who did is, and leaves', async () => {
  const organised = await organiserOf(api)
  const entry = await work()
  const { person, as } = await team.member('viewer', entry.project_id)
  const give = { email: person.email, right: 'admit' as const }
  expect(await organised.answer(organiser.giveRight, give)).toMatchObject({
    code: 409,
    data: { reason: 'HAS_ENTRIES', entries: [entry.entry_no] },
  })
  await db
    .updateTable('apply_orders')
    .set({ entry_status: 91 })
    .where('id', '=', entry.id)
    .execute()
  await organised.call(organiser.giveRight, give)
  expect(await roleOf(as, entry.id)).toBe(404)
})

test('erasing an account takes its studio along, and its name from works of others', async () => {
  const entry = await build.entry(owner, {})
  const { person, as } = await team.member('editor')
  const by = { edited_by: person.id, title: 'Written by a member' }
  await db.updateTable('apply_orders').set(by).where('id', '=', entry.id).execute()
  await db
    .insertInto('entry_events')
    .values({ apply_order_id: entry.id, code: 'submitted', by_user_id: person.id })
    .execute()
  await as.call(studio.invite, { email: 'guest-of-member@atelier.example', role: 'viewer' })
  await as.call(account.erase, { password: PASSWORD, understood: true })
  const left = await Promise.all([
    db.selectFrom('studio_members').select('id').where('member_id', '=', person.id).execute(),
    db.selectFrom('studio_invitations').select('id').where('owner_id', '=', person.id).execute(),
    db.selectFrom('apply_orders').select('id').where('edited_by', '=', person.id).execute(),
    db.selectFrom('entry_events').select('id').where('by_user_id', '=', person.id).execute(),
  ])
  expect(left).toEqual([[], [], [], []])
  const { list } = await boss.call(entries.entryList, { pageSize: 100 })
  expect(list.find(({ apply_order_id }) => apply_order_id === entry.id)).toMatchObject({
    title: by.title,
    edited_by: null,
  })
})
