import { judge } from '@awards/shared/contract'
import { newStorageKey } from '../../../files/storage/storage.ts'
import { readZip } from '../../../../test/read-zip.ts'
import { testApi } from '../../../../test/test-api.ts'
import { jurySetting } from '../../../../test/jury-setting.ts'

const api = await testApi()
const jury = await jurySetting(api)
const chair = api.as(jury.chair)

async function pictured(title: string, judging_no: string, answers: object = {}) {
  const entry = await jury.entry({
    title,
    judging_no,
    answers: JSON.stringify({ summary: 'A chair.', company: 'Brumaire', ...answers }),
  })
  const key = newStorageKey('jpg')
  await api.context.storage.put(key, Buffer.from(`pixels of ${title}`))
  const size = { key, width: 10, bytes: 20 }
  const { id } = await api.db
    .insertInto('stored_files')
    .values({
      purpose: 'entry_image',
      status: 'ready',
      original_name: 'brumaire-final.jpg',
      width: 10,
      height: 10,
      variants: JSON.stringify({ thumb: size, card: size, full: size, full_jpeg: size }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await api.db
    .insertInto('entry_files')
    .values({ apply_order_id: entry.id, file_id: id, kind: 'cover', alt: 'Seen by Brumaire' })
    .execute()
  return { ...entry, key }
}

async function download(url: string, headers: Record<string, string> = {}) {
  const {
    statusCode,
    headers: plainHeaders,
    rawPayload,
  } = await api.app.inject({ method: 'GET', url, headers })
  return { status: statusCode, headers: plainHeaders, bytes: rawPayload }
}
const filesOf = (zip: Buffer) =>
  [...readZip(zip)].map(([name, bytes]) => [name, bytes.toString()] as const)

test('an archive holds anonymised sheets and pictures under neutral names, without conflicts', async () => {
  proves('call judge/downloadZip', 'call judge/batchDownloadZip')
  const mine = await pictured('Ondine', '#7QK4Z', { description: 'Made by Brumaire.' })
  const conflicted = await pictured('Nido', '#8BBBB')
  await jury.conflict(conflicted, jury.chair)

  const { url, entries, size } = await chair.call(judge.batchDownloadZip, {})
  const { headers, bytes } = await download(url)

  expect(entries).toBe(1)
  expect(headers['content-type']).toBe('application/zip')
  expect(headers['content-length']).toBe(String(bytes.length))
  expect(size).toBe(bytes.length)
  expect(filesOf(bytes)).toEqual([
    [
      '7QK4Z/7QK4Z-00.txt',
      '#7QK4Z\n\nOndine\n\nSummary\nA chair.\n\nDescription\nMade by █████.\n\nPicture 01\nSeen by █████\n',
    ],
    ['7QK4Z/7QK4Z-01.jpg', 'pixels of Ondine'],
  ])
  expect(bytes.toString('latin1')).not.toMatch(/Nido|8BBBB|brumaire/i)
  expect(await chair.answer(judge.downloadZip, { apply_order_id: conflicted.id })).toMatchObject({
    code: 403,
  })
  const single = await chair.call(judge.downloadZip, { apply_order_id: mine.id })
  expect(single.size).toBe((await download(single.url)).bytes.length)
})

test('a conflict after the link was issued excludes the entry, resumed downloads included', async () => {
  const entry = await pictured('Kumo', '#9CCCC')
  const other = await pictured('Sora', '#9DDDD')
  const { url } = await chair.call(judge.batchDownloadZip, { ids: `${entry.id},${other.id}` })
  const before = await download(url)
  await jury.conflict(entry, jury.chair)

  const after = await download(url)
  expect(filesOf(after.bytes).map(([name]) => name)).toEqual([
    '9DDDD/9DDDD-00.txt',
    '9DDDD/9DDDD-01.jpg',
  ])
  // The archive has changed: a range gets the whole new one, with or without If-Range.
  const named: Record<string, string> = { 'if-range': String(before.headers['etag']) }
  for (const headers of [{}, named]) {
    const rest = await download(url, { range: 'bytes=10-', ...headers })
    expect([rest.status, rest.bytes.equals(after.bytes)]).toEqual([200, true])
  }
})

test('resumes an interrupted download within two hours', async () => {
  const entry = await pictured('Volta', '#3EEEE')
  const { url } = await chair.call(judge.downloadZip, { apply_order_id: entry.id })
  const whole = await download(url)
  const etag = String(whole.headers['etag'])
  const total = whole.bytes.length
  expect(whole.headers).toMatchObject({ 'accept-ranges': 'bytes' })

  for (const start of [0, 1, 40, total - 30, total - 1]) {
    const rest = await download(url, { range: `bytes=${start}-`, 'if-range': etag })
    expect(rest.status).toBe(206)
    expect(rest.headers['content-range']).toBe(`bytes ${start}-${total - 1}/${total}`)
    expect(rest.bytes.equals(whole.bytes.subarray(start))).toBe(true)
  }
  const beyond = await download(url, { range: `bytes=${total}-` })
  expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${total}`])
  expect((await download(url, { range: 'bytes=4-', 'if-range': '"other"' })).status).toBe(200)
  const head = await api.app.inject({ method: 'HEAD', url })
  expect(head.headers['content-length']).toBe(String(total))

  api.setTime(new Date(Date.now() + 60 * 60_000))
  expect((await download(url)).bytes.toString()).toContain('"code":410')
  expect((await download(url, { range: 'bytes=40-' })).status).toBe(206)
  api.setTime(new Date(Date.now() + 3 * 60 * 60_000))
  expect((await download(url, { range: 'bytes=40-' })).bytes.toString()).toContain('"code":410')
  api.setTime(new Date())
})

test('lists a missing picture in a text file of a valid archive', async () => {
  const entry = await pictured('Perdu', '#4FFFF')
  await api.context.storage.remove(entry.key)
  const { url } = await chair.call(judge.downloadZip, { apply_order_id: entry.id })

  const files = new Map(filesOf((await download(url)).bytes))
  expect([...files.keys()]).toEqual(['4FFFF/4FFFF-00.txt', 'missing.txt'])
  expect(files.get('missing.txt')).toContain('4FFFF/4FFFF-01.jpg')
})

test('leaves redacted pictures out of the archive', async () => {
  const entry = await pictured('Cache', '#6HHHH')
  await api.db
    .insertInto('redactions')
    .values({
      apply_order_id: entry.id,
      by_user_id: jury.chair.id,
      hidden_file_ids: (
        await api.db
          .selectFrom('entry_files')
          .select('file_id')
          .where('apply_order_id', '=', entry.id)
          .execute()
      ).map(({ file_id }) => file_id),
    })
    .execute()
  const { url } = await chair.call(judge.downloadZip, { apply_order_id: entry.id })
  expect(filesOf((await download(url)).bytes).map(([name]) => name)).toEqual(['6HHHH/6HHHH-00.txt'])
})

test('refuses a modified or expired link, and one whose owner may no longer download', async () => {
  const entry = await pictured('Halle', '#2DDDD')
  const { url } = await chair.call(judge.downloadZip, { apply_order_id: entry.id })
  const codeOf = async (address: string) =>
    (await api.app.inject({ method: 'GET', url: address })).json<{ code: number }>().code

  const at = url.length - 10
  expect(
    await codeOf(`${url.slice(0, at)}${url[at] === 'A' ? 'B' : 'A'}${url.slice(at + 1)}`),
  ).toBe(403)
  const change = (capabilities: string[]) =>
    api.db
      .updateTable('jurors')
      .set({ capabilities })
      .where('id', '=', jury.chair.juror_id)
      .execute()
  await change(['can_score'])
  expect(await codeOf(url)).toBe(403)
  expect(await chair.answer(judge.downloadZip, { apply_order_id: entry.id })).toMatchObject({
    code: 403,
  })
  await change(['can_download'])
  api.setTime(new Date(Date.now() + 16 * 60_000))
  expect(await codeOf(url)).toBe(410)
  api.setTime(new Date())
})

test('the archive of a queue holds the entries of the table, by the level of the phase', async () => {
  proves('call judge/batchDownloadZip', 'call judge/judgeEntryList')
  const open = await pictured('Salis', '#2FFFF')
  await jury.scored(open, [70, 75, 80])
  await jury.assign(open, jury.second, 3)
  await jury.enter(6)
  try {
    const query = { queue: 'missing_votes' } as const
    const { list } = await chair.call(judge.judgeEntryList, query)
    expect(list.map(({ title }) => title)).toEqual(['Salis'])
    expect((await chair.call(judge.batchDownloadZip, query)).entries).toBe(1)
  } finally {
    await jury.enter(3)
  }
})

test('holds entries with a revoked award, as the table does', async () => {
  proves('call judge/downloadZip', 'call judge/batchDownloadZip')
  const entry = await pictured('Repris', '#5GGGG')
  await api.db
    .updateTable('apply_orders')
    .set({ entry_status: 91, decision_status: 6 })
    .where('id', '=', entry.id)
    .execute()

  const { url } = await chair.call(judge.downloadZip, { apply_order_id: entry.id })
  expect(filesOf((await download(url)).bytes).map(([name]) => name)).toEqual([
    '5GGGG/5GGGG-00.txt',
    '5GGGG/5GGGG-01.jpg',
  ])
  const { list, total } = await chair.call(judge.judgeEntryList, { pageSize: 100 })
  expect(list.map(({ title }) => title)).toContain('Repris')
  expect((await chair.call(judge.batchDownloadZip, {})).entries).toBe(total)
})
