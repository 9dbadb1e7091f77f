import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { RESULTS, type Day, type Figure, type Subject } from './common/results.ts'
import { SUBJECTS } from './subjects.mjs'

const FILE = resolve(import.meta.dirname, '../docs/performance.md')
const BARS: Record<string, string> = {
  P1: 'Public pages',
  P2: 'What federation costs',
  P3: 'Scripts to the first view',
  P4: 'Answer to a key or a click',
  P5: 'A list of 100,000 entries',
  P6: 'Processor time of one request',
  P7: 'What heavy work does to others',
  P8: 'Archives',
  P9: 'Uploads',
  P10: 'The rush before a deadline',
  P11: 'Start and memory',
  P12: 'Development and deployment',
  P13: 'Coming again',
}

const RUSH = [
  '`npm run test:full -- --only drills rush` plays its five minutes, with jurors at work and machines that fail; those figures are in',
  '[reliability.md](reliability.md). Here as many as keep the machine busy hand in as fast as they are answered.',
  '',
]

type Measured = { name: string; day: Day; subject: Subject }

/** The newest measurement of each subject; a whole one rather than a quick one. */
function newest(): Measured[] {
  const all = readdirSync(RESULTS)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(RESULTS, name), 'utf8')) as Partial<Day>)
    .filter((day): day is Day => day.subjects !== undefined)
    .flatMap((day) =>
      Object.entries(day.subjects).map(([name, subject]) => ({ name, day, subject })),
    )
    .toSorted(
      (one, other) =>
        Number(other.subject.isQuick) - Number(one.subject.isQuick) ||
        one.subject.date.localeCompare(other.subject.date),
    )
  return [...new Map(all.map((one) => [one.name, one])).values()]
}

const bounds = ({ isLeast, limit }: Figure) => `${isLeast ? 'at least' : 'at most'} ${limit}`
const cell = (text: string | number) => String(text).replaceAll('|', String.raw`\|`)
const row = (cells: readonly (string | number)[]) => `| ${cells.map(cell).join(' | ')} |`

function tableOf(bar: string, measured: readonly Measured[]): string[] {
  const rows = measured.flatMap(({ name, subject }) =>
    subject.figures
      .filter((figure) => figure.bar === bar)
      .map((figure) => {
        const { value, unit, range, isMet } = figure
        const spread = range ? ` [${range[0]} – ${range[1]}]` : ''
        return row([
          figure.name,
          `${value}${spread} ${unit}`.trim(),
          bounds(figure),
          isMet ? 'met' : '**not met**',
          `\`${name}\`${subject.isQuick ? ' (quick)' : ''}`,
        ])
      }),
  )
  if (rows.length === 0) return ['Not measured on this page yet.']
  return [row(['What', 'Figure', 'Bar', '', 'Subject']), '|---|---|---|---|---|', ...rows]
}

function machineOf({ name, day, subject }: Measured): string {
  const { date, load, isQuick } = subject
  const about = `${date.slice(0, 16).replace('T', ' ')} UTC`
  return row([
    `\`${name}\``,
    (SUBJECTS as Record<string, { about: string }>)[name]?.about ?? '',
    about,
    load ? `${load[0]} – ${load[1]}` : '–',
    isQuick ? 'quick' : 'whole',
    `${day.cores} × ${day.cpu}, Node ${day.node}`,
  ])
}

const measured = newest()
const met = measured.flatMap(({ subject }) => subject.figures)
const text = [
  '# Performance',
  '',
  '<!-- Written by `npm run bench -- page` from bench/results; edit bench/page.ts, not this file. -->',
  '',
  'Each bar is a ratio inside one run wherever there is something to measure against: both take turns on the same',
  'machine, and the median counts. `npm run bench` measures everything in order;',
  '`npm run bench -- jury` measures one subject, and `--quick` shows with less work that it can be measured. The',
  'figures go to `bench/results/<date>.json`, from which `npm run bench -- page` writes this page.',
  '',
  'nginx, wrk, Chromium and vips-tools come from the distribution; Lighthouse is fetched by `npx` when the pages are',
  'measured; `dist/mono` comes from `npm run build -- --mono`. Times on a machine that does other work are too long: the',
  'load beside each measurement is the number of tasks that wanted a processor.',
  '',
  `${met.filter(({ isMet }) => isMet).length} of ${met.length} figures meet their bar.`,
  '',
  ...Object.entries(BARS).flatMap(([bar, title]) => [
    `## ${bar} ${title}`,
    '',
    ...(bar === 'P10' ? RUSH : []),
    ...tableOf(bar, measured),
    '',
  ]),
  '## The machine',
  '',
  row(['Subject', 'What it measures', 'When', 'Load', 'Run', 'Machine']),
  '|---|---|---|---|---|---|',
  ...measured.map(machineOf),
  '',
]
writeFileSync(FILE, text.join('\n'))
console.log(`Written to ${FILE}`)
