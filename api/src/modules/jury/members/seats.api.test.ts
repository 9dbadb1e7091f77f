import { judge, subjudges } from '@awards/shared/contract'
import { testApi } from '../../../../test/test-api.ts'
import { jurySetting } from '../../../../test/jury-setting.ts'

const api = await testApi()
const jury = await jurySetting(api)
const chair = api.as(jury.chair)
const [anna, ben] = jury.first
const [dora, emil] = jury.second

test('lists all codes to the chair and the own ones to a juror', async () => {
  proves(
    'call judge/getInvitationCode',
    'call judge/getAgentCode',
    'call subjudges/getInvitationCode',
    'call subjudges/getAgentCode',
  )
  const code = (given: { code: string; kind: string; owner_id?: string }) =>
    api.db.insertInto('codes').values(given).execute()
  await code({ code: 'A-PONT7', kind: 'agent' })
  await code({ code: 'A-ANNA1', kind: 'agent', owner_id: anna.id })
  await code({ code: 'I-ANNA22', kind: 'entrant_invite', owner_id: anna.id })
  const names = (codes: { code: string; mine: boolean }[]) =>
    codes.map(({ code: name, mine }) => `${name}${mine ? ' mine' : ''}`)

  expect(names(await chair.call(judge.getAgentCode, {}))).toEqual(['A-ANNA1', 'A-PONT7'])
  expect(names(await chair.call(judge.getInvitationCode, {}))).toEqual(['I-ANNA22'])
  const own = api.as(anna)
  expect(names(await own.call(subjudges.getAgentCode, {}))).toEqual(['A-ANNA1 mine'])
  expect(names(await own.call(subjudges.getInvitationCode, {}))).toEqual(['I-ANNA22 mine'])
  expect(await api.as(ben).call(subjudges.getAgentCode, {})).toEqual([])
})

test('shows jurors their own seat and the counts; the second level sees names in the deliberation', async () => {
  proves('call subjudges/getSubJudges', 'call subjudges/getPhase')
  const entry = await jury.entry()
  await jury.scored(entry, [70, 72])
  await jury.scored(entry, [80, 81], 3)
  await jury.enter(3)
  const seats = (person: { id: string }) =>
    api.as(person).call(subjudges.getSubJudges, { apply_order_id: entry.id })

  const mine = await seats(anna)
  expect(mine).toMatchObject({ assigned: 2, submitted: 2, quorum: 3 })
  expect(mine.list.map(({ juror_id }) => juror_id)).toEqual([anna.juror_id])
  expect((await seats(dora)).list.map(({ juror_id }) => juror_id)).toEqual([dora.juror_id])

  await jury.enter(6)
  const { current } = await api.as(dora).call(subjudges.getPhase, {})
  expect(current).toMatchObject({ phase: 6, capabilities: { see_juror_names: true } })
  expect((await seats(dora)).list.map(({ juror_id }) => juror_id).sort()).toEqual(
    [dora.juror_id, emil.juror_id].sort(),
  )
  expect((await seats(anna)).list).toHaveLength(1)
})

test('lists the second level separately to the chair; fees need the capability', async () => {
  proves('call judge/secondLevelJudgeAwardList')
  await jury.enter(5)
  const first = await jury.entry({ title: 'First level alone' })
  const { list } = await chair.call(judge.secondLevelJudgeAwardList, {})
  expect(list.map(({ apply_order_id }) => apply_order_id)).not.toContain(first.id)
  expect(list).toHaveLength(1)
  expect(list[0]).toMatchObject({ assigned: 2, submitted: 2, entry_fee_status: 2 })

  const plain = await api.build.juror(1, { capabilities: ['can_score'] })
  const seen = await api.as(plain).call(judge.judgeEntryList, { entry_fee_status: '0' })
  expect(seen.total).toBe(2)
  expect(seen.list[0]).toMatchObject({ entry_fee_status: null, winner_fee_status: null })
})
