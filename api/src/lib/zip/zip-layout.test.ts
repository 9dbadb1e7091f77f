import { spawnSync } from 'node:child_process'
import { mkdtempSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { readZip } from '../../../test/read-zip.ts'
import {
  zipStream,
  type ZipSource,
  type ZipStore,
  zipDirectory,
  zipLayout,
  zipTail,
} from './zip-archive.ts'

const bytesOf = (seed: number, length: number) =>
  Buffer.from(Array.from({ length }, (_, at) => (at * 31 + seed * 7 + (at >> 5)) % 256))

function archive(lengths: readonly number[]) {
  const stored = new Map(lengths.map((length, index) => [`k${index}`, bytesOf(index, length)]))
  const crcs = new Map<string, number>()
  const sources: ZipSource[] = [
    { name: 'é/text.txt', text: Buffer.from('Ünï'), bytes: 5 },
    ...[...stored].map(([key, { length }]) => ({
      name: `${key}/${key}-01.jpg`,
      key,
      bytes: length,
    })),
  ]
  let opened = 0
  const store: ZipStore = {
    cachedCrc: (key) => crcs.get(key),
    cacheCrc: ({ key }, crc) => void crcs.set(key, crc),
    async open(key, start, end) {
      opened += 1
      const body = Readable.from([stored.get(key)?.subarray(start, end + 1) ?? Buffer.alloc(0)])
      return body.once('close', () => (opened -= 1))
    },
  }
  const layout = zipLayout(sources)
  const part = (start: number, end: number) => zipStream(layout, sources, store, { start, end })
  return { layout, stored, crcs, store, part, opened: () => opened }
}

/** Output of Info-ZIP's `unzip`, as an independent reader. */
function unzip(option: string, file: string): string {
  const { stdout, error } = spawnSync('unzip', [option, file], { encoding: 'utf8' })
  if (error) throw new Error('unzip is not installed', { cause: error })
  return stdout
}

const LENGTHS = [0, 1, 5_000, 70_000, 3]

test('an archive has the computed size and is readable by unzip', async () => {
  proves('call judge/downloadZip', 'call judge/batchDownloadZip')
  const { layout, stored, part } = archive(LENGTHS)
  const whole = await buffer(part(0, layout.size - 1))

  expect(whole.length).toBe(layout.size)
  const files = readZip(whole)
  expect([...files.keys()]).toEqual([
    'é/text.txt',
    ...[...stored.keys()].map((k) => `${k}/${k}-01.jpg`),
  ])
  for (const [key, bytes] of stored) expect(files.get(`${key}/${key}-01.jpg`)).toEqual(bytes)

  const file = join(mkdtempSync(join(tmpdir(), 'awards-zip-')), 'a.zip')
  writeFileSync(file, whole)
  expect(unzip('-t', file)).toMatch(/No errors detected/)
})

test('a range equals that slice of the whole, with and without cached checksums', async () => {
  const { layout, part, crcs } = archive(LENGTHS)
  const whole = await buffer(part(0, layout.size - 1))
  let seed = 42
  const any = (limit: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % limit
  for (let round = 0; round < 200; round += 1) {
    if (round % 3 === 0) crcs.clear()
    const start = any(layout.size)
    const end = start + any(layout.size - start)
    const found = await buffer(part(start, end))
    expect(found.equals(whole.subarray(start, end + 1))).toBe(true)
  }
})

test('destroying the stream closes the open file', async () => {
  const { part, layout, opened } = archive([500_000, 500_000])
  const stream = part(0, layout.size - 1)
  for await (const chunk of stream) {
    if ((chunk as Buffer).length > 1_000) break
  }
  expect(stream.destroyed).toBe(true)
  await new Promise((resolve) => setImmediate(resolve))
  expect(opened()).toBe(0)
})

test('a file of another size fails the download', async () => {
  const { layout, stored, part } = archive([100])
  stored.set('k0', Buffer.alloc(99))
  await expect(buffer(part(0, layout.size - 1))).rejects.toThrow('size it was planned with')
})

test('offsets and sizes beyond 4 GB use ZIP64 fields', () => {
  const GIGA = 2 ** 30
  const items = [
    { name: 'a/a-01.jpg', bytes: 3 * GIGA },
    { name: 'a/a-02.jpg', bytes: 2 * GIGA },
    { name: 'a/a-03.jpg', bytes: 5 * GIGA },
    { name: 'a/a-04.jpg', bytes: 7 },
  ]
  const layout = zipLayout(items)
  const crcs = items.map(({ name }) => crc32(name))
  const directory = zipDirectory(layout, crcs)
  const last = layout.parts.at(-1)

  expect(last?.at).toBe(layout.size - directory.length)
  expect(zipTail({ name: 'a', bytes: 5 * GIGA }, 1)).toHaveLength(24)
  // The end record has 0xffffffff; the ZIP64 end record before it has the values.
  const end = directory.length - 22
  expect(directory.readUInt32LE(end + 16)).toBe(0xffff_ffff)
  const big = end - 20 - 56
  expect(directory.readUInt32LE(big)).toBe(0x06064b50)
  expect(Number(directory.readBigUInt64LE(big + 48))).toBe(last?.at)
  expect(Number(directory.readBigUInt64LE(big + 32))).toBe(4)
  // unzip reads the directory, in a sparse file.
  const file = join(mkdtempSync(join(tmpdir(), 'awards-zip-')), 'big.zip')
  writeSync(openSync(file, 'w'), directory, 0, directory.length, last?.at)
  expect(unzip('-l', file)).toMatch(
    /3221225472 .*a\/a-01\.jpg\n.*2147483648 .*\n.*5368709120 .*a-03\.jpg\n.* 7 .*a-04\.jpg/,
  )
})

test('more than 65,535 files use ZIP64 counts', () => {
  const layout = zipLayout(
    Array.from({ length: 70_000 }, (_, index) => ({ name: `${index}`, bytes: 1 })),
  )
  const directory = zipDirectory(layout, [])
  expect(directory.readUInt16LE(directory.length - 22 + 10)).toBe(0xffff)
  expect(Number(directory.readBigUInt64LE(directory.length - 22 - 20 - 56 + 32))).toBe(70_000)
})
