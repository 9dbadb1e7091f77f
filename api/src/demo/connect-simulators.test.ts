import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveCredentials, serveSimulators } from '@awards/simulators'
import { claimPorts } from '../../../tools/testing/ports.ts'
import { parseConfig } from '../start/parse-config.ts'
import { startSimulators } from './connect-simulators.ts'

const SECRET = 'a secret that all processes of the site know'
const dataDir = mkdtempSync(join(tmpdir(), 'awards-simulators-'))
const [port = 0] = await claimPorts(1)
const url = `http://127.0.0.1:${port}`
const simulators = await serveSimulators({
  dataDir,
  mode: 'demo',
  host: '127.0.0.1',
  port,
  now: () => new Date(),
  pages: 'http://localhost:1234',
  notifyUrl: 'http://127.0.0.1:9',
  otherwise: serveCredentials(SECRET),
})
afterAll(async () => {
  await simulators.close()
  rmSync(dataDir, { recursive: true })
})
const config = (secret: string, fallbacks = '') =>
  parseConfig({
    DATA_DIR: dataDir,
    SIMULATORS_URL: url,
    SECRET: secret,
    SECRET_FALLBACKS: fallbacks,
  })

// Decision 27.
test('several processes work with the same simulators, each at the address that it was given', async () => {
  const [one, other] = [
    await startSimulators(config(SECRET)),
    await startSimulators(config(SECRET)),
  ]
  expect(one.channels.wechat_native).toEqual(other.channels.wechat_native)
  expect(one.channels.card).toMatchObject({
    apiBase: url,
    secretKey: expect.stringMatching(/^sk_test_/),
  })
  expect(one).toMatchObject({
    channels: {
      wechat_native: { baseUrl: url, notifyUrl: 'http://127.0.0.1:9/api/wxpay/notify' },
    },
    smtpUrl: expect.stringMatching(/^smtp:\/\/127\.0\.0\.1:\d+$/),
    walletPage: 'http://localhost:1234/wallet',
    providers: [{ issuer: 'http://localhost:1234/oidc', reachAt: url }],
  })
  await one.close()
  expect((await fetch(`${url}/mailbox`)).status).toBe(200)
})

test('a site with a new secret works with simulators that know the one before', async () => {
  const rotated = await startSimulators(config('a new secret that the simulators lack', SECRET))
  expect(rotated.smtpUrl).toMatch(/^smtp:/)
  await rotated.close()
})

test('the keys are for those who know the secret of the site', async () => {
  const asked = await fetch(`${url}/credentials`)
  expect([asked.status, await asked.json()]).toEqual([401, {}])
  await expect(
    startSimulators(config('another secret, of another site altogether')),
  ).rejects.toThrow(/another SECRET/)
  expect(() => parseConfig({ DATA_DIR: dataDir, MODE: 'production', SIMULATORS_URL: url })).toThrow(
    /SIMULATORS_URL is for demos/,
  )
})
