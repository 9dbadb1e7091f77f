import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig } from './parse-config.ts'

const dataDir = () => mkdtempSync(join(tmpdir(), 'config-'))

test('the defaults are enough for a demo', () => {
  const config = parseConfig({ DATA_DIR: dataDir() })
  expect(config).toMatchObject({ mode: 'demo', port: 8080, siteUrl: 'http://localhost:8080' })
})

test('names every invalid variable in one message', () => {
  const read = () => parseConfig({ PORT: 'eighty', MODE: 'staging', SITE_URL: 'ftp://x' })
  expect(read).toThrow(/PORT[\s\S]*MODE|MODE[\s\S]*PORT/)
  expect(read).toThrow(/SITE_URL/)
})

test('names an invalid secret without its value', () => {
  expect(() => parseConfig({ SECRET: 'hunter2' })).toThrow(/SECRET is too short/)
  expect(() => parseConfig({ SECRET: 'hunter2' })).not.toThrow(/hunter2/)
})

test('fallback secrets verify beside the secret, and a short one is refused without its value', () => {
  const [next, previous] = ['n'.repeat(32), 'p'.repeat(32)]
  const read = (SECRET_FALLBACKS: string) =>
    parseConfig({ DATA_DIR: dataDir(), SECRET: next, SECRET_FALLBACKS }).acceptedSecrets
  expect(read('')).toEqual([next])
  expect(read(previous)).toEqual([next, previous])
  expect(read(`${previous}, ${next}`)).toEqual([next, previous, next])
  expect(() => read(`${previous},hunter2`)).toThrow(
    /SECRET_FALLBACKS has to be secrets of at least/,
  )
  expect(() => read('hunter2')).not.toThrow(/hunter2/)
})

test('production requires SITE_URL and SMTP_URL', () => {
  const read = () => parseConfig({ MODE: 'production', DATA_DIR: dataDir() })
  expect(read).toThrow(/SITE_URL is missing[\s\S]*SMTP_URL is missing/)
})

test('step-up is on in production, and in a demo only if enabled', () => {
  const production = { MODE: 'production', SITE_URL: 'https://s.example', SMTP_URL: 'smtp://m' }
  const isOn = (env: Record<string, string>) => parseConfig({ DATA_DIR: dataDir(), ...env }).stepUp
  expect([isOn({}), isOn({ STEP_UP: 'on' }), isOn(production)]).toEqual([false, true, true])
  expect(isOn({ ...production, STEP_UP: 'off' })).toBe(false)
  expect(() => isOn({ STEP_UP: 'maybe' })).toThrow(/STEP_UP has to be on or off/)
})

test('creates the secret once with mode 600', () => {
  const DATA_DIR = dataDir()
  const first = parseConfig({ DATA_DIR }).secret
  expect(first).toHaveLength(43)
  expect(parseConfig({ DATA_DIR }).secret).toBe(first)
  expect(statSync(join(DATA_DIR, 'secret')).mode & 0o777).toBe(0o600)
})

test('an empty variable counts as unset', () => {
  expect(parseConfig({ DATA_DIR: dataDir(), PORT: '' }).port).toBe(8080)
})

test('production refuses a clock shift', () => {
  const read = () => parseConfig({ MODE: 'production', CLOCK_SHIFT_FILE: '/tmp/shift' })
  expect(read).toThrow(/CLOCK_SHIFT_FILE is for rehearsals/)
})

test('T4: only a demo may deploy builds at every start', () => {
  const read = (MODE: string) => () =>
    parseConfig({ DATA_DIR: dataDir(), MODE, DEPLOY_BUILDS: 'always' })
  expect(read('demo')().deployBuilds).toBe('always')
  expect(read('production')).toThrow(/DEPLOY_BUILDS=always is for demos; take it away/)
})
