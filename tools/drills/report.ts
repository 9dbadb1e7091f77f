import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { format } from 'prettier'
import { z } from 'zod'

/** One thing that breaks: how it is rehearsed, what has to hold, and what people notice. */
type Fault = {
  fault: string
  how: string
  bar: string
  /** Name of the drill; a fault without one is rehearsed by its tests alone. */
  drill?: string
  /** Name of a part of its own of `npm run test:full`, in place of a drill. */
  part?: 'containers'
  /** Files of tests, from the root. */
  tests: readonly string[]
  visitor: string
}

const E2E = 'e2e/src'

/** What the site promises; every fault below is one of these put to the test. */
const PROMISES = [
  'What was answered with code 200 is kept: the answer leaves after PostgreSQL has written its log to the disk.',
  'A creation that is sent again with its key gives the first answer; a payment is booked once, however often it is told.',
  'An answer that never came means that nobody knows: pages ask again and go on from what the server has.',
  'What cannot be done now is refused with a sentence that says what to do, never by silence. The codes are 503 (the database or the disk is away), 429 (too often), 423 (closed).',
  'Mails and refunds wait in the database until their server is back, and leave once.',
  "The server's clock decides about deadlines. What arrives in the last second counts; a draft can be handed in for half an hour longer, as it was saved.",
  'One process at a time holds a data folder; the second says so and ends.',
]

/** Every fault of the table, in the order of the page. */
export const FAULTS: readonly Fault[] = [
  {
    fault: 'The process dies',
    how: 'kill -9 fifty times under drafts, uploads, submissions, payments, scores, registrations and sessions; every third time PostgreSQL with it',
    bar: '0 confirmed writes lost, ready in 3 s, 0 files without a row after the reconciliation',
    drill: 'kill',
    tests: [`${E2E}/crash.browser.test.ts`, `${E2E}/payment-crash.browser.test.ts`],
    visitor:
      'A call that was under way fails; the page says so, keeps the words and sends them again',
  },
  {
    fault: 'The power fails',
    how: 'strace counts fsync and fdatasync of PostgreSQL under entries, payments and scores',
    bar: 'at least one for each confirmed write, or for those of all users that are confirmed together',
    drill: 'fsync',
    tests: [],
    visitor: 'As above',
  },
  {
    fault: 'The disk is full',
    how: 'a disk of 300 MB, filled by uploads, then from outside to the last byte, then once more',
    bar: 'a clear refusal, reads live, writes again 5 s after there is room, no answer hangs',
    drill: 'disk',
    tests: ['api/src/files/uploads/disk-room.api.test.ts', 'api/src/db/disk-reserve.api.test.ts'],
    visitor: 'A file is refused with a sentence; drafts, payments and scores go on',
  },
  {
    fault: 'A second process on the same folder',
    how: 'started again and again while the first works',
    bar: 'ends with an error in 2 s, 0 rows lost',
    drill: 'second',
    tests: [`${E2E}/start.browser.test.ts`],
    visitor: 'Nothing',
  },
  {
    fault: 'The database is gone',
    how: 'an external PostgreSQL is stopped as by `pg_ctl stop -m immediate` for 30 s, under load',
    bar: 'an envelope of code 503 within 1 s, the process lives, work goes on 2 s after the database',
    drill: 'database',
    tests: ['api/src/db/embedded/embedded-postgres.api.test.ts'],
    visitor:
      'What is asked of the server says to try again in a minute; pages that are open keep what they show',
  },
  {
    fault: 'Mail server and payment service are gone',
    how: 'their ports are closed, mails and a payment wait, the ports are opened; the service loses its news as well',
    bar: 'every mail once, the payment known 60 s after the return, a clear refusal meanwhile',
    drill: 'providers',
    tests: ['api/src/mail/mail-outbox.api.test.ts'],
    visitor:
      'Mail comes late; a new payment is refused with what to do, a paid one appears by itself',
  },
  {
    fault: 'A remote is gone, broken or of another time',
    how: 'files are taken away, changed or answered by another server; releases of the last version',
    bar: 'the shell and the other remotes work, the last good version within 3 s',
    tests: [
      `${E2E}/platform/faults.browser.test.ts`,
      `${E2E}/platform/deploys.browser.test.ts`,
      `${E2E}/platform/trust.browser.test.ts`,
    ],
    visitor: 'The last good version, or a panel with a button in place of those pages',
  },
  {
    fault: 'Slow clients',
    how: 'slowhttptest with 1,000 connections, at the lowest priority: headers, bodies, reading by the byte',
    bar: 'service available, public p99 at most twice that before it, with as many ordinary readers at headers and reading (median of three turns)',
    drill: 'slow',
    tests: [],
    visitor: 'Nothing; an upload on a slow line goes on where it was cut',
  },
  {
    fault: 'The site is stopped in order',
    how: 'SIGTERM under load, 24 requests under way at each',
    bar: '0 of them failed, gone in 10 s',
    drill: 'sigterm',
    tests: ['api/src/start/closing.api.test.ts', `${E2E}/start.browser.test.ts`],
    visitor: 'Nothing, where another process answers',
  },
  {
    fault: 'Somebody listens on the line',
    how: 'nginx serves the site with the template and a certificate made for it; a page and a sign-in with a code',
    bar: 'HTTP/2 over TLS, HSTS for a year, every cookie Secure, no figures of the operator',
    drill: 'tls',
    tests: ['api/test/security/headers.api.test.ts'],
    visitor: 'The address with https',
  },
  {
    fault: 'The clock jumps',
    how: 'starts with the clock a day ahead and a day back; the close of a call to the millisecond; nights that lose or gain an hour',
    bar: 'the server decides, a second before and after the end is right, nothing is lost',
    drill: 'clock',
    tests: [
      'api/src/modules/entries/deadlines.api.test.ts',
      'api/src/modules/programme/read/programme-dates.test.ts',
      `${E2E}/entrant/s17-closed-window.browser.test.ts`,
    ],
    visitor: 'The deadline in the time zone of the programme, whatever their own clock says',
  },
  {
    fault: 'A backup is taken under load and restored',
    how: 'rows and files are written while `npm run awards -- backup` runs; a second server starts from the empty folder it was restored into; 100,000 entries',
    bar: 'every list and every file equal, nothing missing that was confirmed before it began, 100,000 entries back in 120 s',
    drill: 'backup',
    tests: ['api/src/ops/backup.api.test.ts'],
    visitor: 'Nothing',
  },
  {
    fault: 'A migration is killed, or run by several processes',
    how: 'kill -9 within a migration; several processes start at once',
    bar: 'the next start completes it, the schema equals a fresh one',
    tests: ['api/src/db/migrate.api.test.ts'],
    visitor: 'The site starts later',
  },
  {
    fault: 'Everybody comes in the last minutes',
    how: '200 entrants come within five minutes, draft, upload three photographs of 12 megapixels each, hand in and pay while jurors score, on three processes; midway one process dies, then the database for 10 s. The processes, PostgreSQL, storage, nginx, simulators and the entrants themselves share the one machine',
    bar: '0 confirmed writes lost, no server error but clean 503 while it is broken, 95 % of the saves in 300 ms outside of that',
    drill: 'rush',
    tests: [],
    visitor: 'While the database is away the page says so and tries again',
  },
  {
    fault: 'A container is killed or vanishes, is upgraded, or goes back',
    how: 'the compose file in containers: a process is killed, another deleted with its address; upgrades to an image with a migration, back, to one that does not start, to another secret; the database is restarted. Visitors and an entrant read meanwhile',
    bar: '0 of 1,000 requests fail in each; while the database is restarted refusals with 503 alone, calls within 2 s after it',
    part: 'containers',
    tests: ['api/test/deployment.test.ts', 'api/src/start/secret-rotation.api.test.ts'],
    visitor: 'Nothing; while the database is restarted, to try again',
  },
]

const FOLDER = join(import.meta.dirname, 'results')
/** The generated document. */
const PAGE = resolve(import.meta.dirname, '../../docs/reliability.md')

/** Result of a drill: whether its bar holds, with the counts and times behind it. */
export type Outcome = { holds: boolean; figures: Record<string, string | number> }

/** A drill; `args` are the command-line arguments after its name. */
export type Drill = (args: string[]) => Promise<Outcome>

const Result = z.object({
  drill: z.string(),
  at: z.string(),
  machine: z.string(),
  holds: z.boolean(),
  figures: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type Result = z.infer<typeof Result>

/** Saves the outcome of a drill; replaces the previous result of that drill. */
export function saveResult(drill: string, { holds, figures }: Outcome): Result {
  const load = loadavg()[0]?.toFixed(1)
  const machine = `${cpus().length} cores, load ${load} at the end`
  const at = new Date().toISOString().slice(0, 16)
  const result = { drill, at, machine, holds, figures }
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, `${drill}.json`), `${JSON.stringify(result, null, 2)}\n`)
  return result
}

/** The last result of each drill. */
export function results(): Result[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => Result.parse(JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))))
}

const INTRODUCTION = `# Reliability

What the site promises when something breaks, how each fault was rehearsed, and what was found. A drill is repeated with
\`npm run test:full -- --only drills <name>\`; it needs a Linux machine and says which program it misses. Each writes its figures to
\`tools/drills/results\` and makes this page again. The figures are those of the machine that is named beside them;
the counts of what was lost do not depend on it.
`

const link = (file: string) => `[${file.split('/').at(-1)}](../${file})`

function faultRow(fault: Fault, found: Result | undefined) {
  const { drill, part, tests } = fault
  const command = part ?? (drill && `drills ${drill}`)
  const repeat = [
    ...(command ? [`\`npm run test:full -- --only ${command}\``] : []),
    ...tests.map((file) => link(file)),
  ].join('<br>')
  const result = found
    ? `**${found.holds ? 'holds' : 'does not hold'}**, ${found.at.slice(0, 10)}`
    : command
      ? '**not run**'
      : 'tested at each change'
  return `| ${[fault.fault, fault.how, fault.bar, result, fault.visitor, repeat].join(' | ')} |`
}

function figuresTable({ drill, at, machine, holds, figures: found }: Result): string {
  const lines = Object.entries(found).map(([what, value]) => `| ${what} | ${value} |`)
  const state = holds ? 'The bar holds.' : 'The bar does not hold.'
  const head = `### ${drill}\n\n${state} ${at.replace('T', ' ')} UTC, ${machine}.\n`
  return [head, '| What | Figure |', '| --- | --- |', ...lines, ''].join('\n')
}

/** Renders docs/reliability.md from the faults and the saved results. */
export async function reliabilityPage(): Promise<string> {
  const known = results()
  const ofDrill = new Map(known.map((result) => [result.drill, result]))
  const page = [
    INTRODUCTION,
    '## Promises\n',
    ...PROMISES.map((promise) => `- ${promise}`),
    '\n## Faults\n',
    '| Fault | How | Bar | Result | What a visitor sees | Repeat it |',
    '| --- | --- | --- | --- | --- | --- |',
    ...FAULTS.map((fault) => faultRow(fault, ofDrill.get(fault.drill ?? fault.part ?? ''))),
    '\n## Figures of the last run\n',
    ...known.map(figuresTable),
  ]
  return format(page.join('\n'), { parser: 'markdown' })
}

/** Writes docs/reliability.md. */
export const writePage = async () => writeFileSync(PAGE, await reliabilityPage())

/** The committed docs/reliability.md. */
export const currentPage = () => readFileSync(PAGE, 'utf8')
