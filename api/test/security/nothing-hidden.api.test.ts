import { testApi } from '../test-api.ts'

const api = await testApi({
  MODE: 'production',
  SITE_URL: 'https://awards.example',
  SMTP_URL: 'smtp://mail.example',
})

/** Paths that careless deployments expose. */
const HIDDEN = [
  '/.git/HEAD',
  '/.git/config',
  '/.env',
  '/.npmrc',
  '/package.json',
  '/pnpm-lock.yaml',
  '/api/src/main.ts',
  '/shared/src/index.ts',
  '/.data/secret',
  '/secret',
  '/server.cjs',
  '/assets/../package.json',
  '/assets/..%2f..%2fpackage.json',
  '/files/..%2f..%2fsecret',
  '/metrics',
  '/api/metrics',
  '/debug',
  '/api/debug',
  '/dev/mails',
  '/mailbox',
  '/wallet',
  '/swagger',
  '/api/docs',
  '/openapi.json',
  '/backup.zip',
  '/dump.sql',
  '/server-status',
]

test.each(HIDDEN)('returns 404 or 405 for %s', async (url) => {
  proves('security 60')
  const { statusCode, headers, body } = await api.app.inject({ url, headers: { accept: '*/*' } })
  expect([404, 405]).toContain(body.startsWith('{"code"') ? JSON.parse(body).code : statusCode)
  expect(headers['content-type'] ?? '').not.toMatch(/octet|zip|yaml|x-sh/)
  expect(body).not.toMatch(/ref: refs|"dependencies"|process_cpu|\[core\]/)
})

test('no answer names software, a version or a source path', async () => {
  proves('security 60')
  for (const url of [
    '/home',
    '/api/index/banner',
    '/api/nothing',
    '/healthz',
    '/readyz',
    '/robots.txt',
  ]) {
    const { headers, body } = await api.app.inject(url)
    for (const name of ['server', 'x-powered-by', 'via', 'x-aspnet-version']) {
      expect(headers[name]).toBeUndefined()
    }
    expect(body).not.toMatch(/fastify|node_modules|\bat \/|postgres(?:ql)? \d|sourceMappingURL/i)
  }
})

test('an internal error reveals nothing but its reference', async () => {
  proves('security 60')
  const { db } = api
  await db.schema.alterTable('faqs').renameTo('faqs_away').execute()
  const { statusCode, body } = await api.app.inject('/api/index/faqAndPrivacy')
  await db.schema.alterTable('faqs_away').renameTo('faqs').execute()
  expect(statusCode).toBe(500)
  expect(JSON.parse(body).msg).toMatch(/^Something went wrong on our side.*Reference: \w{16}$/)
  expect(body).not.toMatch(/faqs|relation|select|\.ts/)
})
