import { z } from 'zod'
import { RemoteId, Version } from './release.ts'

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

/** What a tab counts of the release whose page it shows. */
export const VIEW_FIGURES = [
  'views',
  'loads',
  /** Views that failed in any way; each once. */
  'failed_views',
  /** Loads that failed or fell back. */
  'failed_loads',
  'fallbacks',
  'error_views',
  'api_failed_views',
  /** Calls that failed, by call. */
  'api_errors',
] as const
export type ViewFigure = (typeof VIEW_FIGURES)[number]

const OfRelease = z.strictObject({ name: RemoteId, version: Version })

/** Raises each of `figures` of a release by one; nothing in it names a person. */
export const ViewEvent = z.strictObject({
  remote: OfRelease,
  figures: z.array(z.enum(VIEW_FIGURES)).min(1).max(VIEW_FIGURES.length),
  /** With `api_errors`: path of the call below `/api`. */
  call: z.string().max(80).optional(),
})
export type ViewEvent = z.infer<typeof ViewEvent>

/** Body of `POST /api/platform/events`, sent as a beacon. */
export const LoadEvents = z
  .strictObject({
    events: z.array(LoadEvent).max(50).default([]),
    views: z.array(ViewEvent).max(50).default([]),
  })
  .refine(({ events, views }) => events.length + views.length > 0, 'There is nothing in it.')

/** What is measured of a page: milliseconds, CLS in thousandths. */
export const VITALS = ['LCP', 'FCP', 'CLS', 'INP', 'TTFB'] as const
export type Vital = (typeof VITALS)[number]

export const DEVICES = ['phone', 'desktop'] as const
export type Device = (typeof DEVICES)[number]

/** Where the classes of a metric end; the first of the two limits in `VITAL_LIMITS` is among them. */
export const VITAL_BOUNDS: Readonly<Record<Vital, readonly number[]>> = {
  LCP: [400, 700, 1_000, 1_500, 2_000, 2_500, 3_000, 4_000, 6_000, 10_000, 20_000],
  FCP: [300, 500, 700, 1_000, 1_400, 1_800, 2_400, 3_000, 5_000, 10_000],
  CLS: [1, 10, 25, 50, 100, 150, 250, 500, 1_000],
  INP: [24, 48, 72, 100, 150, 200, 300, 500, 1_000, 2_000],
  TTFB: [50, 100, 200, 400, 600, 800, 1_200, 1_800, 3_000, 6_000],
}

/** Up to the first a value is good, above the second poor. */
export const VITAL_LIMITS: Readonly<Record<Vital, readonly [number, number]>> = {
  LCP: [2_500, 4_000],
  FCP: [1_800, 3_000],
  CLS: [100, 250],
  INP: [200, 500],
  TTFB: [800, 1_800],
}

/** Body of `POST /api/platform/vitals`, sent as a beacon once for a visit; it names nobody. */
export const VitalsReport = z.strictObject({
  /** A pattern of the routes; `*` for what has none. */
  route: z.string().max(60),
  device: z.enum(DEVICES),
  /** The release of the page, where a remote showed it and it was not pinned. */
  remote: OfRelease.optional(),
  vitals: z
    .array(z.strictObject({ name: z.enum(VITALS), value: z.number().min(0).max(3_600_000) }))
    .min(1)
    .max(VITALS.length),
})
export type VitalsReport = z.infer<typeof VitalsReport>
