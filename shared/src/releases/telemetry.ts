import { z } from 'zod'
import { RemoteId, Version } from './name-schemas.ts'

/** Steps of loading a remote, in their order; `render` and `share` come after or in between. */
export const LOAD_PHASES = [
  'discovery',
  'policy',
  'manifest',
  'integrity',
  'entry',
  'init',
  'contract',
  'share',
  'expose',
  'chunk',
  'render',
] as const
export type LoadPhase = (typeof LOAD_PHASES)[number]

/** `evaluation`: the remote's own code threw. `invalid`: it was refused (policy, integrity, contract). */
export const FAILURE_KINDS = ['http', 'network', 'timeout', 'evaluation', 'invalid'] as const
export type FailureKind = (typeof FAILURE_KINDS)[number]

/** `retry`: another try follows. `fallback`: another version runs. `failed`: the visitor sees a panel. */
export const LOAD_OUTCOMES = ['ok', 'retry', 'fallback', 'failed'] as const
export type LoadOutcome = (typeof LOAD_OUTCOMES)[number]

/** One event of a remote's life in a tab; nothing in it names a person. */
export const LoadEvent = z.strictObject({
  ts: z.iso.datetime(),
  trace_id: z.string().max(64),
  /** Random, of one tab. */
  session: z.string().max(64),
  shell: z.strictObject({ version: z.string().max(60) }),
  remote: z.strictObject({
    name: RemoteId.or(z.literal('shell')),
    /** Absent when discovery itself failed. */
    version: Version.optional(),
    entry_url: z.string().max(300).optional(),
  }),
  phase: z.enum(LOAD_PHASES),
  kind: z.enum(FAILURE_KINDS).optional(),
  http_status: z.int().min(0).max(599).optional(),
  attempt: z.int().min(1).max(50),
  outcome: z.enum(LOAD_OUTCOMES),
  /** With `fallback`: the version that runs instead. */
  fallback_version: Version.optional(),
  pinned: z.boolean(),
  duration_ms: z.int().min(0).max(3_600_000),
  message: z.string().max(300).optional(),
})
export type LoadEvent = z.infer<typeof LoadEvent>

/** Body of `POST /api/platform/events`, sent as a beacon. */
export const LoadEvents = z.strictObject({ events: z.array(LoadEvent).min(1).max(50) })
