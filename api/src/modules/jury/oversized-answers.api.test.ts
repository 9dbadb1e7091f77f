import { entries, judge, juryDesk, subJudge } from '@awards/shared/contract'
import { jurySetting } from '../../../test/jury-setting.ts'
import { readZip } from '../../../test/read-zip.ts'
import { testApi } from '../../../test/test-api.ts'

const api = await testApi()
const jury = await jurySetting(api)
const chair = api.as(jury.chair)
const [sub] = jury.first
if (!sub) throw new Error('The jury has no jurors')
const juror = api.as(sub)
const LONG = 'Steam-bent oak, joined without metal. '.repeat(200).trim()

test('jurors can review answers that exceed the present limits of the form', async () => {
  proves(
    'call judge/judgeEntryList',
    'call subJudge/subJuryAwardList',
    'call apply/info',
    'call judge/redaction',
    'call judge/exportTable',
    'call judge/downloadZip',
  )
  await jury.enter(4)
  const answers = { title: 'Ondine', summary: LONG, description: LONG, location_country: 'France' }
  const entry = await jury.entry({ title: 'Ondine', answers: JSON.stringify(answers) })
  const input = { apply_order_id: entry.id }
  await jury.assign(entry, [sub])

  expect((await chair.call(judge.judgeEntryList, {})).total).toBe(1)
  expect((await juror.call(subJudge.subJuryAwardList, {})).list).toHaveLength(1)
  for (const reader of [chair, juror]) {
    const { answers: read } = await reader.call(entries.info, input)
    expect(read.description).toBe(LONG)
  }
  const { texts } = await chair.call(juryDesk.redaction, input)
  expect(texts).toContainEqual({ field: 'summary', text: LONG })
  expect((await chair.call(juryDesk.exportTable, { format: 'csv' })).rows).toBe(1)

  const { url } = await chair.call(judge.downloadZip, input)
  const { statusCode, rawPayload } = await api.app.inject({ method: 'GET', url })
  expect(statusCode).toBe(200)
  expect([...readZip(rawPayload).values()].join('')).toContain(LONG)
})
