import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT_DIR } from '../start/config.ts'
import { loggedPath } from './access-log.ts'

const TOKEN = 'fSECRET-_0123456789'
/** Capability URLs: the path alone gives access. */
const CAPABILITIES = [
  [`/files/upload/${TOKEN}`, '/files/upload/…'],
  [`/files/resume/${TOKEN}`, '/files/resume/…'],
  [`/files/sheet/${TOKEN}`, '/files/sheet/…'],
  [`/drafts/${TOKEN}`, '/drafts/…'],
] as const
const PLAIN = ['/files/private/ab/0123.pdf', '/api/user/login', '/files/sheets', '/mfe/x/sheet/y']

const template = readFileSync(join(ROOT_DIR, 'deploy/nginx/site.conf.template'), 'utf8')

describe("the site's own log", () => {
  test.each(CAPABILITIES)('S8: masks the key in %s', (url, written) => {
    proves('security 62')
    for (const spelling of [
      url,
      `${url}?a=b`,
      url.replace(/[fd]/, (first) => `%${first.charCodeAt(0).toString(16)}`),
      `${url}%2f`,
    ]) {
      expect(loggedPath(spelling)).not.toContain('SECRET')
    }
    expect(loggedPath(`${url}?a=b`)).toBe(written)
  })

  test.each(PLAIN)('S8: logs %s without its query', (path) => {
    expect(loggedPath(`${path}?secret=SECRET`)).toBe(path)
  })

  test('S8: logs a path that cannot be decoded', () => {
    expect(loggedPath('/winners/%E0%A4%A')).toBe('/winners/%E0%A4%A')
  })
})

describe('the log of nginx', () => {
  const map = /map \$uri \$logged_path \{([^}]*)\}/.exec(template)?.[1] ?? ''
  const pattern = new RegExp(/~(\S+) /.exec(map)?.[1] ?? 'none')

  test('S8: takes its paths from the map $logged_path', () => {
    expect(template).toContain('"path":"$logged_path"')
    expect(/log_format[^;]*/.exec(template)?.[0]).not.toMatch(/\$(uri|request|request_uri|args)\b/)
    expect(map).toContain('default $uri;')
  })

  test.each(CAPABILITIES)('S8: masks the key in %s', (url, written) => {
    const { groups = {} } = pattern.exec(url) ?? {}
    expect(`${groups['keyless']}…`).toBe(written)
  })

  test.each(PLAIN)('S8: logs %s unchanged', (path) => {
    expect(pattern.test(path)).toBe(false)
  })
})
