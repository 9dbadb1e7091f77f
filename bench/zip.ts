import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../api/src/db/database.ts'
import { diskStorage } from '../api/src/files/storage/open-storage.ts'
import { signedUrl } from '../api/src/lib/signed-token.ts'
import { newStorageKey } from '../api/src/files/storage/storage.ts'
import { ACCOUNTS } from '../e2e/src/harness/accounts.ts'
import { tokenOf } from '../e2e/src/harness/browser.ts'
import { newFolder, startSite } from '../e2e/src/harness/site.ts'
import { median, quantile, round, atMost, isQuick, keep, type Figure } from './common/results.ts'
import { memoryOf } from './common/load.ts'
import { plantEntries } from '../e2e/src/jury/plant-entries.ts'

// A batch of blind sheets as one archive, against the same bytes as one file through the same server: how fast,
// how much memory, how soon it begins, what a client leaves behind, and what others feel meanwhile.
const GIGA = 2 ** 30
const SIZES = { large: isQuick ? GIGA / 8 : 2 * GIGA }
const PICTURE_BYTES = 1_500_000
const ENTRIES = 100
const ROUNDS = isQuick ? 1 : 3
const BARS = {
  ratio: 0.75,
  memory_mb: 64,
  more_mb: 16,
  first_byte_ms: 300,
  freed_ms: 1_000,
  user_p99_ms: 100,
}

const openedBy = (pid: number) => readdirSync(`/proc/${pid}/fd`).length

const ask = (url: string, headers: Record<string, string> = {}) =>
  new Promise<IncomingMessage>((done, fail) => get(url, { headers }, done).on('error', fail))

/** Reads all of an answer: bytes, seconds, the wait for the first byte, and the server's most memory meanwhile. */
async function download(url: string, pid: number) {
  const begin = performance.now()
  const answer = await ask(url)
  let [bytes, first, memory] = [0, 0, memoryOf(pid)]
  const watch = setInterval(() => (memory = Math.max(memory, memoryOf(pid))), 50)
  for await (const chunk of answer) {
    first ||= performance.now() - begin
    bytes += (chunk as Buffer).length
  }
  clearInterval(watch)
  const seconds = (performance.now() - begin) / 1_000
  return {
    status: answer.statusCode,
    bytes,
    first,
    memory,
    mb_per_second: bytes / 2 ** 20 / seconds,
  }
}

const SECRET = randomBytes(32).toString('hex')
const dataDir = await newFolder()
const site = await startSite({ dataDir, env: { PREPARE_AVIF: 'off', SECRET } })
const { pool } = openDatabase({ socketDir: join(dataDir, 'postgres-socket'), database: 'awards' })
const storage = diskStorage(join(dataDir, 'files'))
const pid = site.process.pid ?? 0

/** Gives an entry more pictures than it has; their bytes are of no kind. */
async function addPictures(entryId: string, count: number) {
  for (let index = 0; index < count; index += 1) {
    const key = newStorageKey('jpg')
    await storage.put(key, randomBytes(PICTURE_BYTES))
    const size = { key, width: 2_400, bytes: PICTURE_BYTES }
    const variants = JSON.stringify({ thumb: size, card: size, full: size, full_jpeg: size })
    await pool.query(
      `with file as (
         insert into stored_files (purpose, status, original_name, width, height, variants)
         values ('entry_image', 'ready', 'a.jpg', 2400, 1600, $2) returning id)
       insert into entry_files (apply_order_id, file_id, kind, sort) select $1, id, 'image', $3 from file`,
      [entryId, variants, 100 + index],
    )
  }
}

async function call<T>(path: string, token: string): Promise<T> {
  const response = await fetch(`${site.url}/api/${path}`, { headers: { token } })
  const { code, msg, data } = (await response.json()) as { code: number; msg: unknown; data: T }
  if (code !== 200) throw new Error(`${path}: ${JSON.stringify(msg)}`)
  return data
}

/** Longest wait of 99 in a hundred calls while something else goes on. */
async function userInfoWhile(token: string, work: Promise<unknown>): Promise<number> {
  const waits: number[] = []
  let isOver = false
  const ended = work.finally(() => (isOver = true))
  while (!isOver) {
    const begin = performance.now()
    await call('user/getUserInfo', token)
    waits.push(performance.now() - begin)
    await pause(5)
  }
  await ended
  return quantile(waits, 0.99)
}

/** How long the server keeps files open for a client that has gone away midway. */
async function freedAfter(url: string): Promise<number> {
  const before = openedBy(pid)
  const answer = await ask(url)
  await new Promise((resolve) => answer.once('data', resolve))
  answer.destroy()
  const begin = performance.now()
  while (openedBy(pid) > before && performance.now() - begin < 10_000) await pause(10)
  return performance.now() - begin
}

try {
  const token = await tokenOf(site, ACCOUNTS[1])
  const listed = async () => {
    const { list } = await call<{ list: { apply_order_id: string }[] }>(
      `judge/judgeEntryList?pageSize=${ENTRIES}`,
      token,
    )
    return list.map(({ apply_order_id: id }) => id)
  }
  const [model = ''] = await listed()
  await plantEntries(site, ENTRIES, model)
  const ids = await listed()
  const quarter = ids.slice(0, Math.ceil(ids.length / 4))
  const perEntry = Math.ceil(SIZES.large / PICTURE_BYTES / ids.length)
  console.log(`Planting ${ids.length} entries of ${perEntry} pictures …`)
  for (const id of ids) await addPictures(id, perEntry)
  const linkTo = async (some: readonly string[]) => {
    const begin = performance.now()
    const { url, size } = await call<{ url: string; size: number }>(
      `judge/batchDownloadZip?ids=${some.join(',')}`,
      token,
    )
    return { url: site.url + url, size, answered_ms: performance.now() - begin }
  }
  const [large, small] = [await linkTo(ids), await linkTo(quarter)]
  const whole = newStorageKey('zip')
  await storage.put(whole, (await ask(large.url)) as Readable)
  const raw = site.url + signedUrl(SECRET, new Date(), { key: whole })

  const idle = memoryOf(pid)
  const runs: Record<'zip' | 'raw' | 'small', Awaited<ReturnType<typeof download>>[]> = {
    zip: [],
    raw: [],
    small: [],
  }
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    for (const what of turn % 2
      ? (['raw', 'small', 'zip'] as const)
      : (['zip', 'small', 'raw'] as const)) {
      runs[what].push(await download({ zip: large.url, raw, small: small.url }[what], pid))
    }
  }
  const of = (what: keyof typeof runs, pick: 'mb_per_second' | 'memory' | 'first') =>
    median(runs[what].map((run) => run[pick]))
  const user_p99_ms = await userInfoWhile(token, download(large.url, pid))
  const results = {
    archive_bytes: large.size,
    whole: runs.zip.every(({ bytes, status }) => status === 200 && bytes === large.size),
    answered_ms: round(large.answered_ms),
    zip_mb_per_second: round(of('zip', 'mb_per_second')),
    raw_mb_per_second: round(of('raw', 'mb_per_second')),
    ratio: round(of('zip', 'mb_per_second') / of('raw', 'mb_per_second')),
    memory_mb: {
      idle: round(idle),
      zip: round(of('zip', 'memory')),
      small: round(of('small', 'memory')),
    },
    memory_more_than_idle_mb: round(of('zip', 'memory') - idle),
    memory_more_than_small_mb: round(of('zip', 'memory') - of('small', 'memory')),
    first_byte_ms: round(of('zip', 'first')),
    freed_ms: round(await freedAfter(large.url)),
    user_p99_ms: round(user_p99_ms),
  }
  const figures: Figure[] = [
    {
      ...atMost('P8', 'speed', results.ratio, '× the same bytes as one file', BARS.ratio),
      isLeast: true,
    },
    atMost('P8', 'first byte', results.first_byte_ms, 'ms', BARS.first_byte_ms),
    atMost('P8', 'memory above idle', results.memory_more_than_idle_mb, 'MB', BARS.memory_mb),
    atMost(
      'P8',
      'memory for four times the bytes',
      results.memory_more_than_small_mb,
      'MB',
      BARS.more_mb,
    ),
    atMost('P8', 'files freed after an abort', results.freed_ms, 'ms', BARS.freed_ms),
    atMost(
      'P7',
      'getUserInfo beside an archive, 99 of 100',
      results.user_p99_ms,
      'ms',
      BARS.user_p99_ms,
    ),
  ]
  keep('zip', figures, { rounds: ROUNDS, results })
} finally {
  await pool.end()
  await site.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
