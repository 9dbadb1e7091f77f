import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBucket } from '../../../test/test-bucket.ts'
import { openBucket, readStorageUrl, type S3Location } from './s3-bucket.ts'

function locationOf(url: string): S3Location {
  const read = readStorageUrl(url)
  if (typeof read === 'string') throw new Error(read)
  return read
}

/** Runs the command of the compose file's service `bucket`; resolves with its exit code and output. */
function makeBucket(url: string) {
  const command = join(import.meta.dirname, 'make-bucket.cli.ts')
  const child = spawn(process.execPath, ['--no-warnings', command], {
    env: { ...process.env, STORAGE_URL: url },
  })
  let said = ''
  child.stdout.on('data', (text) => (said += String(text)))
  child.stderr.on('data', (text) => (said += String(text)))
  return new Promise<{ code: number | null; said: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, said })),
  )
}

/** Answers every request with 404, as a storage does that is still starting; `count` counts the attempts to create. */
async function startingStorage() {
  let creations = 0
  const server = createServer((request, response) => {
    if (request.method === 'PUT') creations += 1
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    count: () => creations,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}

test('creates a missing bucket, and leaves one that is there as it is', async () => {
  const server = await startBucket()
  try {
    const url = `${server.url.replace('/awards', '/fresh')}?tls=off`
    expect(await openBucket(locationOf(url)).fault()).toEqual(expect.any(String))
    expect(await makeBucket(url)).toEqual({ code: 0, said: 'The bucket fresh is there.\n' })
    expect(await openBucket(locationOf(url)).fault()).toBeUndefined()
    expect((await makeBucket(url)).code).toBe(0)
  } finally {
    await server.close()
  }
})

test('does not say that a bucket is there when creating it was answered 404, and retries', async () => {
  const storage = await startingStorage()
  const folder = await mkdtemp(join(tmpdir(), 'awards-make-bucket-'))
  const url = `s3://S3RVER:S3RVER@127.0.0.1:${storage.port}/awards?tls=off`
  expect(await openBucket(locationOf(url)).create()).toEqual(expect.any(String))
  const before = storage.count()
  const made = makeBucket(url)
  while (storage.count() < before + 2) await new Promise((resolve) => setImmediate(resolve))
  const { port } = storage
  await storage.close()
  // On the same port, so that the command that is still running finds it.
  const { default: S3rver } = await import('s3rver')
  const server = new S3rver({ address: '127.0.0.1', port, silent: true, directory: folder })
  await server.run()
  try {
    expect(await made).toEqual({ code: 0, said: 'The bucket awards is there.\n' })
  } finally {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('says what is wrong with STORAGE_URL, and exits with 2', async () => {
  const { code, said } = await makeBucket('ftp://nowhere')
  expect([code, said]).toEqual([2, expect.stringContaining('STORAGE_URL')])
})
