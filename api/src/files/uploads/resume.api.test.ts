import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { uploads } from '@awards/shared/contract'
import { randomBytes } from '../../../test/random-bytes.ts'
import { testApi } from '../../../test/test-api.ts'
import { lockWaiters, until } from '../../../test/waiting.ts'
import { DAY_MS } from '../../lib/time.ts'
import { openSession } from '../../modules/accounts/session-token.ts'
import { secondProcess } from '../../../test/second-process.ts'
import {
  answerFilesRepository,
  entryFilesRepository,
} from '../../modules/entries/entry-files.repository.ts'
import { partialFiles, uploadId } from './upload.service.ts'
import { newStorageKey } from '../storage/storage.ts'

const api = await testApi()
const site = await api.app.listen({ port: 0, host: '127.0.0.1' })
const entrant = await api.build.user()
const second = await secondProcess(api)
const other = await second.app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => second.close())
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const TUS = { 'tus-resumable': '1.0.0' }
const picture = (width = 1_600, height = 1_100) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer()

async function announce(bytes: Buffer, purpose: 'entry_image' | 'entry_pdf' = 'entry_image') {
  const input = { filename: 'a.jpg', mime: '', size: bytes.length, purpose, sha256: sha256(bytes) }
  const { file_id, resume_url: path } = await api.as(entrant).call(uploads.sign, input)
  return { file_id, url: site + path, path, name: uploadId(path.split('/').at(-1) ?? '') }
}

const patch = (url: string, offset: number, body: Uint8Array) =>
  fetch(url, {
    method: 'PATCH',
    headers: {
      ...TUS,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: Buffer.from(body),
  })
const offsetAt = async (url: string) => {
  const answer = await fetch(url, { method: 'HEAD', headers: TUS })
  return Number(answer.headers.get('upload-offset') ?? Number.NaN)
}
/** Polls: a HEAD request may overtake the bytes of another connection. */
async function offsetAbove(url: string, before: number) {
  for (let turn = 0; turn < 1_000; turn += 1) {
    const offset = await offsetAt(url)
    if (offset > before) return offset
    await new Promise((next) => setTimeout(next, 50))
  }
  return offsetAt(url)
}
const finish = (file_id: string, who = entrant) => api.as(who).answer(uploads.finish, { file_id })
/** Storage keys of the pieces of an upload. */
async function piecesOf(name: string) {
  const rows = await api.db
    .selectFrom('upload_pieces')
    .select('storage_key')
    .where('upload_hash', '=', Buffer.from(name, 'hex'))
    .execute()
  return rows.map(({ storage_key }) => storage_key)
}
async function partsInStorage() {
  const keys: string[] = []
  for await (const { key } of api.context.storage.list()) if (key.endsWith('.part')) keys.push(key)
  return keys
}

test('resumes an upload at its offset and finishes it as the announced file', async () => {
  proves('call upload/finish')
  const bytes = await picture()
  const { url, file_id, name } = await announce(bytes)
  expect(await offsetAt(url)).toBe(0)
  const half = Math.floor(bytes.length / 2)
  const first = await patch(url, 0, bytes.subarray(0, half))
  expect([first.status, first.headers.get('upload-offset')]).toEqual([204, String(half)])
  expect(first.headers.get('access-control-allow-origin')).toBeNull()

  expect(await finish(file_id)).toMatchObject({
    code: 409,
    data: { reason: 'INCOMPLETE', offset: half, size: bytes.length },
  })
  expect(await offsetAt(url)).toBe(half)
  expect((await patch(url, 0, bytes)).status).toBe(409)
  expect((await patch(url, half, bytes.subarray(half))).status).toBe(204)

  const [one, two] = await Promise.all([finish(file_id), finish(file_id)])
  expect(one).toMatchObject({ code: 200, data: { file_id, kind: 'image', duplicate_of: null } })
  expect(two.data).toEqual(one.data)
  expect((await finish(file_id)).data).toMatchObject({ file_id })
  expect(await offsetAt(url)).toBe(bytes.length)
  expect(await piecesOf(name)).toEqual([])
  expect(await partsInStorage()).toEqual([])
  const row = await stored(file_id)
  expect(row.sha256?.toString('hex')).toBe(sha256(bytes))
})

test('keeps the bytes that arrived before the connection broke', async () => {
  const bytes = await picture(1_800, 1_200)
  const { url, path, file_id } = await announce(bytes)
  let offset = 0
  for (const share of [0.2, 0.5, 0.55, 0.9]) {
    await breakOff(path, bytes, offset, Math.floor(bytes.length * share))
    const next = await offsetAbove(url, offset)
    expect(next).toBeGreaterThan(offset)
    expect(next).toBeLessThanOrEqual(Math.floor(bytes.length * share))
    offset = next
  }
  expect(offset).toBeGreaterThan(bytes.length * 0.8)
  expect((await patch(url, offset, bytes.subarray(offset))).status).toBe(204)
  expect((await finish(file_id)).code).toBe(200)
  expect((await stored(file_id)).sha256?.toString('hex')).toBe(sha256(bytes))
})

test('refuses more bytes than announced, other users, and creation by tus', async () => {
  const bytes = await picture()
  const { url, path, file_id } = await announce(bytes)
  const more = Buffer.concat([bytes, Buffer.alloc(10)])
  expect((await patch(url, 0, more)).status).toBe(413)
  expect((await patch(`${site}/files/resume/nobody-knows`, 0, bytes)).status).toBe(404)
  expect((await fetch(url)).status).toBe(404)
  expect((await fetch(`${site}/files/resume/`)).status).toBe(404)
  const create = await fetch(`${site}/files/resume`, {
    method: 'POST',
    headers: { ...TUS, 'upload-length': '10' },
  })
  expect(create.headers.get('location')).toBeNull()
  expect((await api.app.inject({ method: 'HEAD', url: path })).statusCode).toBe(412)
  const stranger = await api.build.user()
  expect((await finish(file_id, stranger)).code).toBe(404)
  const juror = await api.build.juror(2)
  expect((await finish(file_id, juror)).code).toBe(403)
  expect((await api.as(null).answer(uploads.finish, { file_id })).code).toBe(401)
})

test('a refused or damaged file leaves nothing in the storage', async () => {
  const text = Buffer.from('<html><script>alert(1)</script>')
  const refusedOne = await announce(text)
  await patch(refusedOne.url, 0, text)
  expect(await finish(refusedOne.file_id)).toMatchObject({
    code: 422,
    msg: { file: [expect.stringMatching(/not a picture/)] },
  })
  expect(await piecesOf(refusedOne.name)).toEqual([])
  expect((await finish(refusedOne.file_id)).code).toBe(410)
  expect((await patch(refusedOne.url, 0, text)).status).toBe(410)

  const bytes = await picture()
  const spoilt = await announce(bytes)
  await patch(spoilt.url, 0, Buffer.alloc(bytes.length))
  expect(await finish(spoilt.file_id)).toMatchObject({ code: 422, data: { reason: 'DAMAGED' } })
  expect(await offsetAt(spoilt.url)).toBe(0)
  await patch(spoilt.url, 0, bytes)
  expect((await finish(spoilt.file_id)).code).toBe(200)
  expect(await partsInStorage()).toEqual([])
})

test('returns 423 at once for a concurrent PATCH of the same upload', async () => {
  const bytes = await picture()
  const { url, path } = await announce(bytes)
  const half = Math.floor(bytes.length / 2)
  const arrives = once(api.app.server, 'request')
  const first = begin(path, bytes, 0, half)
  await arrives
  expect((await patch(url, 0, bytes)).status).toBe(423)
  first.end()
  expect(await offsetAbove(url, 0)).toBe(half)
  expect((await fetch(url, { method: 'DELETE', headers: TUS })).status).toBe(204)
})

// Decision 27.
test('another process resumes an upload, and concurrent finish calls all succeed', async () => {
  const bytes = await picture()
  const { url, path, file_id } = await announce(bytes)
  const half = Math.floor(bytes.length / 2)
  expect((await patch(url, 0, bytes.subarray(0, half))).status).toBe(204)

  expect(await offsetAt(other + path)).toBe(half)
  expect((await patch(other + path, half, bytes.subarray(half))).status).toBe(204)
  expect(await offsetAt(url)).toBe(bytes.length)
  const { token } = await openSession(api.db, entrant.id, new Date())
  const ask = (app: typeof api.app) =>
    app.inject({
      method: 'POST',
      url: uploads.finish.path,
      payload: { file_id },
      headers: { token, 'content-type': 'application/json' },
    })
  const answers = await Promise.all([ask(api.app), ask(second.app), ask(second.app)])
  expect(answers.map((answer) => answer.json<{ code: number }>().code)).toEqual([200, 200, 200])
  expect((await stored(file_id)).sha256?.toString('hex')).toBe(sha256(bytes))
  expect(await partsInStorage()).toEqual([])
})

// Decision 27.
test('concurrent PATCH requests in two processes store no byte twice', async () => {
  const bytes = await picture(2_400, 1_800)
  const { url, path, file_id, name } = await announce(bytes)
  expect(bytes.length).toBeGreaterThan(2 << 20)
  const answers = await Promise.all([patch(url, 0, bytes), patch(other + path, 0, bytes)])
  expect(answers.map(({ status }) => status).toSorted()).not.toEqual([204, 204])
  for (const { status } of answers) expect([204, 409]).toContain(status)

  const offset = await offsetAt(url)
  expect(await offsetAt(other + path)).toBe(offset)
  if (offset < bytes.length) await patch(url, offset, bytes.subarray(offset))
  expect((await partsInStorage()).toSorted()).toEqual((await piecesOf(name)).toSorted())
  expect((await finish(file_id)).code).toBe(200)
  expect((await stored(file_id)).sha256?.toString('hex')).toBe(sha256(bytes))
})

test('keeps the bytes of a connection that another one ended', async () => {
  const { url, name } = await announce(await picture())
  const files = partialFiles(api.db, api.context.storage)
  const ended = async function* () {
    yield Buffer.alloc(1_000, 1)
    throw new Error('ended by the next connection')
  }
  await expect(files.append(name, 0, ended())).rejects.toThrow('ended by the next connection')
  expect(await offsetAt(url)).toBe(1_000)
  await files.remove(name)
})

test('a connection that outlives the deletion of its upload leaves nothing', async () => {
  const { url, name } = await announce(await picture())
  const files = partialFiles(api.db, api.context.storage)
  const sent = Readable.from([Buffer.alloc(1 << 20, 1), Buffer.alloc(10, 2)])
  const late = async function* () {
    for await (const piece of sent) {
      yield piece as Buffer
      await fetch(url, { method: 'DELETE', headers: TUS })
    }
  }
  expect(await files.append(name, 0, late())).toBeUndefined()
  expect(await piecesOf(name)).toEqual([])
  expect(await partsInStorage()).toEqual([])
})

test('the clean-up job removes the pieces of an upload without a file row', async () => {
  const bytes = await picture()
  const [gone, open] = [await announce(bytes), await announce(bytes)]
  for (const { url } of [gone, open]) await patch(url, 0, bytes.subarray(0, 1_000))
  await api.db.deleteFrom('stored_files').where('id', '=', gone.file_id).execute()
  const clean = async () => {
    await api.context.jobs.enqueue(api.db, 'uploads', {}, { key: 'every' })
    await api.context.jobs.drain()
  }
  await clean()
  expect(await piecesOf(gone.name)).toHaveLength(1)
  await api.db
    .updateTable('upload_pieces')
    .set({ written_at: new Date(Date.now() - 2 * 3_600_000) })
    .execute()
  await clean()
  expect(await piecesOf(gone.name)).toEqual([])
  expect(await partsInStorage()).toEqual(await piecesOf(open.name))
  expect((await fetch(open.url, { method: 'DELETE', headers: TUS })).status).toBe(204)
  expect(await partsInStorage()).toEqual([])
})

test('an upload can be deleted, and expires after a day', async () => {
  const bytes = await picture()
  const given = await announce(bytes)
  await patch(given.url, 0, bytes.subarray(0, 1_000))
  expect((await fetch(given.url, { method: 'DELETE', headers: TUS })).status).toBe(204)
  expect(await piecesOf(given.name)).toEqual([])
  expect((await finish(given.file_id)).code).toBe(404)

  const late = await announce(bytes)
  await patch(late.url, 0, bytes.subarray(0, 1_000))
  api.setTime(new Date(Date.now() + 25 * 3_600_000))
  expect((await fetch(late.url, { method: 'HEAD', headers: TUS })).status).toBe(410)
  expect((await finish(late.file_id)).code).toBe(410)
  api.setTime(new Date())
})

test('refuses announcements beyond the quota of a user, also concurrent ones', async () => {
  proves('security 42')
  const greedy = await api.build.user()
  const row = { owner_id: greedy.id, purpose: 'entry_image', original_name: 'x', status: 'ready' }
  await api.db
    .insertInto('stored_files')
    .values({ ...row, bytes: 2 * 1024 ** 3 - 1_000_000 })
    .execute()
  const input = { filename: 'a.jpg', mime: '', purpose: 'entry_image' as const }
  const ask = (size: number) => api.as(greedy).answer(uploads.sign, { ...input, size })
  const answers = await Promise.all([ask(600_000), ask(600_000), ask(600_000)])
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 422, 422])
  expect(answers.find(({ code }) => code === 422)?.msg).toEqual({
    file: [expect.stringMatching(/2 GB/)],
  })
})

test('S10: files larger than announced count against the remaining quota', async () => {
  proves('security 42')
  const greedy = await api.build.user()
  const bytes = await picture()
  const row = { owner_id: greedy.id, purpose: 'entry_image', original_name: 'x', status: 'ready' }
  await api.db
    .insertInto('stored_files')
    .values({ ...row, bytes: 2 * 1024 ** 3 - Math.round(bytes.length * 1.5) })
    .execute()
  const input = { filename: 'a.jpg', mime: '', purpose: 'entry_image' as const, size: 1_000 }
  const send = async () => {
    const { url } = await api.as(greedy).call(uploads.sign, input)
    return fetch(site + url, {
      method: 'PUT',
      body: new Uint8Array(bytes),
      headers: { 'content-type': 'application/octet-stream' },
    })
  }
  const answers = await Promise.all([send(), send(), send()])
  const codes = await Promise.all(
    answers.map(async (answer) => ((await answer.json()) as { code: number }).code),
  )
  expect(codes.toSorted()).toEqual([200, 422, 422])
})

test('removes a file in no entry after a month, and keeps one that an entry uses', async () => {
  const person = await api.build.user()
  const entry = await api.build.entry(person, {})
  const { storage } = api.context
  const made = await Promise.all(
    ['in', 'out', 'new'].map(async (original_name) => {
      const key = newStorageKey('jpg')
      await storage.put(key, Buffer.from('pixels'))
      const days = original_name === 'new' ? 29 : 31
      const file = {
        owner_id: person.id,
        purpose: 'entry_image',
        status: 'ready',
        original_name,
        variants: JSON.stringify({ full: { key, width: 10, bytes: 6 } }),
        bytes: 6,
        created_at: new Date(Date.now() - days * 24 * 36e5),
      }
      const row = await api.db
        .insertInto('stored_files')
        .values(file)
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id: row.id, key }
    }),
  )
  const link = { apply_order_id: entry.id, file_id: made[0]?.id ?? '', kind: 'cover', alt: 'A' }
  await api.db.insertInto('entry_files').values(link).execute()

  await api.context.jobs.enqueue(api.db, 'uploads', {}, { key: 'every' })
  await api.context.jobs.drain()

  const left = await Promise.all(
    made.map(async ({ key }) => {
      const found = await storage.get(key)
      found?.body.destroy()
      return found !== undefined
    }),
  )
  expect(left).toEqual([true, false, true])
  const rows = await api.db
    .selectFrom('stored_files')
    .select('original_name')
    .where('owner_id', '=', person.id)
    .execute()
  expect(rows.map(({ original_name }) => original_name).toSorted()).toEqual(['in', 'new'])
})

test('keeps a file for a month after it left its entry, however old it is', async () => {
  const person = await api.build.user()
  const entries = [await api.build.entry(person, {}), await api.build.entry(person, {})]
  const question = 'plan'
  const files: Record<string, string> = {}
  for (const original_name of ['taken out', 'answer', 'of a deleted entry', 'saved again']) {
    const { id } = await api.db
      .insertInto('stored_files')
      .values({
        owner_id: person.id,
        purpose: 'entry_image',
        status: 'ready',
        original_name,
        bytes: 6,
        created_at: new Date(Date.now() - 40 * DAY_MS),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    files[original_name] = id
  }
  const [kept = '', deleted = ''] = entries.map(({ id }) => id)
  const file = (name: string) =>
    ({ file_id: files[name] ?? '', kind: 'image', sort: 1, alt: 'A' }) as const
  const save = (id: string, names: string[], links: ReadonlyMap<string, string> = new Map()) =>
    api.db.transaction().execute(async (trx) => {
      await entryFilesRepository(trx).replace(id, names.map(file))
      await answerFilesRepository(trx).replace(id, links)
    })
  const left = async () => {
    await api.context.jobs.enqueue(api.db, 'uploads', {}, { key: 'every' })
    await api.context.jobs.drain()
    const rows = await api.db
      .selectFrom('stored_files')
      .select(['original_name', 'released_at'])
      .where('owner_id', '=', person.id)
      .orderBy('original_name')
      .execute()
    return rows.map(({ original_name, released_at }) => [original_name, released_at !== null])
  }

  await save(kept, ['taken out', 'saved again'], new Map([[question, files['answer'] ?? '']]))
  await save(deleted, ['of a deleted entry'])
  await save(kept, ['saved again'])
  await api.db.deleteFrom('apply_orders').where('id', '=', deleted).execute()
  const released = [
    ['answer', true],
    ['of a deleted entry', true],
    ['saved again', false],
    ['taken out', true],
  ]
  expect(await left()).toEqual(released)
  api.setTime(new Date(Date.now() + 29 * DAY_MS))
  // Put back in time, it stays with its entry.
  await save(kept, ['saved again', 'taken out'])
  expect(await left()).toEqual(released)
  api.setTime(new Date(Date.now() + 31 * DAY_MS))
  expect(await left()).toEqual([
    ['saved again', false],
    ['taken out', true],
  ])
  api.setTime(new Date())
})

test('two entries that drop the same files at once are both saved, in whatever order they link them', async () => {
  const person = await api.build.user()
  const [one, copy] = [await api.build.entry(person, {}), await api.build.entry(person, {})]
  const file = { owner_id: person.id, purpose: 'entry_image', original_name: 'shared', bytes: 6 }
  await api.db.insertInto('stored_files').values([file, file]).execute()
  const own = api.db.selectFrom('stored_files').select('id').where('owner_id', '=', person.id)
  const ids = (await own.orderBy('id').execute()).map(({ id }) => id)
  const save = ({ id }: { id: string }, files: string[]) =>
    entryFilesRepository(api.db).replace(
      id,
      files.map((file_id) => ({ file_id, kind: 'image', sort: 1, alt: 'A' })),
    )
  await save(one, ids)
  await save(copy, ids.toReversed())
  const saves: Promise<unknown>[] = []
  await api.db.transaction().execute(async (trx) => {
    const first = trx
      .selectFrom('stored_files')
      .select('id')
      .where('id', '=', ids[0] ?? '')
    await first.forNoKeyUpdate().execute()
    saves.push(save(one, []))
    await until(async () => (await lockWaiters(api.db)) === 1)
    saves.push(save(copy, []))
    await until(async () => (await lockWaiters(api.db)) === 2)
  })
  await Promise.all(saves)

  expect(await own.where('released_at', 'is not', null).execute()).toHaveLength(2)
})

const stored = (id: string) =>
  api.db.selectFrom('stored_files').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Opens a PATCH at `from` and sends its bytes up to `until` only. */
function begin(path: string, bytes: Buffer, from: number, until: number) {
  const { hostname, port } = new URL(site)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  socket.write(
    `PATCH ${path} HTTP/1.1\r\nhost: ${hostname}\r\ntus-resumable: 1.0.0\r\n` +
      `upload-offset: ${from}\r\ncontent-type: application/offset+octet-stream\r\n` +
      `content-length: ${bytes.length - from}\r\n\r\n`,
  )
  socket.write(bytes.subarray(from, until))
  return socket
}

/** Sends the bytes from `from` to `until` and breaks the connection. */
async function breakOff(path: string, bytes: Buffer, from: number, until: number) {
  const socket = begin(path, bytes, from, until)
  await new Promise<void>((done) => socket.end(() => done()))
  socket.destroy()
}
