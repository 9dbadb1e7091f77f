import { atScale } from '../../../../tools/testing/scale.ts'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { diskStorage, checkBucket, s3Storage } from './open-storage.ts'
import { StorageUnavailableError, newStorageKey, type Storage } from './storage.ts'
import { readStorageUrl, type S3Location } from './s3-bucket.ts'
import { randomBytes } from '../../../test/random-bytes.ts'
import { startBucket } from '../../../test/test-bucket.ts'

const MEGABYTE = 1 << 20
/** Size of the stream, and the limit of its buffered part. */
const [MEGABYTES, BUFFERED] = atScale({ core: [24, 16], full: [100, 64] })
const folder = await mkdtemp(join(tmpdir(), 'awards-storage-'))
const server = await startBucket()
const location = locationOf(`${server.url}/contract?tls=off`)
const storages: Record<string, Storage> = { disk: diskStorage(folder), S3: s3Storage(location) }

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

function locationOf(url: string): S3Location {
  const read = readStorageUrl(url)
  if (typeof read === 'string') throw new Error(read)
  return read
}
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
/** Bytes of array buffers that are still referenced. */
function bufferedBytes() {
  // The second collection waits until the first has updated the counters.
  collect()
  collect()
  return process.memoryUsage().arrayBuffers
}
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const text = async (storage: Storage, key: string, range = {}) => {
  const found = await storage.get(key, range)
  const body = found && Buffer.concat(await found.body.toArray()).toString()
  return found && { body, bytes: found.bytes }
}
const keysIn = async (storage: Storage) => {
  const keys: string[] = []
  for await (const { key } of storage.list()) keys.push(key)
  return keys
}

// Decision 27: disk and bucket have the same contract.
describe.each(Object.entries(storages))('%s', (_name, storage) => {
  test('stores, reads whole or by range, lists, replaces and removes a file', async () => {
    const key = newStorageKey('pdf')
    const bytes = Buffer.from('0123456789')
    expect(await storage.put(key, bytes)).toEqual({ bytes: 10, sha256: digest(bytes) })
    expect(await text(storage, key)).toEqual({ body: '0123456789', bytes: 10 })
    expect(await text(storage, key, { start: 2, end: 4 })).toEqual({ body: '234', bytes: 10 })
    expect(await text(storage, key, { start: 7 })).toEqual({ body: '789', bytes: 10 })
    expect(await text(storage, key, { start: 0, end: 1 })).toEqual({ body: '01', bytes: 10 })
    expect(await storage.size(key)).toBe(10)
    expect((await storage.read(key)).toString()).toBe('0123456789')
    expect(await keysIn(storage)).toContain(key)

    await storage.put(key, Buffer.from('other'))
    expect(await text(storage, key)).toEqual({ body: 'other', bytes: 5 })

    await storage.remove(key)
    await storage.remove(key)
    expect(await storage.size(key)).toBeUndefined()
    expect(await keysIn(storage)).not.toContain(key)
  })

  test('returns undefined for a missing file, and stores an empty one', async () => {
    const key = newStorageKey('jpg')
    expect(await storage.get(key)).toBeUndefined()
    expect(await storage.get(key, { start: 0, end: 1 })).toBeUndefined()
    expect(await storage.size(key)).toBeUndefined()
    await expect(storage.read(key)).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await storage.put(key, Readable.from([]))).toMatchObject({ bytes: 0 })
    expect(await text(storage, key)).toEqual({ body: '', bytes: 0 })
  })

  test('throws on anything but a storage key', async () => {
    for (const key of ['../secret', 'private/aa/../../secret', '', 'private/aa/%2e%2e.jpg']) {
      await expect((async () => storage.put(key, Buffer.from('x')))()).rejects.toThrow(
        /storage key/,
      )
      await expect((async () => storage.get(key))()).rejects.toThrow(/storage key/)
    }
  })

  test('a stream that fails leaves no file and does not replace the old one', async () => {
    const key = newStorageKey('pdf')
    const broken = (bytes: number) =>
      Readable.from(
        (async function* () {
          for (let sent = 0; sent < bytes; sent += MEGABYTE) yield randomBytes(MEGABYTE)
          throw new Error('the line broke')
        })(),
      )
    const before = await keysIn(storage)
    await expect(storage.put(key, broken(MEGABYTE))).rejects.toThrow('the line broke')
    await expect(storage.put(key, broken(20 * MEGABYTE))).rejects.toThrow('the line broke')
    expect(await storage.get(key)).toBeUndefined()
    await storage.put(key, Buffer.from('whole'))
    await expect(storage.put(key, broken(20 * MEGABYTE))).rejects.toThrow('the line broke')
    expect(await text(storage, key)).toEqual({ body: 'whole', bytes: 5 })
    expect(await keysIn(storage)).toEqual(expect.arrayContaining([...before, key]))
    expect(await keysIn(storage)).toHaveLength(before.length + 1)
    expect(await openUploads()).toEqual([])
  })

  test(`streams ${MEGABYTES} MB without buffering them`, async () => {
    const key = newStorageKey('zip')
    const piece = randomBytes(64 * 1_024)
    const hash = createHash('sha256')
    let most = 0
    const count = MEGABYTES * 16
    const body = Readable.from(
      (async function* () {
        for (let sent = 0; sent < count; sent += 1) {
          hash.update(piece)
          if (sent % (count / 4) === 0) most = Math.max(most, bufferedBytes())
          // A fresh buffer per chunk: a storage that keeps earlier chunks shows in the figure.
          yield Buffer.from(piece)
        }
      })(),
    )
    const before = bufferedBytes()
    const written = await storage.put(key, body)
    expect(written).toEqual({ bytes: count * piece.length, sha256: hash.digest('hex') })
    expect(most - before).toBeLessThan(BUFFERED * MEGABYTE)
    const found = await storage.get(key)
    let bytes = 0
    for await (const part of found?.body ?? []) bytes += part.length
    expect(bytes).toBe(written.bytes)
    await storage.remove(key)
  })
})

// S3 guarantees it (last writer wins); the server of this test does not.
test('disk: concurrent writes of one key leave one complete file', async () => {
  const storage = diskStorage(folder)
  const key = newStorageKey('webp')
  const bodies = Array.from({ length: 6 }, () => randomBytes(9 * MEGABYTE))
  const written = await Promise.all(bodies.map((body) => storage.put(key, Readable.from([body]))))
  const digests = bodies.map(digest)
  expect(written.map(({ sha256 }) => sha256)).toEqual(digests)
  expect(digests).toContain(digest(await storage.read(key)))
})

/** Multipart uploads that are neither completed nor aborted. */
const openUploads = async () =>
  (await readdir(server.folder, { recursive: true })).filter((name) =>
    /upload_|\.uploads/.test(name),
  )

describe('an unreachable storage', () => {
  const gone = locationOf('s3://KEY:a-secret-word@127.0.0.1:1/bucket?tls=off')

  // Decision 27.
  test('throws StorageUnavailableError without the secret', async () => {
    const away = s3Storage(gone)
    const error = await away.read(newStorageKey('jpg')).catch((one: Error) => one)
    expect(error).toBeInstanceOf(StorageUnavailableError)
    expect(String(error)).toMatch(/127\.0\.0\.1:1/)
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/a-secret-word/)
    await expect(away.put(newStorageKey('jpg'), Buffer.from('x'))).rejects.toThrow(
      StorageUnavailableError,
    )
    await expect(checkBucket(gone, 'STORAGE_URL')).rejects.toThrow(
      /cannot be reached[^]*Check STORAGE_URL/,
    )
  })

  test('the start fails on a missing bucket or a refused key and names the variable', async () => {
    await checkBucket(location, 'STORAGE_URL')
    const { origin } = new URL(location.endpoint)
    const host = new URL(origin).host
    const other = locationOf(`s3://S3RVER:S3RVER@${host}/no-such-bucket?tls=off`)
    await expect(checkBucket(other, 'REGISTRY_STORAGE_URL')).rejects.toThrow(
      /There is no bucket no-such-bucket[^]*Check REGISTRY_STORAGE_URL/,
    )
    const stranger = locationOf(`s3://STRANGER:S3RVER@${host}/awards?tls=off`)
    await expect(checkBucket(stranger, 'STORAGE_URL')).rejects.toThrow(/refuses/)
  })
})
