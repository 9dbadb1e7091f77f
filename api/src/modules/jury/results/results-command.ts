import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { StartError } from '../../../lib/start-error.ts'
import type { Db } from '../../../db/database.ts'
import { fingerprint, readDocument, recompute, resultsOf } from './result-document.ts'
import { snapshotsRepository, type SnapshotRecord } from './snapshots.repository.ts'
import { checkSnapshot } from './snapshots.service.ts'

type Stored = SnapshotRecord & { document: Buffer }
type Verdict = { text: string; is_equal: boolean }

/** The latest snapshot of an edition, by its code. */
export async function findSnapshot(db: Db, edition: string): Promise<Stored> {
  const stored = await snapshotsRepository(db).latestOf(edition)
  if (!stored) {
    throw new StartError(
      `The results of ${edition} are not frozen. They are when the edition enters the embargo.`,
    )
  }
  return stored
}

const verdict = (kept: string, recomputed: string, is_equal: boolean): Verdict => ({
  is_equal,
  text: [
    `kept       ${kept}`,
    `recomputed ${recomputed}`,
    is_equal
      ? 'Equal: the results follow from the votes.'
      : 'NOT EQUAL: votes, results or shown rows differ from what was frozen.',
  ].join('\n'),
})

/** Computes a stored snapshot again, and looks at the rows that the site shows. */
export async function checkStored(db: Db, stored: Stored): Promise<Verdict> {
  const { recomputed, is_equal } = await checkSnapshot(db, stored)
  const { text } = verdict(stored.sha256, recomputed, is_equal)
  const { entries, votes, frozen_at, frozen_by, previous_sha256 } = stored
  const facts = [
    `edition    ${stored.edition_code}`,
    `frozen     ${frozen_at.toISOString()} by ${frozen_by ?? 'the calendar'}`,
    `entries    ${entries}, votes ${votes}`,
    `previous   ${previous_sha256 ?? 'none'}`,
  ]
  return { is_equal, text: [...facts, text].join('\n') }
}

/** Computes an exported snapshot again, without any database. */
export async function checkFile(file: string): Promise<Verdict> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new StartError(`${file} cannot be read. Check the path.`)
  })
  let again: string
  try {
    again = recompute(text)
  } catch {
    throw new StartError(`${file} is not an exported snapshot. Write one with export.`)
  }
  const [kept, recomputed] = [fingerprint(text), fingerprint(again)]
  return verdict(kept, recomputed, kept === recomputed)
}

/** A snapshot as text, and its results as a table in plain text. */
export function describeSnapshot({ document }: Pick<Stored, 'document'>): {
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
