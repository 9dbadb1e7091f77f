import { spawn } from 'node:child_process'
import { appendFileSync, existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { entries } from '@awards/shared/contract'
import { ACCOUNTS } from './harness/accounts.ts'
import { tokenOf } from './harness/browser.ts'
import { call } from './harness/call.ts'
import { loadDemoData, freePort, newFolder, startSite, type Site } from './harness/site.ts'
import { processesIn, runToEnd, startToEnd } from './harness/start.ts'
import { until } from './harness/until.ts'
import { fullOnly } from './harness/scale.ts'
import { expect, test } from './harness/test.ts'

const PROGRAMME = resolve(import.meta.dirname, '../../programme')

let dataDir: string
let site: Site

/** What `programme plan` ends with when the files have something that the site has not. */
const SOMETHING_TO_DO = 3

test.beforeAll(async () => {
  dataDir = await loadDemoData()
  site = await startSite({ dataDir })
})
test.afterAll(() => site?.discard())

test('the site tells that it lives and that it can work', fullOnly, async () => {
  expect(await (await fetch(`${site.url}/healthz`)).json()).toEqual({ status: 'ok' })
  expect(await (await fetch(`${site.url}/readyz`)).json()).toEqual({ status: 'ready' })
})

test(
  'a second start on the same folder is refused with the reason, before anything is started',
  fullOnly,
  async () => {
    const env = { DATA_DIR: dataDir, PORT: String(await freePort()) }
    const { code, said } = await startToEnd(env)
    expect(code).toBe(1)
    expect(said).toContain(`${dataDir} is in use by process ${site.process.pid}`)
    expect(said).toContain('set DATA_DIR to another folder')
    expect(said).not.toMatch(/^\s+at /m)
    expect((await fetch(`${site.url}/readyz`)).ok).toBe(true)
  },
)

for (const offset of [0, 1]) {
  test(`a port that is in use is named (the site’s, plus ${offset})`, fullOnly, async () => {
    const port = await freePort()
    const other = createServer()
    await new Promise<void>((done) => other.listen(port + offset, () => done()))
    const folder = await newFolder()
    const { code, said } = await startToEnd({ DATA_DIR: folder, PORT: String(port) })
    await new Promise((done) => other.close(done))
    expect(code).toBe(1)
    expect(said).toMatch(new RegExp(`Port ${port + offset}\\b.* is in use`))
    expect(said).toMatch(/set PORT to another/i)
    await until(async () => processesIn(folder), [])
  })
}

test('wrong settings are all named, and nothing is started', fullOnly, async () => {
  const folder = join(await newFolder(), 'not-made')
  const { code, said } = await startToEnd({
    DATA_DIR: folder,
    PORT: 'eighty',
    MODE: 'staging',
    SITE_URL: 'ftp://site',
    DATABASE_URL: 'mysql://u:hunter2@host',
    SMTP_URL: 'mail',
    HOME_PATH: '//elsewhere',
  })
  expect(code).toBe(2)
  for (const name of ['PORT', 'MODE', 'SITE_URL', 'DATABASE_URL', 'SMTP_URL', 'HOME_PATH']) {
    expect(said).toContain(`- ${name} `)
  }
  expect(said).not.toContain('hunter2')
  expect(existsSync(folder)).toBe(false)
})

test(
  'a broken programme is refused with file, line and reason, and changes nothing',
  fullOnly,
  async () => {
    const broken = join(await newFolder(), 'programme')
    await cp(PROGRAMME, broken, { recursive: true })
    appendFileSync(join(broken, 'sections.yaml'), '\n- code: [unfinished\n')
    const folder = await newFolder()
    const args = ['apply', broken]
    const script = 'api/src/modules/programme/programme.cli.ts'
    const { code, said } = await runToEnd(script, args, { DATA_DIR: folder })
    expect(code).toBe(1)
    expect(said).toMatch(/sections\.yaml:\d+ {2}\S/)
    expect(said).toContain('Nothing was changed.')
    await until(async () => processesIn(folder), [])
    const again = await runToEnd(script, ['plan', PROGRAMME], { DATA_DIR: folder })
    expect(again.said).toMatch(/categories/)
    expect(again.code).toBe(SOMETHING_TO_DO)
  },
)

test(
  'a first start that is killed midway does not stand in the way of the next',
  fullOnly,
  async () => {
    const folder = await newFolder()
    const port = await freePort()
    for (const moment of [400, 900]) {
      const child = spawn(process.execPath, [resolve(PROGRAMME, '../api/src/main.ts')], {
        env: { ...process.env, DATA_DIR: folder, PORT: String(port) },
        stdio: 'ignore',
      })
      await new Promise((next) => setTimeout(next, moment))
      child.kill('SIGKILL')
      await new Promise((done) => child.once('close', done))
    }
    const { code, said } = await runToEnd(
      'api/src/modules/programme/programme.cli.ts',
      ['plan', PROGRAMME],
      { DATA_DIR: folder },
    )
    expect([code, said]).toEqual([SOMETHING_TO_DO, expect.any(String)])
  },
)

test('SIGTERM ends everything, and the next start has what was there', fullOnly, async () => {
  const token = await tokenOf(site, ACCOUNTS[0])
  const before = await call(site, token, entries.entryList, {})
  await site.stop()
  expect(site.process.exitCode).toBe(0)
  await until(async () => processesIn(dataDir), [])

  site = await startSite({ dataDir })
  expect(await call(site, token, entries.entryList, {})).toEqual(before)
  expect(site.output()).not.toContain('Loading the demo programme')
})
