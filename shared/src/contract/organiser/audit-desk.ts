import { z } from 'zod'
import { AUDIT_AREAS } from '../../domain/index.ts'
import { addedCallsOf } from '../endpoint.ts'
import { Id, optionalOfQuery, Time } from '../values.ts'

const call = addedCallsOf('organiser')
const Day = z.iso.date('Give a day as 2027-01-31')

/** Who or what an act was about; without a name where the row is gone or is no row. */
const Subject = z.object({
  kind: z.enum(['person', 'entry', 'other']),
  id: z.string(),
  name: z.string(),
})

/** One act of the audit log, as the organiser reads it. */
export const AuditRow = z.object({
  audit_id: Id,
  at: Time,
  action: z.string(),
  /** Null where the server did it by itself, or nobody was signed in. */
  actor: z.object({ user_id: Id, name: z.string() }).nullable(),
  /** Null for what the jury does. */
  subject: Subject.nullable(),
  /** What it changed, by name; empty for what the jury does. */
  changes: z.array(
    z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  reason: z.string().nullable(),
})
export type AuditRow = z.infer<typeof AuditRow>

const Filter = z.object({
  /** What the person did, and what was done to them and to their entries. */
  user_id: optionalOfQuery(Id),
  area: optionalOfQuery(z.enum(AUDIT_AREAS)),
  /** Whole days in the time zone of the programme, both included. */
  from: optionalOfQuery(Day),
  to: optionalOfQuery(Day),
})

/** Reading the audit log at the organiser's desk. */
export const auditDesk = {
  /** Acts, the newest first; `next` is what `before` has to be for the page after. */
  audit: call(
    'audit',
    'GET',
    Filter.extend({
      before: optionalOfQuery(Id),
      pageSize: z.coerce.number().int().min(1).max(100).default(50),
    }),
    z.object({
      list: z.array(AuditRow),
      next: Id.nullable(),
      person: z.object({ user_id: Id, name: z.string() }).nullable(),
    }),
    { tags: ['organiser'], codes: [403, 422] },
  ),
  /** The acts of a filter as a CSV file, at most a year of them; the link is short-lived. */
  exportAudit: call(
    'exportAudit',
    'POST',
    Filter.extend({ from: Day, to: Day }),
    z.object({ url: z.string(), filename: z.string(), rows: z.int() }),
    { codes: [403, 409, 422] },
  ),
} as const
