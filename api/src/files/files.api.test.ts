import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { UploadedFile, uploads } from '@awards/shared/contract'
import { randomBytes } from '../../test/random-bytes.ts'
import { testApi } from '../../test/test-api.ts'
import { signedUrl } from '../lib/signed-token.ts'
import { newStorageKey } from './storage/storage.ts'

const api = await testApi()
const entrant = await api.build.user()
const LINK = { filename: 'sheet.pdf' }

const noise = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#8899aa' } })

async function sign(purpose: 'entry_image' | 'entry_pdf', size = 10) {
  const input = { filename: 'vue générale.jpg', mime: 'image/jpeg', size, purpose }
  return api.as(entrant).call(uploads.sign, input)
}

async function put(url: string, payload: Buffer) {
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await api.app.inject({ method: 'PUT', url, payload, headers })
  return response.json<{ code: number; msg: { file?: string[] }; data: unknown }>()
}

test('returns an image in every size, without EXIF', async () => {
  proves('call upload/sign', 'security 27', 'security 43')
  const jpeg = await noise(1_600, 1_200)
    .jpeg()
    .withExif({ IFD0: { Artist: 'Claire Vautrin' }, IFD3: { GPSLatitude: '48/1 51/1 0/1' } })
    .toBuffer()
  expect((await sharp(jpeg).metadata()).exif).toBeDefined()
  const { url } = await sign('entry_image')
  const answer = await put(url, jpeg)
  const { file_id, picture: first } = UploadedFile.parse(answer.data)
  // The JPEG serves as the largest size until the job has made the others; its URL stays valid.
  expect(first?.sources.map(({ width }) => width)).toEqual([480, 1_600])
  await api.context.jobs.drain()
  const standIn = await api.app.inject({ url: first?.url ?? '' })
  expect(standIn.headers['content-type']).toBe('image/jpeg')
  expect((await sharp(standIn.rawPayload).metadata()).exif).toBeUndefined()
  const { picture } = await api.as(entrant).call(uploads.finish, { file_id })
  expect(picture).toMatchObject({
    width: 1_600,
    height: 1_200,
    colour: expect.stringMatching(/^#8[78]9[89]a[9a]$/),
  })
  expect(picture?.sources.map(({ width }) => width)).toEqual([480, 960, 1_600])
  for (const source of picture?.sources ?? []) {
    const file = await api.app.inject({ url: source.url })
    expect(file.headers['content-type']).toBe('image/webp')
    expect(file.headers['x-content-type-options']).toBe('nosniff')
    expect(file.headers['content-security-policy']).toContain('sandbox')
    const { exif, width } = await sharp(file.rawPayload).metadata()
    expect({ exif, width }).toEqual({ exif: undefined, width: source.width })
  }
})

test('reports the same bytes as a duplicate; a repeated PUT gets the same answer', async () => {
  const jpeg = await noise(1_501, 900).jpeg().toBuffer()
  const [first, second, third] = [
    await sign('entry_image'),
    await sign('entry_image'),
    await sign('entry_image'),
  ]
  const one = UploadedFile.parse((await put(first.url, jpeg)).data)
  const two = UploadedFile.parse((await put(second.url, jpeg)).data)
  // Either of them may be the one that the entry has.
  const three = UploadedFile.parse((await put(third.url, jpeg)).data)
  expect([one, two, three].map(({ duplicates }) => duplicates)).toEqual([
    [],
    [one.file_id],
    [one.file_id, two.file_id],
  ])
  expect([one, two, three].map(({ duplicate_of }) => duplicate_of)).toEqual([
    null,
    one.file_id,
    one.file_id,
  ])
  expect((await put(second.url, jpeg)).data).toMatchObject({ file_id: two.file_id })
})

test.each([
  ['a program', async () => Buffer.from('MZ\u0090\u0000this is an .exe renamed'), /not a picture/],
  ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /not a picture/],
  ['a small picture', () => noise(1_200, 800).jpeg().toBuffer(), /1500 pixels/],
  ['a GIF', () => noise(1_600, 900).gif().toBuffer(), /JPEG, PNG or WebP/],
  ['40 MB', async () => randomBytes(40 << 20), /larger than 20 MB/],
  [
    'half a picture',
    async () =>
      (await noise(3_000, 2_000).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 9_000_000),
    /not a picture/,
  ],
  ['a huge canvas', async () => pngHeader(30_000, 30_000), /40 megapixels|not a picture/],
  ['nothing', async () => Buffer.alloc(0), /empty/],
])('refuses %s with one message', async (_name, bytes, sentence) => {
  proves('security 38')
  const { url } = await sign('entry_image')
  const { code, msg } = await put(url, await bytes())
  expect(code).toBe(422)
  expect(msg.file).toEqual([expect.stringMatching(sentence)])
})

test('recognises a PDF by its first bytes', async () => {
  const { url } = await sign('entry_pdf')
  expect((await put(url, Buffer.from('hello'))).code).toBe(422)
  expect(await put(url, Buffer.from('%PDF-1.7 …'))).toMatchObject({
    code: 200,
    data: { kind: 'pdf' },
  })
})

test('refuses an upload whose digest differs from the announced one', async () => {
  const sha256 = createHash('sha256').update('other').digest('hex')
  const input = { filename: 'a.jpg', mime: '', size: 5, purpose: 'entry_image' as const, sha256 }
  const { url } = await api.as(entrant).call(uploads.sign, input)
  expect((await put(url, Buffer.from('bytes'))).msg.file).toEqual([
    expect.stringMatching(/damaged/),
  ])
})

test('a signed link opens its own file only, until it expires', async () => {
  const key = newStorageKey('pdf')
  await api.context.storage.put(key, Buffer.from('%PDF-0123456789'))
  const { secret } = api.context.config
  const url = signedUrl(secret, api.context.clock(), { key, ...LINK })
  const open = (address: string, headers = {}) => api.app.inject({ url: address, headers })

  const good = await open(url)
  expect(good.headers['content-disposition']).toContain('attachment; filename="sheet.pdf"')
  expect((await open(url, { range: 'bytes=5-7' })).body).toBe('012')
  const other = newStorageKey('pdf')
  expect((await open(url.replace(key, other))).statusCode).toBe(403)
  expect((await open(`/files/${key}`)).statusCode).toBe(403)
  expect((await open('/files/private/..%2f..%2fsecret')).statusCode).toBe(404)
  api.setTime(new Date(Date.now() + 16 * 60_000))
  expect((await open(url)).statusCode).toBe(410)
  api.setTime(new Date())
})

test('jurors and visitors cannot upload', async () => {
  const input = { filename: 'a.jpg', mime: '', size: 5, purpose: 'entry_image' as const }
  const juror = await api.build.juror(2)
  expect((await api.as(juror).answer(uploads.sign, input)).code).toBe(403)
  expect((await api.as(null).answer(uploads.sign, input)).code).toBe(401)
})

/** A PNG header without pixels. */
function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  return Buffer.concat([header, size, Buffer.from('080200000000000000', 'hex')])
}
