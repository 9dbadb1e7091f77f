import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig } from './config.ts'

const dataDir = () => mkdtempSync(join(tmpdir(), 'config-'))

test('defaults are enough for the demo', () => {
  const config = parseConfig({ DATA_DIR: dataDir() })
  expect(config).toMatchObject({ mode: 'demo', port: 8080, siteUrl: 'http://localhost:8080' })
})

test('every wrong variable is named in one message', () => {
  const read = () => parseConfig({ PORT: 'eighty', MODE: 'staging', SITE_URL: 'ftp://x' })
  expect(read).toThrow(/PORT[\s\S]*MODE|MODE[\s\S]*PORT/)
  expect(read).toThrow(/SITE_URL/)
})

test('a wrong secret is named without its value', () => {
  expect(() => parseConfig({ SECRET: 'hunter2' })).toThrow(/SECRET is too short/)
  expect(() => parseConfig({ SECRET: 'hunter2' })).not.toThrow(/hunter2/)
})

test('production asks for its address and its mail server', () => {
  const read = () => parseConfig({ MODE: 'production', DATA_DIR: dataDir() })
  expect(read).toThrow(/SITE_URL is missing[\s\S]*SMTP_URL is missing/)
})

test('jurors prove themselves with a code in production, and in the demo where it is asked for', () => {
  const production = { MODE: 'production', SITE_URL: 'https://s.example', SMTP_URL: 'smtp://m' }
  const isOn = (env: Record<string, string>) => parseConfig({ DATA_DIR: dataDir(), ...env }).stepUp
  expect([isOn({}), isOn({ STEP_UP: 'on' }), isOn(production)]).toEqual([false, true, true])
  expect(isOn({ ...production, STEP_UP: 'off' })).toBe(false)
  expect(() => isOn({ STEP_UP: 'maybe' })).toThrow(/STEP_UP has to be on or off/)
})

test('the secret is made once, for its owner only', () => {
  const DATA_DIR = dataDir()
  const first = parseConfig({ DATA_DIR }).secret
  expect(first).toHaveLength(43)
  expect(parseConfig({ DATA_DIR }).secret).toBe(first)
  expect(statSync(join(DATA_DIR, 'secret')).mode & 0o777).toBe(0o600)
})

test('an empty variable counts as not given', () => {
  expect(parseConfig({ DATA_DIR: dataDir(), PORT: '' }).port).toBe(8080)
})

test('the clock is never moved in production', () => {
  const read = () => parseConfig({ MODE: 'production', CLOCK_SHIFT_FILE: '/tmp/shift' })
  expect(read).toThrow(/CLOCK_SHIFT_FILE is for rehearsals/)
})

test('T4: builds are deployed by every start in a demo alone', () => {
  const read = (MODE: string) => () =>
    parseConfig({ DATA_DIR: dataDir(), MODE, DEPLOY_BUILDS: 'always' })
  expect(read('demo')().deployBuilds).toBe('always')
  expect(read('production')).toThrow(/DEPLOY_BUILDS=always is for demos; take it away/)
})
