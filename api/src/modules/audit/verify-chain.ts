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
} from './chain.repository.ts'

const AT_ONCE = 5_000

/** A head that was noted elsewhere, with where it was noted. */
export type Anchor = ChainHead & { readonly from: string; readonly at?: Date }
/** The first place at which the record is not what it was. */
type Breach = { readonly seq: number | null; readonly problem: string }
type Verdict = {
  /** Rows that are as they were written. */
  readonly rows: number
  /** Rows before them that were taken out when their time was over. */
  readonly forgotten: number
  readonly head: ChainHead
  readonly breach?: Breach
}

/**
 * Computes the whole chain again from the rows. What was changed, taken out, put in or moved past the
 * triggers is found; a chain that was made anew, or cut at its end, by the anchors.
 */
export const verifyChain = (db: Db, anchors: readonly Anchor[] = []): Promise<Verdict> =>
  db
    .transaction()
    // One moment for all of it: the site may go on writing.
    .setIsolationLevel('repeatable read')
    .execute((trx) => verifyIn(trx, anchors))

/** The same in a transaction of the caller's. */
export async function verifyIn(trx: Db, anchors: readonly Anchor[]): Promise<Verdict> {
  const repository = chainRepository(trx)
  const anchored = new Map(anchors.map((anchor) => [anchor.seq, anchor]))
  const horizon = await repository.horizon()
  const forgotten = horizon?.seq ?? 0
  let previous: Buffer = horizon ? Buffer.from(horizon.hash, 'hex') : CHAIN_START
  let seq = forgotten
  const end = (breach?: Breach): Verdict => ({
    ...{ rows: seq - forgotten, forgotten, head: { seq, hash: previous.toString('hex') } },
    ...(breach && { breach }),
  })
  const early = horizon && (tooEarly(horizon, anchors) ?? strays({ seq, hash: previous }, anchored))
  if (early) return end(early)
  let links: Link[]
  do {
    links = await repository.links(seq, AT_ONCE)
    for (const link of links) {
      const breach = breachAt(link, seq + 1, previous) ?? strays(link, anchored)
      if (breach) return end(breach)
      previous = link.hash
      seq = link.seq
    }
  } while (links.length === AT_ONCE)
  return end(cutOff(seq, anchors) ?? putIn(await repository.unchained()))
}

function breachAt({ seq, audit_id: id, hash, row }: Link, wanted: number, previous: Buffer) {
  if (seq !== wanted) return { seq: wanted, problem: `The link ${wanted} is missing.` }
  if (!row) return { seq, problem: `The row ${id} of the link ${seq} is missing.` }
  if (linkHash(previous, row).equals(hash)) return undefined
  const what = `${row.action} ${row.subject}, ${row.at}`
  return { seq, problem: `The row ${id} (${what}) or its link ${seq} is not what was written.` }
}

/** Rows go when their time is over: none that was written after `before`. */
function tooEarly({ seq, before, is_due }: Horizon, anchors: readonly Anchor[]) {
  const witness = anchors.find((one) => one.seq < seq && one.at && one.at >= before)
  if (is_due && !witness) return undefined
  const known = witness ? `, as ${witness.from} has the link ${witness.seq}` : ''
  return {
    seq,
    problem: `The rows up to the link ${seq} were taken out before their time${known}.`,
  }
}

function strays(
  { seq, hash }: Pick<Link, 'seq' | 'hash'>,
  anchors: ReadonlyMap<number, Anchor>,
): Breach | undefined {
  const anchor = anchors.get(seq)
  if (!anchor || anchor.hash === hash.toString('hex')) return undefined
  const problem = `The link ${seq} is not the one that ${anchor.from} has: the chain was made anew.`
  return { seq, problem }
}

function cutOff(last: number, anchors: readonly Anchor[]): Breach | undefined {
  const lost = anchors.find(({ seq }) => seq > last)
  if (!lost) return undefined
  const problem =
    `The chain ends at ${last}, and ${lost.from} has the link ${lost.seq}: rows are missing at the end, ` +
    'or an older backup was restored.'
  return { seq: last + 1, problem }
}

const putIn = (id: string | undefined): Breach | undefined =>
  id === undefined ? undefined : { seq: null, problem: `The row ${id} was put in past the chain.` }

const HOUR = 3_600
const LINE = /^(\S+) (\d+) ([0-9a-f]{64})$/

/** Outside the database: whoever makes the chain anew there does not reach it here. */
export const anchorsFile = (dataDir: string) => join(dataDir, 'audit-anchors.log')

/** Notes every hour in the log and in a file where the chain of the audit log ends. */
export function anchorAudit({ jobs, db, clock, log, config }: AppContext) {
  jobs.every('audit.anchor', HOUR, async () => {
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

/** The anchors that this data folder knows; a line that was cut off by a crash is none. */
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

/** An anchor as somebody has copied it from the log: `SEQ:HASH`. */
export function parseAnchor(text: string): Anchor | undefined {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  return seq && hash ? { seq: Number(seq), hash, from: 'the given anchor' } : undefined
}
