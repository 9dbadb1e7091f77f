import { documentsAdded, entries, studio } from '@awards/shared/contract'
import { entryScene } from '../../../test/entry-scene.ts'
import { PROGRAMME } from '../../../test/payment-scene.ts'
import { studioScene } from '../../../test/studio-scene.ts'

const scene = await entryScene()
const { build, db } = scene
await db
  .insertInto('site_documents')
  .values({ code: 'programme', document: JSON.stringify(PROGRAMME) })
  .execute()

const roleIn = async (as: ReturnType<typeof scene.as>, apply_order_id: string) => {
  const { code, data } = await as.answer(entries.info, { apply_order_id })
  return code === 200 ? (data as { role: string }).role : code
}

test('a work changes hands with its team; the two change places, and invoices stay', async () => {
  proves('call studio/overview', 'call studio/offerHandOver', 'call studio/answerHandOver')
  const { owner, boss, member } = await studioScene(scene)
  const mine = await scene.draft({ owner })
  const kept = await scene.draft({ owner })
  const heir = await member('payer')
  const colleague = await member('editor', mine.project_id)
  const bystander = await member('viewer')
  await db
    .insertInto('invoices')
    .values({
      number: 'AB-HAND',
      kind: 'invoice',
      apply_order_id: mine.id,
      fee_type: 1,
      document: JSON.stringify({ gross: 1, currency: 'EUR', buyer: { name: 'Atelier Sillon' } }),
    })
    .execute()
  const { hand_over_id } = await boss.call(studio.offerHandOver, {
    member_id: heir.member_id,
    project_id: mine.project_id,
  })
  expect(await roleIn(heir.as, mine.id)).toBe('payer')
  const { received } = await heir.as.call(studio.overview, {})
  expect(received).toMatchObject([{ hand_over_id, work: { project_id: mine.project_id } }])

  await heir.as.call(studio.answerHandOver, { hand_over_id, answer: 'accept' })
  expect(await roleIn(heir.as, mine.id)).toBe('owner')
  expect(await roleIn(boss, mine.id)).toBe('payer')
  expect(await roleIn(boss, kept.id)).toBe('owner')
  expect(await roleIn(heir.as, kept.id)).toBe('payer')
  expect(await roleIn(colleague.as, mine.id)).toBe('editor')
  // Members of the studio as a whole were no members of the new owner.
  expect(await roleIn(bystander.as, mine.id)).toBe(404)
  const { list } = await boss.call(documentsAdded.invoices, {})
  expect(list.map(({ number }) => number)).toEqual(['AB-HAND'])
  const info = await heir.as.call(entries.info, { apply_order_id: mine.id })
  expect(info.projection === 'owner' && info.timeline.at(-1)?.code).toBe('handed_over')
  expect(
    await heir.as.answer(studio.answerHandOver, { hand_over_id, answer: 'accept' }),
  ).toMatchObject({ code: 404 })
  const told = await db
    .selectFrom('mail_outbox')
    .select('template')
    .where('recipient', '=', owner.email)
    .where('template', '=', 'studio_handed_over')
    .execute()
  expect(told).toHaveLength(1)
})

test('a whole studio changes hands with members and invitations', async () => {
  const { owner, boss, member, invite } = await studioScene(scene)
  const one = await scene.draft({ owner })
  const two = await scene.draft({ owner })
  const heir = await member('editor')
  const viewer = await member('viewer')
  const guest = await build.user({ email: `guest-${heir.person.id}@atelier.example` })
  const { token } = await invite(guest.email, 'viewer')
  const { hand_over_id } = await boss.call(studio.offerHandOver, { member_id: heir.member_id })
  await heir.as.call(studio.answerHandOver, { hand_over_id, answer: 'accept' })
  for (const { id } of [one, two]) {
    expect(await roleIn(heir.as, id)).toBe('owner')
    expect(await roleIn(boss, id)).toBe('editor')
    expect(await roleIn(viewer.as, id)).toBe('viewer')
  }
  await scene.as(guest).call(studio.acceptInvitation, { token })
  expect(await roleIn(scene.as(guest), one.id)).toBe('viewer')
  const { members } = await heir.as.call(studio.overview, {})
  expect(members).toHaveLength(3)
  expect(await roleIn(boss, one.id)).toBe('editor')
})

test('of two invitations to one address the one of the studio that changes hands stays', async () => {
  const { owner, boss, member, invite, tokenOf } = await studioScene(scene)
  const work = await scene.draft({ owner })
  const heir = await member('editor')
  const guest = await build.user({ email: `twice-${heir.person.id}@atelier.example` })
  const other = await build.user({ email: `once-${heir.person.id}@atelier.example` })
  await heir.as.call(studio.invite, { email: guest.email, role: 'viewer' })
  await heir.as.call(studio.invite, { email: other.email, role: 'viewer' })
  const [own, kept] = [await tokenOf(guest.email), await tokenOf(other.email)]
  const { token } = await invite(guest.email, 'editor')
  const { hand_over_id } = await boss.call(studio.offerHandOver, { member_id: heir.member_id })
  await heir.as.call(studio.answerHandOver, { hand_over_id, answer: 'accept' })
  const withdrawn = await scene.as(guest).answer(studio.acceptInvitation, { token: own })
  expect(withdrawn.code).toBe(410)
  await scene.as(guest).call(studio.acceptInvitation, { token })
  await scene.as(other).call(studio.acceptInvitation, { token: kept })
  expect(await roleIn(scene.as(guest), work.id)).toBe('editor')
  expect(await roleIn(scene.as(other), work.id)).toBe('viewer')
})

test('an account with works of its own takes single works only', async () => {
  const { owner, boss, member } = await studioScene(scene)
  const work = await scene.draft({ owner })
  const heir = await member('editor')
  const early = await boss.call(studio.offerHandOver, { member_id: heir.member_id })
  await scene.draft({ owner: heir.person })
  const refusal = { code: 409, data: { reason: 'OWN_WORKS' } }
  const accept = { hand_over_id: early.hand_over_id, answer: 'accept' as const }
  expect(await heir.as.answer(studio.answerHandOver, accept)).toMatchObject(refusal)
  expect(await boss.answer(studio.offerHandOver, { member_id: heir.member_id })).toMatchObject(
    refusal,
  )
  const single = await boss.call(studio.offerHandOver, {
    member_id: heir.member_id,
    project_id: work.project_id,
  })
  await heir.as.call(studio.answerHandOver, {
    hand_over_id: single.hand_over_id,
    answer: 'accept',
  })
  expect(await roleIn(heir.as, work.id)).toBe('owner')
})

test('an offer ends when it is declined, withdrawn, out of time, or the member leaves', async () => {
  proves('call studio/withdrawHandOver')
  const { owner, boss, member } = await studioScene(scene)
  const work = await scene.draft({ owner })
  const heir = await member('editor')
  const offer = async () =>
    (await boss.call(studio.offerHandOver, { member_id: heir.member_id })).hand_over_id
  const answer = (hand_over_id: string, wish: 'accept' | 'decline') =>
    heir.as.answer(studio.answerHandOver, { hand_over_id, answer: wish })
  const declined = await offer()
  await answer(declined, 'decline')
  expect((await answer(declined, 'accept')).code).toBe(404)
  const withdrawn = await offer()
  await boss.call(studio.withdrawHandOver, { hand_over_id: withdrawn })
  expect((await answer(withdrawn, 'accept')).code).toBe(404)
  const stranger = scene.as(await build.user())
  const live = await offer()
  expect(
    (await stranger.answer(studio.answerHandOver, { hand_over_id: live, answer: 'accept' })).code,
  ).toBe(404)
  expect((await stranger.answer(studio.withdrawHandOver, { hand_over_id: live })).code).toBe(404)
  await db
    .updateTable('studio_hand_overs')
    .set({ expires_at: build.at(-1) })
    .where('id', '=', live)
    .execute()
  expect((await answer(live, 'accept')).code).toBe(410)
  const last = await offer()
  await heir.as.call(studio.leave, { member_id: heir.member_id })
  expect((await answer(last, 'accept')).code).toBe(404)
  expect(await roleIn(boss, work.id)).toBe('owner')
})

test('who works on one work is offered that one alone', async () => {
  const { owner, boss, member } = await studioScene(scene)
  const mine = await scene.draft({ owner })
  const other = await scene.draft({ owner })
  const { member_id } = await member('editor', mine.project_id)
  for (const project_id of [undefined, other.project_id]) {
    expect(await boss.answer(studio.offerHandOver, { member_id, project_id })).toMatchObject({
      code: 409,
      data: { reason: 'SCOPE' },
    })
  }
})
