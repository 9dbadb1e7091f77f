import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Scan, ScanResult } from './scanner.ts'
import { runProgram } from './scanner.ts'

const MODULES = [
  'backup',
  'blindsql',
  'cookieflags',
  'crlf',
  'csp',
  'exec',
  'file',
  'htaccess',
  'http_headers',
  'methods',
  'permanentxss',
  'redirect',
  'shellshock',
  'sql',
  'ssrf',
  'xss',
  'xxe',
]
const PAGES = [
  '/home',
  '/winners?keyword=chair&category=MOB',
  '/news',
  '/contact',
  '/login?redirect=/account',
]
const CALLS = [
  '/api/index/winnerList?keyword=o&current=1',
  '/api/index/verifyCertificate?number=GA-1',
]
const START = [...PAGES, ...CALLS]
const MINUTES = 8

/** Looked at, and left as it is. */
const KNOWN = [
  // The policy's frame-ancestors says it, and browsers follow that one.
  'X-Frame-Options is not set',
  // No browser has the filter any more; in those that had, it was a hole of its own.
  'X-XSS-Protection is not set',
  // The scan goes without TLS; with it the header is sent.
  'Strict-Transport-Security is not set',
]

type Found = { method: string; path: string; info: string; parameter: string }
type Report = { vulnerabilities: Record<string, Found[]>; anomalies: Record<string, Found[]> }

/** Walks the public pages and calls, and attacks what it finds there with every module that fits. */
export async function wapiti({ site, reports }: Scan): Promise<ScanResult> {
  const report = join(reports, 'wapiti.json')
  await runProgram(
    'wapiti',
    [
      '-u',
      `${site.url}/home`,
      ...START.flatMap((path) => ['-s', site.url + path]),
      '-m',
      MODULES.join(','),
      '-d',
      '2',
      '--max-links-per-page',
      '15',
      '-S',
      'polite',
      '--max-scan-time',
      String(MINUTES * 60),
      '--flush-session',
      '--no-bugreport',
      '-f',
      'json',
      '-o',
      report,
      '--store-session',
      reports,
    ],
    join(reports, 'wapiti.log'),
  )
  const { vulnerabilities, anomalies } = JSON.parse(await readFile(report, 'utf8')) as Report
  const findings = [vulnerabilities, anomalies].flatMap((group) =>
    Object.entries(group).flatMap(([kind, found]) =>
      found
        .filter(({ info }) => !KNOWN.includes(info))
        .map(({ method, path, info }) => `${kind}: ${method} ${path}: ${info}`),
    ),
  )
  return { asked: `${MODULES.length} modules from ${START.length} addresses`, findings }
}
