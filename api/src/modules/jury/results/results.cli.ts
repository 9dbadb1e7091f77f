import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import type { Db } from '../../../db/database.ts'
import { StartError } from '../../../lib/errors.ts'
import {
  openSiteDatabase,
  runCommand,
  UsageError,
  withSiteContext,
} from '../../../ops/command-line.ts'
import { parseConfig } from '../../../start/parse-config.ts'
import { fingerprint, readDocument, recompute, resultsOf } from './result-document.ts'
import { snapshotsRepository, type SnapshotRecord } from './snapshots.repository.ts'
import { checkSnapshot } from './snapshots.service.ts'

type Stored = SnapshotRecord & { document: Buffer }
type Verification = { text: string; is_equal: boolean }

/** The latest snapshot of an edition, by its code; StartError without one. */
async function findSnapshot(db: Db, edition: string): Promise<Stored> {
  const stored = await snapshotsRepository(db).latestOf(edition)
  if (!stored) {
    throw new StartError(
      `The results of ${edition} are not frozen. They are when the edition enters the embargo.`,
    )
  }
  return stored
}

const compare = (stored: string, recomputed: string, is_equal: boolean): Verification => ({
  is_equal,
  text: [
    `kept       ${stored}`,
    `recomputed ${recomputed}`,
    is_equal
      ? 'Equal: the results follow from the votes.'
      : 'NOT EQUAL: votes, results, shown rows or the discussion differ from what was frozen.',
  ].join('\n'),
})

/** Recomputes a stored snapshot and compares it, and the rows that the site shows. */
async function verifyStored(db: Db, stored: Stored): Promise<Verification> {
  const { recomputed, is_equal } = await checkSnapshot(db, stored)
  const { text } = compare(stored.sha256, recomputed, is_equal)
  const { entries, votes, frozen_at, frozen_by, previous_sha256 } = stored
  const facts = [
    `edition    ${stored.edition_code}`,
    `frozen     ${frozen_at.toISOString()} by ${frozen_by ?? 'the calendar'}`,
    `entries    ${entries}, votes ${votes}`,
    `previous   ${previous_sha256 ?? 'none'}`,
  ]
  return { is_equal, text: [...facts, text].join('\n') }
}

/** Recomputes an exported snapshot, without the database. */
async function verifyFile(file: string): Promise<Verification> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new StartError(`${file} cannot be read. Check the path.`)
  })
  let recomputedText: string
  try {
    recomputedText = recompute(text)
  } catch {
    throw new StartError(`${file} is not an exported snapshot. Write one with export.`)
  }
  const [stored, recomputed] = [fingerprint(text), fingerprint(recomputedText)]
  return compare(stored, recomputed, stored === recomputed)
}

/** A snapshot as JSON lines, and its results as a plain-text table. */
function describeSnapshot({ document }: Pick<Stored, 'document'>): {
  text: string
  table: string
} {
  const text = gunzipSync(document).toString('utf8')
  const inputs = readDocument(text)
  const results = resultsOf(inputs)
  const number = (value: number | null) => (value === null ? '—' : value.toFixed(2)).padStart(7)
  const lines = ['place  number           score   first  second  tie']
  for (const [category, entries] of Map.groupBy(inputs.entries, (one) => one.category_id)) {
    lines.push(`category ${category}`)
    const placed = entries.flatMap((entry) => {
      const result = results.get(entry.id)
      return result ? [{ entry, result }] : []
    })
    placed.sort((one, other) => (one.result.rank ?? Infinity) - (other.result.rank ?? Infinity))
    for (const { entry, result } of placed) {
      const { rank, final, first, second, tie_rule } = result
      const place = (rank === null ? '—' : String(rank)).padStart(5)
      const no = String(entry['entry_no'] ?? entry.id).padEnd(14)
      const figures = [final, first.official, second.official].map(number).join(' ')
      lines.push(`${place}  ${no} ${figures}  ${tie_rule ?? ''}`.trimEnd())
    }
  }
  return { text, table: lines.join('\n') }
}

const EXIT = { equal: 0, unequal: 1 } as const
const USAGE = `Usage:
  npm run awards -- results verify --edition CODE    computes the frozen results again and compares the fingerprints
  npm run awards -- results verify --file FILE       the same for an exported snapshot, without the database
  npm run awards -- results show --edition CODE      prints the frozen results, category by category
  npm run awards -- results export --edition CODE --file FILE
                                              writes the snapshot as text, one JSON value a line
Exit codes: 0 equal or done, 1 unequal, 2 wrong use, 3 refused.`

type Command = { name: string; edition: string | undefined; file: string | undefined }

const OPTIONS = { edition: { type: 'string' }, file: { type: 'string' } } as const

/** Parses the arguments; throws a `UsageError` that says what is wrong with them. */
function readCommand(args: string[]): Command {
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options: OPTIONS })
  const [name = '', ...rest] = positionals
  const { edition, file } = values
  if (!['verify', 'show', 'export'].includes(name)) {
    throw new UsageError(name ? `There is no "results ${name}".` : 'Say what to do.')
  }
  if (rest.length > 0) throw new UsageError(`"${rest.join(' ')}" is too much.`)
  if (!edition && !(name === 'verify' && file)) {
    throw new UsageError('Name the edition by its code: --edition 2027')
  }
  if (name === 'export' && !file) throw new UsageError('Name the file to write with --file.')
  return { name, edition, file }
}

async function withDatabase(work: (db: Db) => Promise<number>): Promise<number> {
  const config = parseConfig(process.env)
  return withSiteContext(config, await openSiteDatabase(config), ({ db }) => work(db))
}

function printResult({ text, is_equal }: { text: string; is_equal: boolean }): number {
  console.log(text)
  return is_equal ? EXIT.equal : EXIT.unequal
}

async function run({ name, edition = '', file }: Command): Promise<number> {
  if (name === 'verify' && file) return printResult(await verifyFile(file))
  return withDatabase(async (db) => {
    const stored = await findSnapshot(db, edition)
    if (name === 'verify') return printResult(await verifyStored(db, stored))
    const { text, table } = describeSnapshot(stored)
    if (name === 'export' && file) {
      await writeFile(file, text)
      console.log(
        `Written to ${file}. Check it anywhere: npm run awards -- results verify --file ${file}`,
      )
    } else {
      console.log(table)
    }
    return EXIT.equal
  })
}

await runCommand(async (args) => run(readCommand(args)), USAGE)
