import { z } from 'zod'

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
  vitals: z
    .array(z.strictObject({ name: z.enum(VITALS), value: z.number().min(0).max(3_600_000) }))
    .min(1)
    .max(VITALS.length),
})
export type VitalsReport = z.infer<typeof VitalsReport>
