import { gunzipSync, gzipSync } from 'node:zlib'
import type { Answer, Parsed, judgeAdded } from '@awards/shared/contract'
import { DIVERGENCE, QUORUM, SECOND_LEVEL_SHARE } from '@awards/shared/domain'
import type { AppContext } from '../../../start/app-context.ts'
import { BusinessError } from '../../../http/business-error.ts'
import type { Db } from '../../../db/database.ts'
import {
  canonicalJson,
  fingerprint,
  readDocument,
  recompute,
  resultsOf,
  writeDocument,
  type FrozenDiscussion,
} from './result-document.ts'
import { snapshotsRepository } from './snapshots.repository.ts'

/** The first format of documents with a discussion. */
const DISCUSSED_FORMAT = 2

/**
 * Freezes the results of an edition: its figures come from the snapshot from now on. Idempotent. The transaction must
 * not have written votes before, since it waits for all votes in progress.
 */
export async function freezeResults(
  trx: Db,
  editionId: string,
  by: string | null,
  now: Date,
): Promise<void> {
  const repository = snapshotsRepository(trx)
  if ((await repository.edition(editionId))?.snapshot_id) return
  await repository.lockForFreeze(editionId)
  const edition = await repository.edition(editionId)
  if (!edition || edition.snapshot_id) return
  const previous = (await repository.latest(editionId))?.sha256 ?? null
  const rules = await repository.rules()
  const settings = {
    format: DISCUSSED_FORMAT,
    edition: edition.code,
    edition_id: editionId,
    frozen_at: now.toISOString(),
    previous_sha256: previous,
    quorum: QUORUM,
    second_level_share: SECOND_LEVEL_SHARE,
    divergence: DIVERGENCE,
    ...rules,
  }
  const discussion = (await repository.discussion(editionId)).map(({ line }) => line)
  const inputs = { settings, ...(await repository.inputs(editionId)), discussion }
  const text = writeDocument(inputs)
  const snapshot = {
    edition_id: editionId,
    entries: inputs.entries.length,
    votes: inputs.votes.length,
    document: gzipSync(text),
    sha256: fingerprint(text),
    previous_sha256: previous,
    frozen_by: by,
    frozen_at: now,
  }
  await repository.add(snapshot, resultsOf(inputs))
}

/** Unfreezes the figures of an edition. The snapshot stays; the next one names its checksum. */
export async function thawResults(trx: Db, editionId: string): Promise<void> {
  const repository = snapshotsRepository(trx)
  if (!(await repository.edition(editionId))?.snapshot_id) return
  await repository.lockForFreeze(editionId)
  await repository.thaw(editionId)
}

type Stored = { id: string; document: Buffer; sha256: string }

/**
 * Whether agenda, threads and summaries are as they were frozen. An erasure empties texts, and rows go with their entry:
 * neither is a difference. Only the snapshot that the site shows speaks of the present rows.
 */
async function isDiscussionKept(db: Db, id: string, text: string): Promise<boolean> {
  const repository = snapshotsRepository(db)
  const { settings, discussion } = readDocument(text)
  const edition = await repository.shownBy(id)
  if (!edition || Number(settings['format']) < DISCUSSED_FORMAT) return true
  const frozen = new Map(discussion.map((line) => [keyOf(line), canonicalJson(line)]))
  const present = await repository.present(discussion.map((line) => line.apply_order_id))
  const rows = await repository.discussion(edition)
  const lost = new Set(frozen.keys())
  for (const { erased, line } of rows) {
    const key = keyOf(line)
    lost.delete(key)
    if (!frozen.has(key) || (!erased && frozen.get(key) !== canonicalJson(line))) return false
  }
  return discussion.every((line) => !lost.has(keyOf(line)) || !present.has(line.apply_order_id))
}

const keyOf = ({ kind, apply_order_id, id, juror_id, level }: FrozenDiscussion) =>
  kind === 'comment' ? `${kind} ${id}` : `${kind} ${apply_order_id} ${juror_id} ${level}`

/** Recomputes a snapshot. `is_equal`: text, checksum, shown rows and discussion all follow from the inputs. */
export async function checkSnapshot(db: Db, { id, document, sha256 }: Stored) {
  const text = gunzipSync(document).toString('utf8')
  const recomputed = fingerprint(recompute(text))
  const shown = await snapshotsRepository(db).rows(id)
  const results = resultsOf(readDocument(text))
  const isShown =
    shown.size === results.size &&
    [...results].every(
      ([entry, figures]) => canonicalJson(shown.get(entry)) === canonicalJson(figures),
    )
  return {
    text,
    recomputed,
    is_equal:
      isShown &&
      recomputed === sha256 &&
      fingerprint(text) === sha256 &&
      (await isDiscussionKept(db, id, text)),
  }
}

/** Lists snapshots and verifies them. */
export function snapshotsService({ db }: AppContext) {
  return {
    async list({
      edition_id,
      current,
      pageSize,
    }: Parsed<typeof judgeAdded.snapshotList>): Promise<Answer<typeof judgeAdded.snapshotList>> {
      const offset = (current - 1) * pageSize
      const { rows, total } = await snapshotsRepository(db).list(edition_id, pageSize, offset)
      const list = rows.map(({ id, frozen_at, edition_code: _code, ...row }) => ({
        ...row,
        snapshot_id: id,
        frozen_at: frozen_at.toISOString(),
      }))
      return { list, total, current, pageSize }
    },

    async verify(id: string): Promise<Answer<typeof judgeAdded.verifySnapshot>> {
      const stored = await snapshotsRepository(db).find(id)
      if (!stored) {
        throw new BusinessError(404, 'There is no such snapshot. Reload the page and choose again.')
      }
      const { recomputed, is_equal } = await checkSnapshot(db, stored)
      return { sha256: stored.sha256, recomputed_sha256: recomputed, is_equal }
    },
  }
}
