import { auditDesk, type AuditRow, type Input } from '@awards/shared/contract'
import { deskPeople } from '../../../test/desk-people.ts'
import { testApi } from '../../../test/test-api.ts'
import { auditRepository } from '../audit/audit.repository.ts'

const api = await testApi()
const { db, build } = api
await build.programme()
const { holder } = deskPeople(api)
const organiser = await holder('organise')
const desk = api.as(organiser)

const record = (
  actor: { id: string; identity: number } | null,
  action: string,
  subject: string,
  facts = {},
) => auditRepository(db).record(actor, action, subject, facts)
const page = (input: Input<typeof auditDesk.audit>) => desk.call(auditDesk.audit, input)
const actionsOf = (list: readonly AuditRow[]) => list.map(({ action }) => action)

test('acts are told with who, what and whom, the newest first', async () => {
  proves('call organiser/audit')
  const person = await build.user()
  const entry = await build.entry(person, { title: 'Ondine' })
  await record(organiser, 'entry.refused', entry.id, {
    before: { entry_status: 20 },
    after: { entry_status: 91 },
    reason: 'Shown before',
  })
  await record(null, 'test.huge', '9'.repeat(19))
  await record(null, 'test.unknown', 'something')
  const { list } = await page({ pageSize: 3 })
  expect(list.filter(({ action }) => action !== 'test.huge')).toMatchObject([
    { action: 'test.unknown', actor: null, subject: { kind: 'other', id: 'something', name: '' } },
    {
      action: 'entry.refused',
      actor: {
        user_id: organiser.id,
        name: `${organiser.first_name} ${organiser.last_name}`,
      },
      subject: { kind: 'entry', id: entry.id, name: `${entry.entry_no} Ondine` },
      changes: [{ name: 'entry_status', before: '20', after: '91' }],
      reason: 'Shown before',
    },
  ])
})

test('pages follow each other without a gap, also while the log grows', async () => {
  const person = await build.user()
  for (let index = 0; index < 5; index += 1) await record(person, `test.${index}`, person.id)
  const first = await page({ user_id: person.id, pageSize: 3 })
  expect(first.person).toEqual({
    user_id: person.id,
    name: `${person.first_name} ${person.last_name}`,
  })
  await record(person, 'test.later', person.id)
  const second = await page({ user_id: person.id, pageSize: 3, before: first.next ?? '' })
  expect([...actionsOf(first.list), ...actionsOf(second.list)]).toEqual(
    [4, 3, 2, 1, 0].map((index) => `test.${index}`),
  )
  expect(second.next).toBeNull()
})

test('a person is found in what they did, what was done to them and to their entries', async () => {
  const [person, other] = [await build.user(), await build.user()]
  const entry = await build.entry(person)
  await record(person, 'session.opened', person.id)
  await record(organiser, 'entry.admitted', entry.id)
  await record(other, 'session.opened', other.id)
  const { list } = await page({ user_id: person.id })
  expect(actionsOf(list)).toEqual(['entry.admitted', 'session.opened'])
  expect(actionsOf((await page({ user_id: person.id, area: 'entry' })).list)).toEqual([
    'entry.admitted',
  ])
})

test('a period has whole days of the programme, and its ends in order', async () => {
  const today = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Paris' })
  await record(organiser, 'test.today', 'today')
  expect((await page({ from: today, to: today })).list.length).toBeGreaterThan(0)
  expect((await page({ to: '2020-01-01' })).list).toEqual([])
  expect(
    await desk.answer(auditDesk.audit, { from: '2027-02-01', to: '2027-01-01' }),
  ).toMatchObject({ code: 422, msg: { to: [expect.any(String)] } })
})

test('of the jury it is told that somebody acted, not on which entry and what about', async () => {
  const juror = await build.juror(2)
  const entry = await build.entry(await build.user())
  const facts = { after: { award_id: '7', total: 1234.5 }, reason: 'The best of its year' }
  await record(juror, 'decision.confirm', entry.id, facts)
  const { list } = await page({ user_id: juror.id })
  expect(list).toMatchObject([
    { action: 'decision.confirm', subject: null, changes: [], reason: null },
  ])
  const text = JSON.stringify(list)
  for (const secret of [entry.id, entry.entry_no, '1234.5', 'best of its year']) {
    expect(text).not.toContain(secret)
  }
})

test('a period is exported as a file that no spreadsheet runs, and the export is told itself', async () => {
  proves('call organiser/exportAudit', 'security 15')
  const person = await build.user({ first_name: '=cmd', last_name: 'Ferrante' })
  await record(person, 'session.opened', person.id)
  const today = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Paris' })
  const answer = await desk.call(auditDesk.exportAudit, {
    from: today,
    to: today,
    user_id: person.id,
  })
  expect(answer).toMatchObject({ rows: 1, filename: `audit_${today}_${today}.csv` })
  const file = await api.app.inject({ url: answer.url })
  expect(file.body).toContain("'=cmd Ferrante")
  expect(actionsOf((await page({ pageSize: 1 })).list)).toEqual(['audit.exported'])
  expect(
    await desk.answer(auditDesk.exportAudit, { from: '2020-01-01', to: '2026-01-01' }),
  ).toMatchObject({ code: 422, msg: { to: [expect.any(String)] } })
})
