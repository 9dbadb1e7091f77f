import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Scan, ScanResult } from './scanner.ts'
import { runProgram } from './scanner.ts'

const WORDS = join(import.meta.dirname, 'hidden-paths.txt')
const SUFFIXES = ['.bak', '.old', '.orig', '.swp', '~', '.map', '.zip', '.tar.gz', '.sql']
// An envelope travels in an HTTP 200 answer, whatever its code.
const NOT_THERE = '"code":404,"msg":"There is no such call'
// Addresses of the site that anybody may ask for.
const PUBLIC = /^\/(?:healthz|readyz|robots\.txt|sitemap\.xml|api\/registry)$/

type Report = { results: { url: string; status: number; length: number }[] }

/** Asks for what is left lying on servers: sources, settings, copies, dumps, figures, consoles. */
export async function ffuf({ site, reports }: Scan): Promise<ScanResult> {
  const report = join(reports, 'ffuf.json')
  await runProgram(
    'ffuf',
    [
      '-u',
      `${site.url}/FUZZ`,
      '-w',
      WORDS,
      '-e',
      SUFFIXES.join(','),
      '-mc',
      'all',
      '-fc',
      '404',
      '-fr',
      NOT_THERE,
      '-t',
      '8',
      '-timeout',
      '30',
      '-o',
      report,
      '-of',
      'json',
    ],
    join(reports, 'ffuf.log'),
  )
  const { results } = JSON.parse(await readFile(report, 'utf8')) as Report
  const words = (await readFile(WORDS, 'utf8'))
    .split('\n')
    .filter((word) => word && !word.startsWith('#'))
  const asked = `${words.length * (SUFFIXES.length + 1)} addresses`
  const findings = results
    .filter(({ url }) => !PUBLIC.test(new URL(url).pathname))
    .map(({ url, status, length }) => `${status} ${url} (${length} bytes)`)
  return { asked, findings }
}
