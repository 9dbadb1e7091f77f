import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../observability/log.ts'
import { releaseReserve, maintainReserve } from './embedded/data-dir.ts'

test('keeps a reserve file beside the database while the disk has room', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'awards-reserve-'))
  const reserve = join(folder, 'reserve')
  const stop = maintainReserve(folder, createLog('error'))
  while (!existsSync(reserve)) await new Promise((next) => setTimeout(next, 50))
  await stop()
  expect(await releaseReserve(folder)).toBe(false)
  expect(existsSync(reserve)).toBe(true)
  await rm(folder, { recursive: true })
})
