import type { AppContext } from '../../app/app-context.ts'
import { staffLinksRepository } from './staff-links.repository.ts'
import { telemetryRepository } from './telemetry.repository.ts'

const KEPT_MS = 30 * 86_400_000

/** Forgets what browsers told a month ago, and links that nobody can use any more. */
export async function forgetTelemetry({ registryDb, clock }: AppContext) {
  const moment = new Date(clock().getTime() - KEPT_MS)
  await telemetryRepository(registryDb).forgetBefore(moment)
  await staffLinksRepository(registryDb).forgetBefore(moment)
}
