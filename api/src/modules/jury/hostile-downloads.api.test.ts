import { entries, judge, juryDesk, subjudges, type JurorEntryInfo } from '@awards/shared/contract'
import { identityScene } from '../../../test/identity-scene.ts'
import { jurySetting } from '../../../test/jury-setting.ts'
import { testApi } from '../../../test/test-api.ts'

/* Requests for archives, pictures and tables that no browser would send. */
const api = await testApi()
const jury = await jurySetting(api)
const scene = identityScene(api, jury)
const chair = api.as(jury.chair)
const [anna] = jury.first
const HOUR = 3_600_000
afterEach(() => api.setTime(new Date()))

let number = 0
async function pictured() {
  const entry = await scene.entry({ judging_no: `#HOST${++number}`, isSeen: true })
  await jury.assign(entry, [anna])
  return entry
}
async function download(url: string, headers: Record<string, string> = {}) {
  const answer = await api.app.inject({ method: 'GET', url, headers })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}
const pictureOf = async (id: string) => {
  const info = await api.as(anna).call(entries.info, { apply_order_id: id })
  return (info as JurorEntryInfo).files[0]?.picture?.url ?? ''
}

const RANGES = [
  'bytes=0-0,2-2',
  `bytes=${Array.from({ length: 400 }, (_, at) => `${at}-${at + 50}`).join(',')}`,
  'bytes=9-3',
  'bytes=-0',
  'bytes=-',
  'bytes=--5',
  'bytes=1e3-',
  'bytes=0x1-0x5',
  'bytes=99999999999999999999-',
  'items=0-5',
  'bytes',
]

test.each(['archive', 'picture'] as const)(
  'odd ranges of an %s return the whole file, never bytes of another',
  async (kind) => {
    proves('call judge/downloadZip')
    const { id } = await pictured()
    const url =
      kind === 'picture'
        ? await pictureOf(id)
        : (await chair.call(judge.downloadZip, { apply_order_id: id })).url
    const whole = await download(url)
    expect(whole.status).toBe(200)
    for (const range of RANGES) {
      const { status, bytes } = await download(url, { range })
      expect([range.slice(0, 40), status, bytes.equals(whole.bytes)]).toEqual([
        range.slice(0, 40),
        200,
        true,
      ])
    }
    const last = whole.bytes.length - 1
    const far = await download(url, { range: `bytes=${last}-999999999999999` })
    expect([far.status, far.headers['content-range']]).toEqual([
      206,
      `bytes ${last}-${last}/${last + 1}`,
    ])
    const tail = await download(url, { range: 'bytes=-999999999999' })
    expect([tail.status, tail.bytes.equals(whole.bytes)]).toEqual([206, true])
  },
)

test('an expired archive link starts no download for an odd range', async () => {
  proves('call judge/downloadZip')
  const { id } = await pictured()
  const { url } = await chair.call(judge.downloadZip, { apply_order_id: id })
  api.setTime(new Date(Date.now() + HOUR))
  for (const range of [...RANGES, 'bytes=0-', 'bytes=00-', 'nonsense', '']) {
    const { bytes } = await download(url, { range })
    expect([range, bytes.toString().slice(0, 11)]).toEqual([range, '{"code":410'])
  }
  expect((await download(url, { range: 'bytes=40-' })).status).toBe(206)
})

test('a recused, removed or former juror reads nothing more, pictures included', async () => {
  proves('story S21')
  await jury.enter(3)
  const [own, removed] = [await pictured(), await pictured()]
  const addresses = [await pictureOf(own.id), await pictureOf(removed.id)]
  const [first = '', second = ''] = addresses
  const save = (id: string) =>
    api.as(anna).answer(subjudges.score, { apply_order_id: id, items: [], version: 0 })
  expect((await save(removed.id)).code).toBe(200)

  await api.as(anna).call(subjudges.score, {
    apply_order_id: own.id,
    items: [],
    version: 0,
    recuse: { type: 'family', note: '' },
  })
  await chair.call(judge.assignSubJudge, {
    apply_order_ids: [removed.id],
    juror_ids: [anna.juror_id],
    mode: 'remove',
  })
  for (const { id } of [own, removed]) {
    expect(await save(id)).toMatchObject({ code: 403, data: { reason: 'OUT_OF_SCOPE' } })
  }
  expect([(await download(first)).status, (await download(second)).status]).toEqual([403, 403])

  const entry = await pictured()
  const address = await pictureOf(entry.id)
  expect((await download(address)).status).toBe(200)
  await api.db.updateTable('users').set({ identity: 0 }).where('id', '=', anna.id).execute()
  expect((await download(address)).status).toBe(403)
  await api.db.updateTable('users').set({ identity: 2 }).where('id', '=', anna.id).execute()
})

test('exports titles with formula prefixes or control characters as text in both formats', async () => {
  proves('security 15', 'call judge/exportTable')
  const titles = ['=1+1', '+1', '-1', '@A1', '\t=1', '\r=1', '＝1+1']
  for (const title of [...titles, 'a"b;c,d\u0001']) await jury.entry({ title })
  const tableOf = async (format: 'csv' | 'xlsx', language: string) => {
    const { data } = await chair.answer(
      juryDesk.exportTable,
      { format },
      { 'accept-language': language },
    )
    return download((data as { url: string }).url)
  }
  for (const language of ['en', 'fr']) {
    const csv = (await tableOf('csv', language)).bytes.toString()
    for (const title of titles) expect(csv).toContain(`'${title}`)
    expect(csv).toContain('"a""b;c,d')
  }
  expect((await tableOf('xlsx', 'en')).status).toBe(200)
})
