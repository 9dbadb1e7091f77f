import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { uploads } from '@awards/shared/contract'
import { ACCOUNTS } from '../e2e/src/harness/accounts.ts'
import { tokenOf } from '../e2e/src/harness/browser.ts'
import { call } from '../e2e/src/harness/call.ts'
import { median, spread, isQuick, keep, type Figure } from './common/results.ts'
import { memoryOf, benchSite } from './common/load.ts'

// 200 MB of uploads, each as large as one may be, as they are resumed (tus), in turns with a bare server that
// pipes the same bytes into a file, which the machine may lose, or writes them to the disk, as the site does;
// and the memory that the site takes for it.
const PIECE = 20 * 1024 * 1024
const PIECES = isQuick ? 2 : 10
const ROUNDS = isQuick ? 1 : 5
const BARS = { speed: 0.6, memory_mb: 64 }

const site = await benchSite()
const pid = site.process.pid ?? 0
const child = fork(join(import.meta.dirname, 'floor/upload.ts'), [site.dataDir])
const bytes = randomBytes(PIECE)

const send = (url: string, method: string, headers: Record<string, string>) =>
  new Promise<void>((done, fail) => {
    const length = { 'content-length': String(PIECE) }
    const outgoing = request(url, { method, headers: { ...headers, ...length } }, (answer) => {
      answer.resume()
      const isTaken = answer.statusCode === 204
      answer.on('end', () => (isTaken ? done() : fail(new Error(`${url}: ${answer.statusCode}`))))
    })
    outgoing.on('error', fail)
    outgoing.end(bytes)
  })

const TUS = {
  'tus-resumable': '1.0.0',
  'upload-offset': '0',
  'content-type': 'application/offset+octet-stream',
}

async function toSite(token: string) {
  let milliseconds = 0
  for (let piece = 0; piece < PIECES; piece += 1) {
    const given = { filename: `${piece}.jpg`, mime: 'image/jpeg', size: PIECE }
    const { resume_url } = await call(site, token, uploads.sign, {
      ...given,
      purpose: 'entry_image',
    })
    const begin = performance.now()
    await send(site.url + resume_url, 'PATCH', TUS)
    milliseconds += performance.now() - begin
  }
  return milliseconds
}

async function toFloor(url: string) {
  const begin = performance.now()
  for (let piece = 0; piece < PIECES; piece += 1) await send(url, 'PUT', {})
  return performance.now() - begin
}

const speed = (milliseconds: number) => (PIECES * PIECE) / 2 ** 20 / (milliseconds / 1_000)

try {
  const [port] = (await once(child, 'message')) as [number]
  const token = await tokenOf(site, ACCOUNTS[0])
  const floorUrl = `http://127.0.0.1:${port}/`
  await toFloor(floorUrl)
  const idle = memoryOf(pid)
  let most = idle
  const watch = setInterval(() => (most = Math.max(most, memoryOf(pid))), 50)
  const runs = { site: [] as number[], floor: [] as number[], synced: [] as number[] }
  const turns = [
    async () => void runs.site.push(speed(await toSite(token))),
    async () => void runs.floor.push(speed(await toFloor(floorUrl))),
    async () => void runs.synced.push(speed(await toFloor(`${floorUrl}synced`))),
  ]
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    for (const next of turn % 2 ? turns.toReversed() : turns) await next()
  }
  clearInterval(watch)
  const figures: Figure[] = [
    {
      bar: 'P9',
      name: 'speed',
      value: median(runs.site) / median(runs.floor),
      unit: '× the same bytes piped into a file',
      limit: BARS.speed,
      isLeast: true,
    },
    {
      bar: 'P9',
      name: 'speed of what is on the disk',
      value: median(runs.site) / median(runs.synced),
      limit: BARS.speed,
      isLeast: true,
      unit: '× the same bytes written to the disk',
    },
    {
      bar: 'P9',
      name: 'memory above idle',
      value: most - idle,
      unit: 'MB',
      limit: BARS.memory_mb,
    },
  ]
  const megabytes = {
    site: spread(runs.site),
    floor: spread(runs.floor),
    synced: spread(runs.synced),
  }
  keep('upload', figures, {
    megabytes_per_second: megabytes,
    megabytes: (PIECES * PIECE) / 2 ** 20,
  })
} finally {
  child.disconnect()
  await site.stop()
}
