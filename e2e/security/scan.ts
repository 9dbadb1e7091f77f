// Attacks a site of its own with the scanners of Debian: `npm run test:full -- --only scans sqlmap | wapiti | ffuf`.
// Ends with 1 when one of them has found something, and with 2 when it could not look.
import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { demoData, newFolder, startSite } from '../src/harness/site.ts'
import { ffuf } from './ffuf.ts'
import { liftLimits } from './lift-limits.ts'
import { sqlmap } from './sqlmap.ts'
import type { Scanner } from './scanner.ts'
import { wapiti } from './wapiti.ts'

const SCANNERS: Readonly<Record<string, Scanner>> = { sqlmap, wapiti, ffuf }
const REPORTS = resolve(import.meta.dirname, '../../.cache/scans')

const [name = '', ...more] = process.argv.slice(2)
const scanner = SCANNERS[name]
if (!scanner || more.length > 0) {
  console.error(
    `Say which scanner: npm run test:full -- --only scans ${Object.keys(SCANNERS).join(' | ')}`,
  )
  process.exit(2)
}
if (!(await isThere(name))) {
  console.error(`${name} is not installed. Install it (apt-get install ${name}), then try again.`)
  process.exit(2)
}

const reports = join(REPORTS, name)
await mkdir(reports, { recursive: true })
// A loaded demo saves the minutes of loading another.
const dataDir = await (process.env['AWARDS_DEMO_DATA'] ? demoData() : newFolder())
const site = await startSite({ dataDir, env: { PREPARE_AVIF: 'off' } })
const limits = await liftLimits(site)
const start = Date.now()
try {
  const { asked, findings } = await scanner({ site, reports })
  const minutes = ((Date.now() - start) / 60_000).toFixed(1)
  console.log(
    `\n${name}: ${asked}, ${minutes} min, ${findings.length} findings; reports in ${reports}`,
  )
  for (const finding of findings) console.log(`  ${finding}`)
  const isAlive = await fetch(`${site.url}/readyz`).then(({ ok }) => ok)
  if (!isAlive) console.log('  the site is not ready after the scan')
  process.exitCode = findings.length > 0 || !isAlive ? 1 : 0
} finally {
  await limits.close()
  await site.stop()
}

function isThere(program: string): Promise<boolean> {
  return promisify(execFile)('which', [program]).then(
    () => true,
    () => false,
  )
}
