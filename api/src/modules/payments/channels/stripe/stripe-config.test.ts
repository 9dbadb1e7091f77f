import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig } from '../../../../start/parse-config.ts'

const live = { STRIPE_SECRET_KEY: `sk_live_${'a'.repeat(24)}` }
const test_ = { STRIPE_SECRET_KEY: `sk_test_${'a'.repeat(24)}` }
const secret = { STRIPE_WEBHOOK_SECRET: `whsec_${'b'.repeat(32)}` }
const production = {
  MODE: 'production',
  SITE_URL: 'https://awards.example.org',
  SMTP_URL: 'smtps://mail.example.org',
}
const read = (environment: Record<string, string>) =>
  parseConfig({ DATA_DIR: mkdtempSync(join(tmpdir(), 'config-')), ...environment }).channels.card

test('card payment is off without keys', () => {
  expect(read({})).toBeUndefined()
})

test('a key and its signing secrets, several while one is exchanged', () => {
  const secrets = { STRIPE_WEBHOOK_SECRET: ` whsec_${'b'.repeat(32)} , whsec_${'c'.repeat(32)}` }
  expect(read({ ...production, ...live, ...secrets })).toEqual({
    secretKey: live.STRIPE_SECRET_KEY,
    webhookSecrets: [`whsec_${'b'.repeat(32)}`, `whsec_${'c'.repeat(32)}`],
  })
})

test.each([
  ['half of it', live, /only half set up\. Also set STRIPE_WEBHOOK_SECRET/],
  ['the other half', secret, /only half set up\. Also set STRIPE_SECRET_KEY/],
  [
    'a browser key',
    { STRIPE_SECRET_KEY: `pk_live_${'a'.repeat(24)}`, ...secret },
    /STRIPE_SECRET_KEY is not a secret key/,
  ],
  [
    'no secret',
    { ...live, STRIPE_WEBHOOK_SECRET: 'b'.repeat(32) },
    /STRIPE_WEBHOOK_SECRET is not a signing secret/,
  ],
  [
    'no address',
    { ...live, ...secret, STRIPE_API_BASE: 'localhost' },
    /STRIPE_API_BASE is not a complete address/,
  ],
])('%s is named at start, without the value', (_, environment: Record<string, string>, message) => {
  expect(() => read(environment)).toThrow(message)
  expect(() => read(environment)).not.toThrow(/aaaa|bbbb/)
})

test('production refuses test keys unless STRIPE_TEST_KEYS=allow', () => {
  expect(() => read({ ...production, ...test_, ...secret })).toThrow(/is a test key/)
  const base = { STRIPE_API_BASE: 'http://127.0.0.1:1' }
  expect(() => read({ ...production, ...live, ...secret, ...base })).toThrow(/is for rehearsals/)
  const rehearsal = { ...production, ...test_, ...secret, ...base, STRIPE_TEST_KEYS: 'allow' }
  expect(read(rehearsal)).toMatchObject({ apiBase: 'http://127.0.0.1:1' })
})
