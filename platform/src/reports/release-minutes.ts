import type { Channel, ReleaseMinute, ReleaseMinutes } from '@awards/shared/releases'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { minuteOf, releaseFiguresRepository, type MinuteRow } from './release-figures.repository.ts'
import { failuresOf } from './release-summary.ts'

const WINDOW_MS = 3_600_000

const keyOf = ({ minute, version }: MinuteRow) => `${minute.getTime()} ${version}`

function minuteOfRows(rows: readonly MinuteRow[]): ReleaseMinute[] {
  const [first] = rows
  if (!first) return []
  const counts = new Map(rows.map(({ figure, count }) => [figure, count]))
  return [
    {
      minute: first.minute.toISOString(),
      version: first.version,
      views: counts.get('views') ?? null,
      failed_views: failuresOf(counts, 'failed_views', 'views'),
      failed_loads: failuresOf(counts, 'failed_loads', 'loads'),
      error_views: failuresOf(counts, 'error_views', 'views'),
      api_failed_views: failuresOf(counts, 'api_failed_views', 'views'),
      failed_renders: failuresOf(counts, 'failed_renders', 'renders'),
    },
  ]
}

/** What the releases of a remote did in a channel in each minute of the last hour. */
export async function releaseMinutes(
  { registryDb, clock }: Pick<AppContext, 'registryDb' | 'clock'>,
  { channel, name }: { channel: Channel; name: string },
): Promise<ReleaseMinutes> {
  const until = new Date(minuteOf(clock()).getTime() + 60_000)
  const since = new Date(until.getTime() - WINDOW_MS)
  const rows = await releaseFiguresRepository(registryDb).byMinute(name, channel, since, until)
  const byKey = Map.groupBy(rows, keyOf)
  return {
    since: since.toISOString(),
    until: until.toISOString(),
    minutes: [...byKey.values()].flatMap(minuteOfRows),
  }
}
