import { judge } from '@awards/shared/contract'
import { newStorageKey } from '../../files/storage-key.ts'
import { testApi } from '../../../test/test-api.ts'
import { jurySetting } from '../../../test/jury-setting.ts'

const api = await testApi()
const jury = await jurySetting(api)
const chair = api.as(jury.chair)

async function pictured(title: string, judging_no: string) {
  const entry = await jury.entry({ title, judging_no })
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
    .values({ apply_order_id: entry.id, file_id: id, kind: 'cover' })
    .execute()
  return entry
}

const download = async (url: string) => {
  const response = await api.app.inject({ method: 'GET', url })
  return { type: response.headers['content-type'], text: response.rawPayload.toString('latin1') }
}

// proves: call judge/downloadZip, call judge/batchDownloadZip
test('an archive holds neutral names and the pictures, and leaves out conflicts', async () => {
  const mine = await pictured('Ondine', '7QK4Z')
  const conflicted = await pictured('Nido', '8BBBB')
  await jury.conflict(conflicted, jury.chair)

  const { url, entries } = await chair.call(judge.batchDownloadZip, {})
  const { type, text } = await download(url)

  expect(entries).toBe(1)
  expect(type).toBe('application/zip')
  expect(text).toContain('7QK4Z/7QK4Z-01.jpg')
  expect(text).toContain('pixels of Ondine')
  expect(text).not.toMatch(/Nido|8BBBB|brumaire-final/)
  expect(await chair.answer(judge.downloadZip, { apply_order_id: conflicted.id })).toMatchObject({
    code: 403,
  })
  expect(await chair.call(judge.downloadZip, { apply_order_id: mine.id })).toMatchObject({
    size: 20,
  })
})

test('a conflict declared after the link was made still keeps the entry out', async () => {
  const entry = await pictured('Kumo', '9CCCC')
  const { url } = await chair.call(judge.downloadZip, { apply_order_id: entry.id })
  await jury.conflict(entry, jury.chair)

  expect((await download(url)).text).not.toContain('Kumo')
})

test('a link that was changed or is old opens nothing', async () => {
  const entry = await pictured('Halle', '2DDDD')
  const { url } = await chair.call(judge.downloadZip, { apply_order_id: entry.id })

  const forged = await api.app.inject({
    method: 'GET',
    url: `${url.slice(0, 20)}${url[20] === 'A' ? 'B' : 'A'}${url.slice(21)}`,
  })
  expect(forged.json()).toMatchObject({ code: 403 })
  api.setTime(new Date(Date.now() + 16 * 60_000))
  expect((await api.app.inject({ method: 'GET', url })).json()).toMatchObject({ code: 410 })
})
