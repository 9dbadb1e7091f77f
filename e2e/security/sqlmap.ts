import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tokenOf } from '../src/harness/browser.ts'
import type { Site } from '../src/harness/site.ts'
import type { Scan, ScanResult } from './scanner.ts'
import { runProgram } from './scanner.ts'
import { targetsOf, type Target } from './sqlmap-targets.ts'

const ARGS = [
  '--batch',
  '--level',
  '3',
  '--risk',
  '2',
  '--dbms',
  'PostgreSQL',
  '--flush-session',
  '--ignore-stdin',
]
const NOT_OURS = '--skip=user-agent,referer,host,cookie'
// What only "appears to be injectable" is tried once more by sqlmap itself before it says so.
const FOUND = /^.*(?:parameter '[^']+' is vulnerable|identified the following injection point).*$/gm
const TESTED = /parameter '([^']+)' (?:does not seem to be injectable|is vulnerable)/g

/** Tries to make SQL of every field of the calls that take texts, numbers, lists and orders. */
export async function sqlmap({ site, reports }: Scan): Promise<ScanResult> {
  const people = {
    entrant: await tokenOf(site, 'info@aoiworks.example.org'),
    chair: await tokenOf(site, 'president@jury.example.org'),
  }
  const findings: string[] = []
  let fields = 0
  const targets = targetsOf()
  for (const target of targets) {
    const file = join(reports, `${target.name.replace('/', '.')}.http`)
    await writeFile(file, requestOf(site, target, target.as && people[target.as]))
    const said = await runProgram(
      'sqlmap',
      ['-r', file, NOT_OURS, ...ARGS, '--output-dir', join(reports, 'sessions')],
      file.replace('.http', '.log'),
    )
    const tested = new Set([...said.matchAll(TESTED)].map(([, field]) => field))
    if (tested.size === 0) findings.push(`${target.name}: sqlmap could not test it, see its log`)
    fields += tested.size
    for (const [line] of said.matchAll(FOUND)) findings.push(`${target.name}: ${line}`)
    console.log(`${target.name}: ${tested.size} of ${Object.keys(target.input).length} fields`)
  }
  return { asked: `${fields} fields of ${targets.length} calls at level 3`, findings }
}

/** A request as it goes over the wire. */
function requestOf({ url }: Site, { method, path, input }: Target, token: string | undefined) {
  const body = JSON.stringify(input)
  const query = new URLSearchParams(input as Record<string, string>)
  const head = [
    method === 'GET' ? `GET ${path}?${query} HTTP/1.1` : `POST ${path} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    'Accept: application/json',
    ...(token ? [`token: ${token}`] : []),
    ...(method === 'POST'
      ? ['Content-Type: application/json', `Content-Length: ${body.length}`]
      : []),
  ]
  return `${head.join('\r\n')}\r\n\r\n${method === 'POST' ? body : ''}`
}
