import { entries, entriesAdded } from '@awards/shared/contract'
import { testApi } from '../../../test/test-api.ts'

const api = await testApi()
const { build } = api
await build.programme()
const published = await build.edition({ status: 4, results_published_at: build.at(-1) })

type Entry = Parameters<typeof build.entry>[1]

async function awarded(part: Entry = {}) {
  const owner = await build.user()
  const entry = await build.entry(owner, {
    entry_status: 60,
    edition_id: published.id,
    winner_fee_status: 1,
    is_show: true,
    ...part,
  })
  return { owner, entry }
}
const shown = async (id: string) =>
  (
    await api.db
      .selectFrom('apply_orders')
      .select('is_show')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).is_show

test('accepting an award requires the licence and stores the consent', async () => {
  proves('call apply/awardAnswer')
  const { owner, entry } = await awarded()
  const input = { apply_order_id: entry.id, version: entry.version, answer: 'accept' as const }
  const refused = await api.as(owner).answer(entriesAdded.awardAnswer, input)
  expect(refused).toMatchObject({ code: 422, msg: { licence: [expect.any(String)] } })
  const done = await api.as(owner).call(entriesAdded.awardAnswer, { ...input, licence: true })
  expect(done).toEqual({ version: entry.version + 1, winner_fee_status: 1 })
  const info = await api.as(owner).call(entries.info, { apply_order_id: entry.id })
  expect(info).toMatchObject({
    timeline: expect.arrayContaining([expect.objectContaining({ code: 'award_accepted' })]),
  })
  const consents = await api.db
    .selectFrom('consents')
    .select(['kind', 'given'])
    .where('subject', '=', entry.id)
    .execute()
  expect(consents).toEqual([{ kind: 'image_licence', given: true }])
})

test('declining an award hides the entry, and accepting it later shows it again', async () => {
  const { owner, entry } = await awarded()
  const answer = (version: number, word: 'accept' | 'decline') =>
    api.as(owner).call(entriesAdded.awardAnswer, {
      apply_order_id: entry.id,
      version,
      answer: word,
      licence: word === 'accept',
    })
  const declined = await answer(entry.version, 'decline')
  expect(declined.winner_fee_status).toBe(5)
  expect(await shown(entry.id)).toBe(false)
  const taken = await answer(declined.version, 'accept')
  expect(taken.winner_fee_status).toBe(1)
  expect(await shown(entry.id)).toBe(true)
})

test.each([
  ['a package was chosen', { winner_fee_status: 3 }, 'decline', 409, 'PACKAGE_CHOSEN'],
  [
    'the offer has expired',
    { winner_fee_status: 5, offer_expires_at: build.at(-1) },
    'accept',
    423,
    'OFFER_EXPIRED',
  ],
  ['nothing is published', { entry_status: 50, is_show: false }, 'accept', 423, 'NOT_PUBLISHED'],
] as const)('refuses an answer when %s', async (_name, part, answer, code, reason) => {
  const { owner, entry } = await awarded(part)
  const refusal = await api.as(owner).answer(entriesAdded.awardAnswer, {
    apply_order_id: entry.id,
    version: entry.version,
    answer,
    licence: true,
  })
  expect(refusal).toMatchObject({ code, data: { reason } })
})

test('returns 409 for a stale version and 404 for another user', async () => {
  const { owner, entry } = await awarded()
  const input = { apply_order_id: entry.id, version: 99, answer: 'decline' as const }
  expect(await api.as(owner).answer(entriesAdded.awardAnswer, input)).toMatchObject({ code: 409 })
  const stranger = await build.user()
  expect(await api.as(stranger).answer(entriesAdded.awardAnswer, input)).toMatchObject({
    code: 404,
  })
  expect(await shown(entry.id)).toBe(true)
})

test('an editor prepares the texts of a winner; the award and its package stay the owner’s to answer', async () => {
  const { owner, entry } = await awarded()
  const editor = await build.user()
  await api.db
    .insertInto('studio_members')
    .values({ owner_id: owner.id, member_id: editor.id, role: 'editor' })
    .execute()
  const info = { winner_name: 'Sillon', certificate_name: 'Sillon' }
  const input = { apply_order_id: entry.id, info }
  const drafted = await api
    .as(editor)
    .call(entries.winningInfoEdit, { ...input, version: entry.version })
  const { version } = drafted
  const seen = await api.as(owner).call(entries.info, { apply_order_id: entry.id })
  expect(seen).toMatchObject({
    next: { action: 'accept_award' },
    timeline: [expect.objectContaining({ code: 'winning_info_drafted' })],
  })

  const declined = await api.as(owner).call(entriesAdded.awardAnswer, {
    apply_order_id: entry.id,
    version,
    answer: 'decline',
  })
  for (const package_code of ['archive', '']) {
    const choice = { ...input, version: declined.version, package_code }
    expect(await api.as(editor).answer(entries.winningInfoEdit, choice)).toMatchObject({
      code: 403,
      data: { reason: 'ROLE', role: 'editor' },
    })
  }
})

test('the owner’s own save accepts the award, also after an editor’s', async () => {
  const { owner, entry } = await awarded({ winning_info: JSON.stringify({ bio: 'A draft' }) })
  await api.as(owner).call(entries.winningInfoEdit, {
    apply_order_id: entry.id,
    version: entry.version,
    info: { winner_name: 'Sillon', certificate_name: 'Sillon' },
  })
  const seen = await api.as(owner).call(entries.info, { apply_order_id: entry.id })
  expect(seen).toMatchObject({
    next: { action: 'choose_package' },
    timeline: [expect.objectContaining({ code: 'winning_info' })],
  })
})
