import { hash } from 'node:crypto'

/** A row of the audit log in the texts that its link covers. */
export type ChainedRow = {
  readonly id: string
  readonly actor_id: string | null
  readonly actor_role: string
  readonly action: string
  readonly subject: string
  readonly before: string | null
  readonly after: string | null
  readonly reason: string | null
  readonly request_id: string | null
  /** In UTC, with microseconds. */
  readonly at: string
}

/** Where the chain ends: everything up to `seq` is covered by `hash`. */
export type ChainHead = { readonly seq: number; readonly hash: string }

/** What the first link follows. */
export const CHAIN_START = Buffer.alloc(0)

/** The digest of a link; `audit_hash` of migration 0030 computes the same in the database. */
export function linkHash(previous: Buffer, row: ChainedRow): Buffer {
  const texts = [row.id, row.actor_id, row.actor_role, row.action, row.subject, row.before]
  const more = [row.after, row.reason, row.request_id, row.at]
  const content = [...texts, ...more].map(withLength).join(',')
  return hash('sha256', Buffer.concat([previous, Buffer.from(content)]), 'buffer')
}

// With its length before it no two rows read alike.
const withLength = (text: string | null) =>
  text === null ? '-' : `${Buffer.byteLength(text)}:${text}`
