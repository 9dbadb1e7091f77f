/** What the workload writes, in the words of the figures. */
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

/** An entry as the server has acknowledged it; `attempted` is the summary that was sent last. */
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

/** Where an entry is entered. */
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
  /** A session that is being ended is in neither state until the server answers. */
  state: 'open' | 'ending' | 'ended'
}

/**
 * The one log of what the server has acknowledged, by everybody of a workload: the people write it, the proof
 * reads it. A write whose answer never came is noted as attempted, and may be there or not.
 */
export function writeLog() {
  const counts: Partial<Record<WriteKind, number>> = {}
  return {
    entries: [] as EntryRecord[],
    scores: [] as ScoreRecord[],
    sessions: [] as SessionRecord[],
    uploads: [] as { token: string; file_id: string }[],
    registrations: [] as { email: string; token: string }[],
    /** Addresses that the server promised a code. */
    promisedMails: [] as string[],
    /** Counts one write that was answered with code 200. */
    acknowledge(kind: WriteKind) {
      counts[kind] = (counts[kind] ?? 0) + 1
    },
    /** How many writes of each kind were acknowledged so far. */
    counts: () => ({ ...counts }),
    /** How many in all. */
    total: () => Object.values(counts).reduce((sum, count) => sum + count, 0),
  }
}
export type WriteLog = ReturnType<typeof writeLog>

/** A score that is neither the acknowledged one nor the one that was attempted after it was lost. */
export function acceptsScore(
  { acknowledged, attempted }: ScoreRecord,
  found: { version: number; text: string },
): boolean {
  if (!acknowledged) return true
  if (found.version === acknowledged.version) return found.text === acknowledged.text
  return found.version === acknowledged.version + 1 && found.text === attempted
}

/** What an entry has on the server, as far as the log knows it. */
export type FoundEntry = {
  version: number
  summary: string | undefined
  files: readonly string[]
  isSubmitted: boolean
}

/** The first difference between what was acknowledged of an entry and what is there; undefined for none. */
export function lostOf(record: EntryRecord, found: FoundEntry): string | undefined {
  const { key, version, summary, attempted, files, order } = record
  if (found.summary !== summary && found.summary !== attempted) {
    return `${key} has the summary ${found.summary}, not ${summary} or ${attempted}`
  }
  // A payment that arrives is a change of the entry too.
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
