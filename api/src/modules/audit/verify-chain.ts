import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../db/database.ts'
import { errorCode } from '../../lib/errors.ts'
import type { AppContext } from '../../start/app-context.ts'
import {
  CHAIN_START,
  linkHash,
  chainRepository,
  type ChainHead,
  type Horizon,
  type Link,
} from './audit.repository.ts'

const BATCH_SIZE = 5_000

/** A chain head that was stored outside the database; `from` says where. */
export type Anchor = ChainHead & { readonly from: string; readonly at?: Date }
/** The first link that does not match. */
type Breach = { readonly seq: number | null; readonly problem: string }
type Verdict = {
  /** Number of verified rows. */
  readonly rows: number
  /** Number of rows before them that retention removed. */
  readonly forgotten: number
  readonly head: ChainHead
  readonly breach?: Breach
}

/**
 * Recomputes the hash chain from the rows, which finds rows that were changed, deleted, inserted or reordered
 * past the triggers. Anchors find a chain that was rebuilt or truncated.
 */
export const verifyChain = (db: Db, anchors: readonly Anchor[] = []): Promise<Verdict> =>
  db
    .transaction()
    // One snapshot for all reads, while the site continues to write.
    .setIsolationLevel('repeatable read')
    .execute((trx) => verifyIn(trx, anchors))

/** The same in the caller's transaction. */
export async function verifyIn(trx: Db, anchors: readonly Anchor[]): Promise<Verdict> {
  const repository = chainRepository(trx)
  const anchored = new Map(anchors.map((anchor) => [anchor.seq, anchor]))
  const horizon = await repository.horizon()
  const forgotten = horizon?.seq ?? 0
  let previous: Buffer = horizon ? Buffer.from(horizon.hash, 'hex') : CHAIN_START
  let seq = forgotten
  const end = (breach?: Breach): Verdict => ({
    rows: seq - forgotten,
    forgotten,
    head: { seq, hash: previous.toString('hex') },
    ...(breach && { breach }),
  })
  const early =
    horizon &&
    (removedTooEarly(horizon, anchors) ?? anchorMismatch({ seq, hash: previous }, anchored))
  if (early) return end(early)
  let links: Link[]
  do {
    links = await repository.links(seq, BATCH_SIZE)
    for (const link of links) {
      const breach = breachAt(link, seq + 1, previous) ?? anchorMismatch(link, anchored)
      if (breach) return end(breach)
      previous = link.hash
      seq = link.seq
    }
  } while (links.length === BATCH_SIZE)
  return end(truncated(seq, anchors) ?? inserted(await repository.unchained()))
}

function breachAt({ seq, audit_id: id, hash, row }: Link, expected: number, previous: Buffer) {
  if (seq !== expected) return { seq: expected, problem: `The link ${expected} is missing.` }
  if (!row) return { seq, problem: `The row ${id} of the link ${seq} is missing.` }
  if (linkHash(previous, row).equals(hash)) return undefined
  const what = `${row.action} ${row.subject}, ${row.at}`
  return { seq, problem: `The row ${id} (${what}) or its link ${seq} is not what was written.` }
}

/** Retention may remove only rows before `before`, and only after the retention period. */
function removedTooEarly({ seq, before, is_due }: Horizon, anchors: readonly Anchor[]) {
  const witness = anchors.find((one) => one.seq < seq && one.at && one.at >= before)
  if (is_due && !witness) return undefined
  const known = witness ? `, as ${witness.from} has the link ${witness.seq}` : ''
  return {
    seq,
    problem: `The rows up to the link ${seq} were taken out before their time${known}.`,
  }
}

function anchorMismatch(
  { seq, hash }: Pick<Link, 'seq' | 'hash'>,
  anchors: ReadonlyMap<number, Anchor>,
): Breach | undefined {
  const anchor = anchors.get(seq)
  if (!anchor || anchor.hash === hash.toString('hex')) return undefined
  const problem = `The link ${seq} is not the one that ${anchor.from} has: the chain was made anew.`
  return { seq, problem }
}

function truncated(last: number, anchors: readonly Anchor[]): Breach | undefined {
  const lost = anchors.find(({ seq }) => seq > last)
  if (!lost) return undefined
  const problem =
    `The chain ends at ${last}, and ${lost.from} has the link ${lost.seq}: rows are missing at the end, ` +
    'or an older backup was restored.'
  return { seq: last + 1, problem }
}

const inserted = (id: string | undefined): Breach | undefined =>
  id === undefined ? undefined : { seq: null, problem: `The row ${id} was put in past the chain.` }

const HOUR_SECONDS = 3_600
const LINE = /^(\S+) (\d+) ([0-9a-f]{64})$/

/** Outside the database, so that rebuilding the chain there does not change the anchors. */
export const anchorsFile = (dataDir: string) => join(dataDir, 'audit-anchors.log')

/** Job: writes the head of the chain to the log and to the anchors file, every hour. */
export function anchorAudit({ jobs, db, clock, log, config }: AppContext) {
  jobs.every('audit.anchor', HOUR_SECONDS, async () => {
    const head = await chainRepository(db).head()
    if (!head) return
    log.info('audit.head', head)
    const known = await readAnchors(config.dataDir)
    if (known.at(-1)?.seq === head.seq) return
    await mkdir(config.dataDir, { recursive: true })
    const line = `${clock().toISOString()} ${head.seq} ${head.hash}\n`
    await appendFile(anchorsFile(config.dataDir), line, { mode: 0o600 })
  })
}

/** Reads the anchors file; skips a line that a crash cut off. */
export async function readAnchors(dataDir: string): Promise<Anchor[]> {
  const file = anchorsFile(dataDir)
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').flatMap((line) => {
    const [, at, seq, hash] = LINE.exec(line) ?? []
    if (!at || !seq || !hash) return []
    return [{ seq: Number(seq), hash, at: new Date(at), from: `${file} (${at})` }]
  })
}

/** Parses `SEQ:HASH`, as copied from the log. */
export function parseAnchor(text: string): Anchor | undefined {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  return seq && hash ? { seq: Number(seq), hash, from: 'the given anchor' } : undefined
}
