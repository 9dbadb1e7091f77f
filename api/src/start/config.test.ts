import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
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

test('processes that start together in an empty folder have one secret', async () => {
  const DATA_DIR = dataDir()
  const module = join(import.meta.dirname, 'parse-config.ts')
  const script = `import { parseConfig } from ${JSON.stringify(module)}
    console.log(parseConfig({ DATA_DIR: ${JSON.stringify(DATA_DIR)} }).secret)`
  const start = async () => {
    const args = ['--no-warnings', '--input-type=module', '--eval', script]
    return (await promisify(execFile)(process.execPath, args)).stdout.trim()
  }
  const secrets = await Promise.all(Array.from({ length: 3 }, start))
  expect(new Set(secrets)).toEqual(new Set([parseConfig({ DATA_DIR }).secret]))
  expect(readdirSync(DATA_DIR)).toEqual(['secret'])
})

test.each(['', '\n', 'hunter2'])('refuses a secret in the folder that is %j', (content) => {
  const DATA_DIR = dataDir()
  const file = join(DATA_DIR, 'secret')
  writeFileSync(file, content)
  const read = () => parseConfig({ DATA_DIR })
  expect(read).toThrow(`${file} is empty or cut off`)
  expect(read).toThrow(/kept\/secret[^]*delete/)
  expect(read).not.toThrow(/hunter2/)
  expect(parseConfig({ DATA_DIR, SECRET: 's'.repeat(32) }).secret).toBe('s'.repeat(32))
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

describe('providers of OpenID Connect', () => {
  const folder = dataDir()
  const fileOf = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const school = {
    id: 'school',
    label: { en: 'School', fr: 'École', zh: '学校' },
    issuer: 'https://login.school.example',
    client_id: 'awards',
    client_secret_file: 'school.secret',
  }
  const read = (list: unknown, env: Record<string, string> = {}) => {
    const OIDC_PROVIDERS =
      typeof list === 'string' ? list : fileOf('list.json', JSON.stringify(list))
    return parseConfig({ DATA_DIR: folder, OIDC_PROVIDERS, ...env }).providers
  }
  beforeAll(() => fileOf('school.secret', 'hunter2\n'))

  test('come from a file, with secrets from files beside it', () => {
    const { client_secret_file: _file, ...given } = school
    expect(read([school])).toEqual([
      {
        ...given,
        scopes: ['openid', 'email', 'profile'],
        algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
        new_accounts: false,
        trust_verified_email: false,
        private_network: false,
        secret: { text: 'hunter2' },
      },
    ])
    expect(parseConfig({ DATA_DIR: folder }).providers).toEqual([])
    const [named] = read([{ ...school, label: 'School' }])
    expect(named?.label).toEqual({ en: 'School', fr: 'School', zh: 'School' })
  })

  test('may sign with a key', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    fileOf('school.pem', String(privateKey.export({ type: 'pkcs8', format: 'pem' })))
    const keyed = { ...school, client_secret_file: undefined, private_key_file: 'school.pem' }
    expect(read([keyed])[0]?.secret).toHaveProperty('key')
    expect(() => read([{ ...keyed, private_key_file: 'school.secret' }])).toThrow(/openssl genpkey/)
  })

  const production = { MODE: 'production', SITE_URL: 'https://s.example', SMTP_URL: 'smtp://m' }
  test.each<[string, unknown, RegExp]>([
    ['a file that is not there', join(folder, 'absent.json'), /absent\.json, which cannot be read/],
    ['no JSON', '[{', /OIDC_PROVIDERS is no JSON/],
    ['no list', {}, /OIDC_PROVIDERS/],
    ['a bad id', [{ ...school, id: 'A b' }], /number 1: id may have lower case/],
    ['no issuer', [{ ...school, issuer: 'school' }], /number 1: issuer is not an address/],
    ['two of one id', [school, { ...school, issuer: 'https://b.example' }], /name each once/],
    ['two of one issuer', [school, { ...school, id: 'b' }], /name each once/],
    ['two secrets', [{ ...school, private_key_file: 'k' }], /not both/],
    [
      'a secret that is not there',
      [{ ...school, client_secret_file: 'absent' }],
      /client_secret_file names/,
    ],
    ['a secret in the list', [{ ...school, client_secret: 'hunter2' }], /Unrecognized key/],
    [
      'tokens without a signature',
      [{ ...school, algorithms: ['none'] }],
      /algorithms\.0 may hold RS256/,
    ],
    ['tokens signed by the secret', [{ ...school, algorithms: ['HS256'] }], /may hold RS256/],
    ['scopes without openid', [{ ...school, scopes: ['email'] }], /must name openid/],
    ['http in production', [{ ...school, issuer: 'http://a.example' }], /has to start with https/],
    [
      'no secret in production',
      [{ ...school, client_secret_file: undefined }],
      /is missing; name the file/,
    ],
  ])('are refused with %s', (_what, list, message) => {
    expect(() => read(list, production)).toThrow(message)
    expect(() => read(list, production)).not.toThrow(/hunter2/)
  })
})
