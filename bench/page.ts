import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { format } from 'prettier'
import { measurements, type Figure, type Measurement } from './common/results.ts'
import { SUBJECTS } from './subjects.mjs'

/** The generated page. */
export const PAGE = resolve(import.meta.dirname, '../docs/performance.md')
const EARLIER = join(import.meta.dirname, 'earlier.md')
const BARS: Record<string, string> = {
  P1: 'Public pages',
  P3: 'Scripts to the first view',
  P5: 'A list of 100,000 entries',
  P6: 'Processor time of one request',
  P7: 'What heavy work does to others',
  P8: 'Archives',
  P9: 'Uploads',
  P10: 'The rush before a deadline',
  P11: 'Start and memory',
  P12: 'Development and deployment',
  P15: 'A season of 30,000 entries',
}

const INTRODUCTION = `Each bar is a ratio inside one run wherever there is something to measure against: both take turns on the same
machine, and the median counts. \`npm run bench\` measures everything in order; \`npm run bench -- jury\` measures one
subject, and \`--quick\` shows with less work that it can be measured. The last figures of each subject are in
\`bench/results\`, from which \`npm run bench -- page\` writes this page.

nginx and Chromium come from the distribution; Lighthouse is fetched by \`npx\` when the pages are measured
([ADR 43](adr/0043-one-workload.md) says which tools measure what). Times on a machine that does other work are too
long: the load beside each measurement is the length of the run queue.
`

/** What stands before the table of a bar: how it is measured, and where a figure misses it, what the time goes into. */
const NOTES: Record<string, string> = {
  P1: `Public pages and those of signing in stand against the same HTML without scripts, on the telephone that Lighthouse simulates.
Signed-in pages stand against what the browser had drawn, as one document without scripts: on Chromium's slow 4G, with a
processor four times slower, behind nginx as deployed. Of the 4.8 s of \`/account\` 3.5 pass until its scripts have come (313 KB
at 180 KB a second, after the document), and 0.6 with the question who is signed in: the token is the browser's own
(specification §6), so the server cannot answer with the page. The rest is processor time. The entry form and the pages of
the jury then ask for what they show, 0.6 s a question; the first visit of a juror on a device asks for the agreement before.
The form of an entry, tables and the juror's sheet are made of antd, 180 KB of scripts that their first view waits for
([ADR 92](adr/0092-a-first-view-without-antd.md)).
`,
  P6: `nginx answers from memory; Fastify with one query answers with a row that is ready as JSON. The site answers a read that is not
cached by the queries it consists of, and checks the answer against the contract. Of the processor time of \`apply/entryList\`
(three queries: session, list, calendar) 29 % go into writing to sockets, 14 % into building and compiling the statements
(kysely), 11 % into PostgreSQL's driver, 9 % into the site's own code, 7 % into collecting garbage, 3 % into checking the
answer. Less would need statements that are kept ready, or SQL that writes JSON: machinery for milliseconds that nobody feels.
`,
  P9: `A file goes to the disk in pieces of a megabyte, each written, synced and recorded by a transaction of its own, so that an upload
goes on where it was after a process was killed, and in any other process; a pipe into a file does none of it. 115 MB a second
are 900 Mbit/s, more than the line of an entrant. Larger pieces, fewer of them at a time, and writing without a stream
reached between 90 and 130 MB a second (28 November 2026).
`,
  P10: `\`npm run test:full -- --only drills rush\` plays its five minutes, with jurors at work and machines that fail; those
figures are in [reliability.md](reliability.md). Here the same people work at full speed.
`,
  P11: `From the start of \`node\` to the first answer of \`/readyz\`: with an empty folder in production, with the demo
programme, and five times in a folder that the site knows. \`bench/results/start.json\` has the processor time of the server's
process beside each, which a busy machine hardly changes. In a known folder most of it goes into the modules, while
PostgreSQL starts on another core. The first start with the demo decodes 150 pictures; their larger sizes follow as jobs.

Memory is that of the server's process (resident set), while a juror and visitors read as fast as they are answered. Of 250
MB about 60 are Node's own program, 30 to 60 are in use by JavaScript, 50 wait for its garbage collector, and the rest is
native: compiled code, buffers, a second heap for estimating passwords. The heap is bounded by the flags in
\`tools/run/processes.mjs\`. Before the half hour of \`soak\` every periodic job runs once, since its code and what V8 compiles of
it stay from then on: with the comparison of the payment services' statements every 150 seconds in place of 900 the process
grew by 8 MB with the first, and by nothing with the next five.
`,
  P15: `Every read of the contract by an account of each role, with its defaults and with each field of its query alone; the shortest of
five tries counts. The season is made of copies of the demo's entries, with their files, events, assignments, payments and
invoices, for 10,000 accounts. \`bench/results/season.json\` has the forty slowest beside what they took before. Those of chairs
and organisers count every row of the season: a search through all payments, the figures of a season, the load of the jurors.
`,
}

const SCRIPTS = `What the scripts of each page are made of, in kilobytes as transferred: the bytes of a chunk are shared out by the sizes
of its modules' sources. React, its router, Redux Toolkit and the runtime of Module Federation are the programme's choice
and every page of the application needs them, shared as singletons, so that no build can leave out what it does not use of
them. A public page and the pages of signing in show and send their forms before any of it is loaded.
`

type Parts = Readonly<Record<string, { readonly parts?: Readonly<Record<string, number>> }>>

/** The table of what scripts are made of, a row for each page. */
function partsTable(measured: readonly Measurement[]): string[] {
  const details = (measured.find(({ subject }) => subject === 'bytes')?.details ?? {}) as Parts
  const rows = Object.entries(details).flatMap(([route, { parts }]) =>
    parts ? [{ route, parts }] : [],
  )
  const [first] = rows
  if (!first) return []
  const names = Object.keys(first.parts)
  return [
    SCRIPTS,
    row(['Page', ...names]),
    `|${'---|'.repeat(names.length + 1)}`,
    ...rows.map(({ route, parts }) => row([route, ...names.map((name) => parts[name] ?? 0)])),
    '',
  ]
}

const bounds = ({ isLeast, limit }: Figure) => `${isLeast ? 'at least' : 'at most'} ${limit}`
const cell = (text: string | number) => String(text).replaceAll('|', String.raw`\|`)
const row = (cells: readonly (string | number)[]) => `| ${cells.map(cell).join(' | ')} |`

function tableOf(bar: string, measured: readonly Measurement[]): string[] {
  const rows = measured.flatMap(({ subject, figures }) =>
    figures
      .filter((figure) => figure.bar === bar)
      .map((figure) => {
        const { name, value, unit, range, isMet } = figure
        const spread = range ? ` [${range[0]} – ${range[1]}]` : ''
        const met = isMet ? 'met' : '**not met**'
        return row([
          name,
          `${value}${spread} ${unit}`.trim(),
          bounds(figure),
          met,
          `\`${subject}\``,
        ])
      }),
  )
  if (rows.length === 0) return ['Not measured on this page yet.']
  return [row(['What', 'Figure', 'Bar', '', 'Subject']), '|---|---|---|---|---|', ...rows]
}

function machineOf({ subject, date, load, machine }: Measurement): string {
  const { cores, cpu, node } = machine
  return row([
    `\`${subject}\``,
    SUBJECTS[subject]?.about ?? '',
    `${date.slice(0, 16).replace('T', ' ')} UTC`,
    load ? `${load[0]} – ${load[1]}` : '–',
    `${cores} × ${cpu}, Node ${node}`,
  ])
}

/** The page as the bars and the kept measurements make it. */
export async function performancePage(): Promise<string> {
  const measured = measurements()
  const all = measured.flatMap(({ figures }) => figures)
  const page = [
    '# Performance',
    '',
    '<!-- Written by `npm run bench -- page` from bench/results; edit bench/page.ts, not this file. -->',
    '',
    INTRODUCTION,
    `${all.filter(({ isMet }) => isMet).length} of ${all.length} figures meet their bar.`,
    '',
    ...Object.entries(BARS).flatMap(([bar, title]) => [
      `## ${bar} ${title}`,
      '',
      ...(NOTES[bar] ? [NOTES[bar]] : []),
      ...tableOf(bar, measured),
      '',
      ...(bar === 'P3' ? partsTable(measured) : []),
    ]),
    '## The machine',
    '',
    row(['Subject', 'What it measures', 'When', 'Load', 'Machine']),
    '|---|---|---|---|---|',
    ...measured.map(machineOf),
    '',
    readFileSync(EARLIER, 'utf8'),
  ]
  return format(page.join('\n'), { parser: 'markdown' })
}

if (import.meta.main) {
  writeFileSync(PAGE, await performancePage())
  console.log(`Written to ${PAGE}`)
}
