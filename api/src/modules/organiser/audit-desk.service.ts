import { Readable } from 'node:stream'
import {
  Id,
  type Answer,
  type auditDesk,
  type AuditRow,
  type Parsed,
} from '@awards/shared/contract'
import { isSealedAct } from '@awards/shared/domain'
import { signedUrl } from '../../lib/signed-token.ts'
import { newStorageKey } from '../../files/storage/storage.ts'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import { BYTE_ORDER_MARK, csvRow } from '../../lib/csv.ts'
import { DAY_MS } from '../../lib/time.ts'
import type { AppContext } from '../../start/app-context.ts'
import { bookExportsRepository } from '../accounting/books.repository.ts'
import {
  auditRepository,
  auditDeskRepository,
  type AuditFilter,
  type AuditRecord,
  type SubjectRow,
} from '../audit/audit.repository.ts'
import { peopleRepository } from './people/people.repository.ts'

type Filter = Omit<Parsed<typeof auditDesk.audit>, 'before' | 'pageSize'>

const LONGEST_DAYS = 366
const BATCH = 500
const HEAD = ['id', 'at', 'by', 'action', 'about', 'changes', 'reason'] as const

/** Who changed what, when: the audit log at the organiser's desk. */
export function auditDeskService(context: AppContext) {
  const { db, clock, config, storage } = context
  const log = auditDeskRepository(db)

  async function filterOf({ user_id, area, from, to }: Filter): Promise<AuditFilter> {
    if (from && to && from > to) {
      throw new BusinessError(422, { to: ['The last day is before the first'] })
    }
    const { time_zone: zone } = await context.identity()
    return { userId: user_id, area, from, to, zone }
  }

  /** The rows with the names of who acted and of what it was about. */
  async function named(records: readonly AuditRecord[]): Promise<AuditRow[]> {
    const open = records.filter(({ action }) => !isSealedAct(action))
    const subjects = await log.subjects(
      // Other subjects are order numbers, codes and words.
      open.flatMap(({ subject }) => (Id.safeParse(subject).success ? [subject] : [])),
    )
    const actors = await peopleRepository(db).names(
      records.flatMap(({ actor_id }) => (actor_id ? [actor_id] : [])),
    )
    return records.map((record) => toRow(record, subjects, actors))
  }

  return {
    async page(input: Parsed<typeof auditDesk.audit>): Promise<Answer<typeof auditDesk.audit>> {
      const { before, pageSize, ...given } = input
      const filter = await filterOf(given)
      const records = await log.page(filter, before, pageSize + 1)
      const shown = records.slice(0, pageSize)
      const { user_id } = given
      const name = user_id && (await peopleRepository(db).names([user_id])).get(user_id)
      return {
        list: await named(shown),
        next: records.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
        person: user_id && name ? { user_id, name } : null,
      }
    },

    /** Streams the acts of a period to a file and returns a short-lived link to it. */
    async export(
      actor: Actor,
      input: Parsed<typeof auditDesk.exportAudit>,
    ): Promise<Answer<typeof auditDesk.exportAudit>> {
      const filter = await filterOf(input)
      const { from, to, user_id, area } = input
      const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
      if (days > LONGEST_DAYS) {
        throw new BusinessError(422, {
          to: ['Choose at most a year, and export the rest by itself'],
        })
      }
      let rows = 0
      async function* text() {
        yield BYTE_ORDER_MARK + csvRow(HEAD, 'international')
        let before: string | undefined
        for (;;) {
          const records = await log.page(filter, before, BATCH)
          for (const row of await named(records)) yield lineOf(row)
          rows += records.length
          before = records.at(-1)?.id
          if (records.length < BATCH) return
        }
      }
      const key = newStorageKey('csv')
      await storage.put(key, Readable.from(text()))
      const now = clock()
      await db.transaction().execute(async (trx) => {
        const file = { kind: 'audit', first_day: from, last_day: to, rows, created_at: now }
        await bookExportsRepository(trx).add({ ...file, storage_key: key, by_user_id: actor.id })
        await auditRepository(trx).record(actor, 'audit.exported', user_id ?? 'all', {
          after: { from, to, rows, ...(area && { area }) },
        })
      })
      const filename = `audit_${from}_${to}.csv`
      return { url: signedUrl(config.secret, now, { key, filename }), filename, rows }
    },
  }
}

function toRow(
  record: AuditRecord,
  subjects: ReadonlyMap<string, SubjectRow>,
  actors: ReadonlyMap<string, string>,
): AuditRow {
  const { id, at, action, actor_id, subject } = record
  const row = { audit_id: id, at: at.toISOString(), action }
  const actor = actor_id ? { user_id: actor_id, name: actors.get(actor_id) ?? '' } : null
  if (isSealedAct(action)) return { ...row, actor, subject: null, changes: [], reason: null }
  const found = subjects.get(subject)
  return {
    ...row,
    actor,
    subject: found ?? { kind: 'other', id: subject, name: '' },
    changes: changesOf(record),
    reason: record.reason,
  }
}

/** What the act changed, name by name. */
function changesOf({ before, after }: AuditRecord): AuditRow['changes'] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].map((name) => ({
    name,
    before: old[name] ?? null,
    after: now[name] ?? null,
  }))
}

const fieldsOf = (value: unknown): Record<string, string> =>
  typeof value !== 'object' || value === null
    ? {}
    : Object.fromEntries(
        Object.entries(value)
          .filter(([, one]) => one !== null)
          .map(([name, one]) => [
            name,
            typeof one === 'object' ? JSON.stringify(one) : String(one),
          ]),
      )

const lineOf = ({ audit_id, at, actor, action, subject, changes, reason }: AuditRow): string =>
  csvRow(
    [
      audit_id,
      at,
      actor && (actor.name || actor.user_id),
      action,
      subject && (subject.name || subject.id),
      changes
        .map(({ name, before, after }) => `${name}: ${before ?? '–'} → ${after ?? '–'}`)
        .join('; '),
      reason,
    ],
    'international',
  )
