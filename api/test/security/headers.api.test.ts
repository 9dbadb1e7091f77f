import { ALL_CALLS } from '@awards/shared/contract'
import { openSession } from '../../src/modules/accounts/session-token.ts'
import { testApi } from '../test-api.ts'

const api = await testApi()
const secure = await testApi({ SITE_URL: 'https://awards.example' })
const send = (url: string, more: object = {}) => api.app.inject({ method: 'GET', url, ...more })

/** One URL of each kind. */
const ADDRESSES = [
  '/home',
  '/no/such/page',
  '/discovery.json',
  '/healthz',
  '/readyz',
  '/robots.txt',
  '/sitemap.xml',
  '/api/index/winnerList',
  '/api/user/getUserInfo',
  '/api/nothing',
  '/api/registry/nothing',
  '/assets/nothing.js',
  '/mfe/mf-public/1.0.0/remoteEntry.js',
  '/files/nothing',
  '/pictures/nothing',
]

test.each(ADDRESSES)('%s has a content type and nosniff', async (url) => {
  proves('security 19', 'security 30')
  const { headers } = await send(url)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['content-type']).toMatch(
    /^(text\/\w+|application\/[\w+]+); charset=utf-8$|^application\/xml$/,
  )
})

test.each(ADDRESSES)('%s sends HSTS if the site has TLS', async (url) => {
  proves('security 18')
  const { headers } = await secure.app.inject(url)
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  expect((await send(url)).headers['strict-transport-security']).toBeUndefined()
})

describe('a page', () => {
  const policy = async (url = '/home') =>
    new Map(
      String((await send(url)).headers['content-security-policy'])
        .split('; ')
        .map((part) => [part.split(' ', 1)[0] ?? '', part.split(' ').slice(1).join(' ')]),
    )

  test.each(['/home', '/no/such/page', '/login'])(
    '%s runs scripts of its own origin only',
    async (url) => {
      proves('security 16')
      const rules = await policy(url)
      expect(rules.get('default-src')).toBe("'self'")
      expect(rules.get('script-src')).toBe("'self'")
      expect(rules.get('object-src')).toBe("'none'")
      expect(rules.get('base-uri')).toBe("'none'")
      expect(rules.get('form-action')).toBe("'self'")
      expect([...rules.values()].join(' ')).not.toMatch(/unsafe-|\*|http:/)
    },
  )

  test('enforces Trusted Types, forbids framing and names a report address', async () => {
    proves('security 17', 'security 21', 'security 23')
    const rules = await policy()
    expect(rules.get('require-trusted-types-for')).toBe("'script'")
    expect(rules.get('frame-ancestors')).toBe("'none'")
    expect(rules.get('report-uri')).toBe('/api/platform/reports')
  })

  test('sends only its origin as referrer and isolates its window from its opener', async () => {
    proves('security 20', 'security 22')
    const { headers } = await send('/home')
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
  })
})

describe('another origin', () => {
  const origin = 'https://evil.example'
  const preflight = { 'access-control-request-method': 'POST' }
  const requestedHeaders = { 'access-control-request-headers': 'token,content-type' }

  test('gets no CORS headers from any call or preflight', async () => {
    proves('security 24')
    const { token } = await openSession(api.db, (await api.build.user()).id, new Date())
    const headers = { origin, token, 'content-type': 'application/json' }
    const open: string[] = []
    for (const { name, method, path } of ALL_CALLS) {
      const answers = [
        await send(path, { method, headers, ...(method === 'POST' && { payload: '{}' }) }),
        await send(path, {
          method: 'OPTIONS',
          headers: { origin, ...preflight, ...requestedHeaders },
        }),
      ]
      const given = answers.flatMap((answer) => Object.keys(answer.headers))
      if (given.some((one) => one.startsWith('access-'))) open.push(name)
    }
    expect(open).toEqual([])
  })

  test('reads public addresses only without credentials', async () => {
    proves('security 24')
    for (const url of ADDRESSES) {
      const { headers } = await send(url, { headers: { origin } })
      expect(headers['access-control-allow-credentials']).toBeUndefined()
      expect(['*', undefined]).toContain(headers['access-control-allow-origin'])
    }
  })
})

test('stores a CSP report of a browser', async () => {
  proves('security 23')
  const report = {
    'csp-report': {
      'document-uri': 'http://localhost/home',
      'violated-directive': 'script-src',
      'effective-directive': 'script-src',
      'blocked-uri': 'https://evil.example/x.js',
    },
  }
  const answer = await api.app.inject({
    method: 'POST',
    url: '/api/platform/reports',
    headers: { 'content-type': 'application/csp-report' },
    payload: JSON.stringify(report),
  })
  expect(answer.statusCode).toBe(204)
  const reports = await api.db.selectFrom('mfe_reports').selectAll().execute()
  expect(reports).toMatchObject([{ directive: 'script-src', blocked: 'https://evil.example/x.js' }])
})
