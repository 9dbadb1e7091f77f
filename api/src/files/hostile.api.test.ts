import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setInterval } from 'node:timers'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { UploadedFile, uploads } from '@awards/shared/contract'
import { randomBytes } from '../../test/random-bytes.ts'
import { childrenNamed, memoryOf } from '../../test/child-processes.ts'
import { testApi } from '../../test/test-api.ts'
import { PictureVariants } from './pictures/picture.ts'

const api = await testApi()
const entrant = await api.build.user()
const MEGABYTE = 1_048_576
const DECODER = 'picture-process.ts'

async function send(bytes: Buffer, filename = 'a.jpg') {
  const input = { filename, mime: 'image/jpeg', size: Math.max(1, bytes.length) }
  const caller = api.as(entrant)
  const { url } = await caller.call(uploads.sign, { ...input, purpose: 'entry_image' })
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await api.app.inject({ method: 'PUT', url, payload: bytes, headers })
  return response.json<{ code: number; msg: { file?: string[] }; data: unknown }>()
}

/** The stored bytes of every derivative of an image. */
async function derivatives(fileId: string): Promise<Buffer[]> {
  await api.context.jobs.drain()
  const row = await api.db
    .selectFrom('stored_files')
    .select('variants')
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow()
  const { thumb, card, full, full_jpeg } = PictureVariants.parse(row.variants)
  return Promise.all([thumb, card, full, full_jpeg].map(({ key }) => api.context.storage.read(key)))
}

let height = 1_100
const photo = (width = 1_600, height = 1_067) =>
  sharp({ create: { width, height, channels: 3, background: '#7a8b99' } })
const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
/** A valid PNG of one grey tone, one bit per pixel. */
function flatPng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  const rows = Buffer.alloc((1 + Math.ceil(width / 8)) * height)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Large enough for a cover; drawn, it would be a grey image. */
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">
  <rect width="1600" height="1200" fill="#7a8b99"/><script>alert(1)</script></svg>`
const animated = async () => {
  const frames = await Promise.all(
    ['#a00', '#0a0'].map((background) =>
      sharp({ create: { width: 1_600, height: 900, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(frames, { join: { animated: true } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer()
}

test.each([
  ['an SVG with a script', async () => Buffer.from(SVG), 'logo.svg', /not a picture/],
  [
    'a page named like a photograph',
    async () => Buffer.from('<!doctype html><script>1'),
    'a.jpg',
    /not a picture/,
  ],
  ['a picture of 30,000 by 30,000', async () => flatPng(30_000, 30_000), 'a.png', /40 megapixels/],
  ['no bytes at all', async () => Buffer.alloc(0), 'a.jpg', /empty/],
  ['a film of two frames', animated, 'a.webp', /animated/],
  [
    'half a photograph',
    async () => (await photo().jpeg().toBuffer()).subarray(0, 2_000),
    'a.jpg',
    /not a picture/,
  ],
  [
    'a PDF in place of a picture',
    async () => Buffer.from('%PDF-1.7\n%%EOF'),
    'a.jpg',
    /not a picture/,
  ],
  ['a ZIP', async () => Buffer.from('504b0304140000000800', 'hex'), 'a.jpg', /not a picture/],
])('refuses %s', async (_what, bytes, filename, sentence) => {
  proves('security 5', 'security 38', 'security 39', 'security 40')
  const { code, msg } = await send(await bytes(), filename)
  expect([code, msg.file]).toEqual([422, [expect.stringMatching(sentence)]])
})

test.each([
  ['../../x.jpg', 'x.jpg'],
  ['C:\\Users\\me\\x.jpg', 'x.jpg'],
  ['a\r\nset-cookie: x=1.jpg', 'a set-cookie: x=1.jpg'],
  ['\u202egpj.exe', 'gpj.exe'],
  ['..', 'file'],
])('a file named %j is shown as %j and stored under a random key', async (given, shown) => {
  proves('security 41')
  // Another image each time: a duplicate keeps its first name.
  const bytes = await photo(1_600, (height += 1))
    .jpeg()
    .toBuffer()
  const { code, data } = await send(bytes, given)
  expect(code).toBe(200)
  const { original_name, picture } = UploadedFile.parse(data)
  expect(original_name).toBe(shown)
  expect(picture?.url).toMatch(/^\/files\/private\/[0-9a-f]{2}\/[0-9a-f]{30}\.jpg\?/)
})

test('derivatives carry neither metadata nor trailing bytes of the upload', async () => {
  proves('security 43')
  const plain = await photo()
    .jpeg()
    .withExif({
      IFD0: { Artist: 'Claire Vautrin', Copyright: 'secret' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 0/1', GPSLongitude: '2/1 21/1 0/1' },
    })
    .toBuffer()
  const zip = Buffer.from('504b0304 polyglot')
  const bytes = Buffer.concat([plain, Buffer.from('<html><script>alert(7)</script>'), zip])
  expect((await sharp(bytes).metadata()).exif?.includes('Claire')).toBe(true)
  const { file_id } = UploadedFile.parse((await send(bytes)).data)
  const made = await derivatives(file_id)
  expect(made).toHaveLength(4)
  for (const file of made) {
    const { exif, xmp, iptc, icc } = await sharp(file).metadata()
    expect({ exif, xmp, iptc, icc }).toEqual({})
    expect(/script|polyglot|Claire|GPS|Exif/.test(file.toString('latin1'))).toBe(false)
  }
})

test('decompression bombs use a bounded amount of memory', async () => {
  proves('security 39')
  // Warm-up: the first image of a process loads the tables of the library.
  await send(await photo().jpeg().toBuffer())
  const huge = flatPng(30_000, 30_000)
  const bomb = flatPng(6_300, 6_300)
  expect(huge.length + bomb.length).toBeLessThan(MEGABYTE)
  expect(await growth(() => send(huge))).toBeLessThan(32 * MEGABYTE)
  const answers: number[] = []
  const grown = await growth(async () => {
    const all = await Promise.all([bomb, bomb, bomb, bomb].map((bytes) => send(bytes)))
    answers.push(...all.map(({ code }) => code))
  })
  expect(answers).toEqual([200, 200, 200, 200])
  expect(grown).toBeLessThan(256 * MEGABYTE)
  expect(childrenNamed(DECODER)).toHaveLength(1)
})

test('refuses an image that crashes its decoder, and decodes the next one in a new process', async () => {
  proves('security 38')
  const bytes = await photo(1_600, 902).jpeg().toBuffer()
  let ended = 0
  const ending = setInterval(() => {
    for (const pid of childrenNamed(DECODER)) {
      process.kill(pid, 'SIGKILL')
      ended += 1
    }
  }, 1)
  const { code, msg } = await send(bytes)
  clearInterval(ending)
  expect([code, msg.file]).toEqual([422, [expect.stringMatching(/not a picture we can read/)]])
  expect(ended).toBeGreaterThanOrEqual(2)
  expect((await send(bytes)).code).toBe(200)
})

test('decodes an image again after its decoder was killed once', async () => {
  const bytes = await photo(1_600, 903).jpeg().toBuffer()
  const before = childrenNamed(DECODER)
  expect(before).toHaveLength(1)
  // SIGSTOP: the decoder receives the image and does not answer.
  for (const pid of before) process.kill(pid, 'SIGSTOP')
  const answer = send(bytes)
  await uploadStarted()
  for (const pid of before) process.kill(pid, 'SIGKILL')
  expect((await answer).code).toBe(200)
  expect(childrenNamed(DECODER)).not.toEqual(before)
})

test('a hostile file name adds no header to the download', async () => {
  proves('security 41')
  const bytes = await photo(1_600, 901).jpeg().toBuffer()
  const { data } = await send(bytes, `"; filename=x.exe\r\n ${randomBytes(4).toString('hex')}.jpg`)
  const { picture } = UploadedFile.parse(data)
  const answer = await api.app.inject({ url: picture?.url ?? '' })
  expect(answer.headers['content-type']).toBe('image/jpeg')
  expect(answer.headers['content-disposition']).toBeUndefined()
})

/** Resident memory of this process and its decoder in bytes. */
const memory = () =>
  [process.pid, ...childrenNamed(DECODER)].reduce((sum, pid) => sum + memoryOf(pid), 0)

/** Peak growth of the memory of both during `work`, in bytes. */
async function growth(work: () => Promise<unknown>): Promise<number> {
  const before = memory()
  let most = before
  const watch = setInterval(() => (most = Math.max(most, memory())), 5)
  await work()
  clearInterval(watch)
  return Math.max(most, memory()) - before
}

/** Resolves when the temporary file of an upload exists. */
async function uploadStarted() {
  const folder = join(api.context.config.dataDir, 'uploads')
  const names = () => readdir(folder).catch(() => [])
  while ((await names()).length === 0) await new Promise((next) => setTimeout(next, 5))
}
