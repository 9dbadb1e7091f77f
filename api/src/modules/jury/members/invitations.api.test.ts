import { agentDesk, judge, juryCodes, jurySeat, session, subJudge } from '@awards/shared/contract'
import { POLICY_TYPES } from '@awards/shared/domain'
import { jurySetting } from '../../../../test/jury-setting.ts'
import { testApi } from '../../../../test/test-api.ts'

const api = await testApi()
const jury = await jurySetting(api)
const { build, db } = api
const chair = api.as(jury.chair)
const texts = (en: string) => JSON.stringify({ en })
await db
  .insertInto('site_documents')
  .values({
    code: 'programme',
    document: JSON.stringify({ name: { en: 'Test Prize', fr: 'Prix test', zh: '测试奖' } }),
  })
  .execute()

const agreement = (version: string, effective_at: string) =>
  db
    .insertInto('policies')
    .values({
      type: POLICY_TYPES.jury,
      version,
      title: texts('Agreement'),
      html: texts('<p>Be fair.</p>'),
      effective_at,
    })
    .execute()
const invite = (email: string, level: 2 | 3 = 2) =>
  chair.call(juryCodes.inviteJuror, { email, level, category_ids: [jury.category.id] })

test('S18 an invitation survives a mail scanner, is redeemed once and shows no entry before the agreement', async () => {
  proves(
    'call judge/inviteJuror',
    'call jury/invitation',
    'call jury/acceptInvitation',
    'call jury/agreement',
    'call jury/signAgreement',
    'story S18',
  )
  await agreement('1', '2020-01-01')
  await db.updateTable('jurors').set({ agreement_version: '1' }).execute()
  const { code, share_url, kind } = await invite('guest@studio-guest.example')
  expect(code).toMatch(/^J-[0-9A-HJKMNP-TV-Z]{26}$/)
  expect(kind).toBe('juror_invite')
  expect(share_url).toMatch(new RegExp(`/jury-invitation\\?code=${code}$`))
  const mailed = await db
    .selectFrom('mail_outbox')
    .select(['recipient', 'params'])
    .where('template', '=', 'juror_invitation')
    .execute()
  expect(mailed).toEqual([
    {
      recipient: 'guest@studio-guest.example',
      params: expect.objectContaining({ invitation: code }),
    },
  ])

  const visitor = api.as(null)
  const stored = () => db.selectFrom('codes').selectAll().where('code', '=', code).execute()
  const untouched = await stored()
  for (let look = 0; look < 2; look += 1) {
    expect(await visitor.call(jurySeat.invitation, { code })).toMatchObject({
      programme: 'Test Prize',
      level: 2,
      email: 'g***@studio-guest.example',
      categories: [expect.objectContaining({ id: jury.category.id })],
    })
  }
  expect(await stored()).toEqual(untouched)

  const stranger = api.as(await build.user())
  const refused = await stranger.answer(jurySeat.acceptInvitation, { code })
  expect(refused).toMatchObject({ code: 422, msg: { email: [expect.any(String)] } })
  const guest = await build.user({ email: 'guest@studio-guest.example' })
  const mine = api.as(guest)
  const clicks = await Promise.all([
    mine.answer(jurySeat.acceptInvitation, { code }),
    mine.answer(jurySeat.acceptInvitation, { code }),
  ])
  expect(clicks.map((click) => click.code).toSorted()).toEqual([200, 410])
  expect(await mine.answer(jurySeat.acceptInvitation, { code })).toMatchObject({ code: 410 })
  expect(await visitor.answer(jurySeat.invitation, { code })).toMatchObject({ code: 410 })
  const seats = await db
    .selectFrom('jurors')
    .select(['id', 'level', 'show_public'])
    .where('user_id', '=', guest.id)
    .execute()
  expect(seats).toEqual([expect.objectContaining({ level: 2, show_public: false })])

  // Entries are hidden until the agreement is signed.
  const entry = await jury.entry()
  await jury.assign(entry, [{ juror_id: seats[0]?.id ?? '' }])
  const shut = await mine.answer(subJudge.subJuryAwardList, {})
  expect(shut).toMatchObject({ code: 423, data: { reason: 'AGREEMENT' } })
  const info = await mine.call(session.getUserInfo, {})
  expect(info).toMatchObject({ identity: 2, juror: { agreement_signed: false } })
  const text = await mine.call(jurySeat.agreement, {})
  expect(text).toMatchObject({ version: '1', signed_at: null })

  const statement = { accepted: true as const, affiliations: ['Guest & Co'] }
  const older = { ...statement, version: '0', email_domains: [] }
  expect(await mine.answer(jurySeat.signAgreement, older)).toMatchObject({
    code: 409,
    data: { reason: 'VERSION', version: '1' },
  })
  const publicDomain = { ...statement, version: '1', email_domains: ['gmail.com'] }
  expect(await mine.answer(jurySeat.signAgreement, publicDomain)).toMatchObject({
    code: 422,
    msg: { 'email_domains.0': [expect.any(String)] },
  })
  const theirs = await jury.entry({ answers: JSON.stringify({ company: 'Guest SARL' }) })
  await jury.assign(theirs, [{ juror_id: seats[0]?.id ?? '' }])
  const signed = await mine.call(jurySeat.signAgreement, {
    ...statement,
    version: '1',
    email_domains: ['Guest-Studio.example'],
  })
  expect(signed.conflicts).toBe(1)
  const open = await mine.call(subJudge.subJuryAwardList, {})
  expect(open.list.map(({ apply_order_id }) => apply_order_id)).toEqual([entry.id])
  expect(await mine.call(jurySeat.agreement, {})).toMatchObject({
    signed_at: expect.any(String),
    email_domains: ['guest-studio.example', 'studio-guest.example'],
  })

  await agreement('2', '2021-01-01')
  expect(await mine.answer(subJudge.subJuryAwardList, {})).toMatchObject({ code: 423 })
  expect(await chair.answer(judge.judgeEntryList, {})).toMatchObject({ code: 423 })
  await db.deleteFrom('policies').where('version', '=', '2').execute()
})

test('S18 resends and ends an invitation, and refuses both for used or ended ones', async () => {
  proves('call judge/resendInvitation', 'call judge/endCode', 'story S18')
  const { code } = await invite('later@example.org')
  const twice = await chair.answer(juryCodes.inviteJuror, {
    email: 'LATER@example.org',
    level: 3,
    category_ids: [jury.category.id],
  })
  expect(twice).toMatchObject({ code: 409, data: { reason: 'INVITED' } })
  const juror = await chair.answer(juryCodes.inviteJuror, {
    email: jury.first[0].email,
    level: 2,
    category_ids: [jury.category.id],
  })
  expect(juror).toMatchObject({ code: 409, data: { reason: 'JUROR' } })
  const other = await build.category({ code: 'OTH' })
  const beyond = { email: 'x@example.org', level: 2 as const, category_ids: [other.id] }
  expect(await chair.answer(juryCodes.inviteJuror, beyond)).toMatchObject({ code: 422 })

  await db
    .updateTable('codes')
    .set({ valid_until: build.at(-1) })
    .where('code', '=', code)
    .execute()
  const visitor = api.as(null)
  expect(await visitor.answer(jurySeat.invitation, { code })).toMatchObject({ code: 410 })
  expect(await chair.call(juryCodes.resendInvitation, { code })).toMatchObject({ active: true })
  expect(await visitor.answer(jurySeat.invitation, { code })).toMatchObject({ code: 200 })

  const entrant = await build.user({ email: 'later@example.org' })
  const entry = await jury.entry({ user_id: entrant.id })
  const taken = await api.as(entrant).answer(jurySeat.acceptInvitation, { code })
  expect(taken).toMatchObject({ code: 409, data: { reason: 'HAS_ENTRIES' } })
  await db
    .updateTable('apply_orders')
    .set({ entry_status: 90 })
    .where('id', '=', entry.id)
    .execute()

  const ending = { code, reason: 'Has declined by telephone' }
  expect(await chair.call(juryCodes.endCode, ending)).toMatchObject({ active: false })
  expect(await api.as(entrant).answer(jurySeat.acceptInvitation, { code })).toMatchObject({
    code: 410,
  })
  expect(await chair.answer(juryCodes.resendInvitation, { code })).toMatchObject({ code: 410 })
  expect(await visitor.answer(jurySeat.invitation, { code: 'J-NONE' })).toMatchObject({ code: 404 })
  const assigns = await build.juror(1, { capabilities: ['can_assign'], agreement_version: '1' })
  await db.insertInto('codes').values({ code: 'A-OTHER', kind: 'agent' }).execute()
  const money = { code: 'A-OTHER', reason: 'No longer used' }
  expect(await api.as(assigns).answer(juryCodes.endCode, money)).toMatchObject({
    code: 403,
    data: { reason: 'CAPABILITY' },
  })
})

test('an agent report counts receipts before VAT minus refunds, and keeps the embargo', async () => {
  proves('call judge/createCode', 'call judge/agentReport', 'call apply/agentEntries')
  const agent = await build.user({ is_agent: true, company: 'Pont Design' })
  const command = {
    kind: 'agent' as const,
    label: 'Pont Design',
    commission_percent: 10,
    valid_until: build.at(90).toISOString(),
    max_uses: 10,
  }
  expect(await chair.answer(juryCodes.createCode, command)).toMatchObject({ code: 422 })
  const plain = { ...command, owner_email: jury.owner.email }
  expect(await chair.answer(juryCodes.createCode, plain)).toMatchObject({ code: 422 })
  const { code } = await chair.call(juryCodes.createCode, { ...command, owner_email: agent.email })
  expect(code).toMatch(/^A-[0-9A-Z]{5}$/)
  const made = db.selectFrom('audit_log').select('after').where('action', '=', 'code.created')
  const [audited] = await made.where('subject', '=', code).execute()
  expect(audited?.after).toMatchObject({ kind: 'agent', owner_id: agent.id })
  expect(audited?.after).not.toHaveProperty('label')

  const quote = JSON.stringify({ amount_ht: 20_001, amount: 24_001 })
  const paid = async (entry: { id: string }, refund: number) => {
    const order_no = `PAY${entry.id}`
    const order = { order_no, apply_order_id: entry.id, channel: 'card', currency: 'EUR' }
    await db
      .insertInto('payment_orders')
      .values({
        ...order,
        fee_type: 1,
        quote,
        amount_minor: 24_001,
        status: 2,
        expires_at: build.at(1),
      })
      .execute()
    const move = { order_no, channel: 'card', currency: 'EUR', source: 'test', at: new Date() }
    await db
      .insertInto('ledger')
      .values({ ...move, kind: 'payment', provider_txn: `T${entry.id}`, amount_minor: 24_001 })
      .execute()
    if (refund === 0) return
    await db
      .insertInto('ledger')
      .values({ ...move, kind: 'refund', provider_txn: `R${entry.id}`, amount_minor: refund })
      .execute()
  }
  const decided = await jury.entry({ agent_code: code, entry_status: 50, entry_fee_status: 2 })
  const refunded = await jury.entry({ agent_code: code, entry_fee_status: 6 })
  await jury.entry({ agent_code: code, entry_status: 10, entry_fee_status: 0 })
  await build.entry(jury.owner, { agent_code: code })
  await paid(decided, 0)
  await paid(refunded, 12_000)

  const report = await chair.call(juryCodes.agentReport, {})
  expect(report.find((row) => row.code === code)).toEqual({
    code,
    label: 'Pont Design',
    owner_name: 'Pont Design',
    entries: 3,
    paid_entries: 1,
    currency: 'EUR',
    received_minor: 40002,
    refunded_minor: 1e4,
    commission_percent: 10,
    commission_minor: 3e3,
  })

  const brought = await api.as(agent).call(agentDesk.agentEntries, {})
  expect(brought.total).toBe(3)
  expect(brought.list.map(({ entry_status_text }) => entry_status_text)).not.toContain('decided')
  expect(await api.as(jury.owner).call(agentDesk.agentEntries, {})).toMatchObject({ total: 0 })
})
