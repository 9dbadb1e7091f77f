import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppContext } from '../../start/app-context.ts'
import { errorCode } from '../../lib/error-code.ts'
import { chainRepository } from './chain.repository.ts'
import type { Anchor } from './verify-chain.ts'

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
