import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { mkdtemp, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const PROBE = join(import.meta.dirname, '../../../test/postgres-probe.ts')
const folders: string[] = []
const children: ChildProcess[] = []

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) await removeElsewhere(folder)
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 20 })
})

/** The cluster of a private folder is a symlink to a folder outside it. */
async function removeElsewhere(folder: string) {
  const cluster = await readlink(join(folder, 'postgres')).catch(() => undefined)
  if (cluster) await rm(dirname(cluster), { recursive: true, force: true })
}

async function dataDir(name = ''): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `pg-${name}`))
  chmodSync(folder, 0o755)
  folders.push(folder)
  return folder
}

/** A process with its own PostgreSQL; `firstLine` of its output is READY with the number of rows, or the error. */
async function probe(folder: string) {
  const child = spawn(process.execPath, [PROBE, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const firstLine = await new Promise<string>((resolve) => {
    let words = ''
    child.stdout.on('data', (chunk) => {
      words += String(chunk)
      if (words.includes('\n')) resolve(words.trim())
    })
  })
  return { child, firstLine, ended }
}

test('data survives kill -9 of the process, and an orphaned PostgreSQL does not block the next start', async () => {
  const folder = await dataDir()
  const first = await probe(folder)
  expect(first.firstLine).toBe('READY 1')
  first.child.kill('SIGKILL')
  await first.ended
  const second = await probe(folder)
  expect(second.firstLine).toBe('READY 2')
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
})

test('a second start on the same folder is refused with the reason', async () => {
  const folder = await dataDir()
  const first = await probe(folder)
  const second = await probe(folder)
  expect(second.firstLine).toContain(`in use by process ${first.child.pid}`)
  first.child.kill('SIGTERM')
  await first.ended
})

test('starts with a long path and in a folder of mode 700', async () => {
  const folder = await dataDir('a-name-that-makes-the-path-of-the-socket-far-too-long-'.repeat(2))
  chmodSync(folder, 0o700)
  const { firstLine, child, ended } = await probe(folder)
  expect(firstLine).toBe('READY 1')
  child.kill('SIGTERM')
  await ended
})
