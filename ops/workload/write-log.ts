/** Kinds of writes, as named in the reports. */
export type WriteKind =
  | 'drafts'
  | 'edits'
  | 'attached pictures'
  | 'submissions'
  | 'orders'
  | 'payments'
  | 'uploads'
  | 'scores'
  | 'sessions'
  | 'registrations'

/** Acknowledged state of an entry; `attempted` is the last summary sent. */
export type EntryRecord = {
  /** Idempotency key of its creation. */
  readonly key: string
  readonly token: string
  readonly category: OpenCategory
  created?: { project: string; entry: string }
  version: number
  edits: number
  summary?: string
  attempted?: string
  files?: readonly string[]
  isSubmitted?: boolean
  order?: { order_no: string; code_url: string }
  isPaid?: boolean
}

/** Section and category for entries. */
export type OpenCategory = { section: string; category: string }

/** One juror's score of one entry: a register with one writer. */
export type ScoreRecord = {
  readonly token: string
  readonly entry: string
  acknowledged?: { version: number; text: string }
  attempted: string
}

export type SessionRecord = {
  readonly token: string
  readonly email: string
  /** `ending`: a sign-out was sent and its outcome is unknown. */
  state: 'open' | 'ending' | 'ended'
}

/**
 * Log of all writes that the server acknowledged; virtual users write it, the verification reads it. A write without a
 * response is logged as attempted and may or may not be present.
 */
export function writeLog() {
  const counts: Partial<Record<WriteKind, number>> = {}
  return {
    entries: [] as EntryRecord[],
    scores: [] as ScoreRecord[],
    sessions: [] as SessionRecord[],
    uploads: [] as { token: string; file_id: string }[],
    registrations: [] as { email: string; token: string }[],
    /** Addresses to which the server has to send a code. */
    promisedMails: [] as string[],
    /** Counts a write that was answered with code 200. */
    acknowledge(kind: WriteKind) {
      counts[kind] = (counts[kind] ?? 0) + 1
    },
    /** Acknowledged writes by kind. */
    counts: () => ({ ...counts }),
    /** All acknowledged writes. */
    total: () => Object.values(counts).reduce((sum, count) => sum + count, 0),
  }
}
export type WriteLog = ReturnType<typeof writeLog>

/** Whether a found score is the acknowledged or the attempted one; otherwise a write was lost. */
export function acceptsScore(
  { acknowledged, attempted }: ScoreRecord,
  found: { version: number; text: string },
): boolean {
  if (!acknowledged) return true
  if (found.version === acknowledged.version) return found.text === acknowledged.text
  return found.version === acknowledged.version + 1 && found.text === attempted
}

/** State of an entry on the server, in the fields of the log. */
export type FoundEntry = {
  version: number
  summary: string | undefined
  files: readonly string[]
  isSubmitted: boolean
}

/** Describes the first lost write of an entry; undefined if there is none. */
export function lostWrite(record: EntryRecord, found: FoundEntry): string | undefined {
  const { key, version, summary, attempted, files, order } = record
  if (found.summary !== summary && found.summary !== attempted) {
    return `${key} has the summary ${found.summary}, not ${summary} or ${attempted}`
  }
  // An arriving payment also increments the version.
  const newest = order ? found.version : version + 1
  if (found.version < version || found.version > newest) {
    return `${key} is at version ${found.version}, after ${version}`
  }
  if (files && found.files.join() !== files.join()) {
    return `${key} has the files ${found.files.join()}, not ${files.join()}`
  }
  if (record.isSubmitted && !found.isSubmitted) return `${key} is not submitted`
  return undefined
}
