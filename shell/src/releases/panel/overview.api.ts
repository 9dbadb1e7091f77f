import { api, toFailure } from '@awards/shared/client'
import { PlatformOverview, registryPaths } from '@awards/shared/platform'

const PATIENCE_MS = 10_000
const FORBIDDEN = [401, 403]

/** The answer is not that of a business call: it has its own status and no envelope. */
async function fetchOverview(signal: AbortSignal): Promise<PlatformOverview | 'forbidden'> {
  const response = await fetch(registryPaths.overview, {
    cache: 'no-cache',
    signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
  })
  if (FORBIDDEN.includes(response.status)) return 'forbidden'
  if (!response.ok) throw new Error(`${registryPaths.overview} answered ${response.status}`)
  return PlatformOverview.parse(await response.json())
}

const overviewApi = api.injectEndpoints({
  endpoints: (build) => ({
    platformOverview: build.query<PlatformOverview | 'forbidden', void>({
      queryFn: async (_nothing, { signal }) => {
        try {
          return { data: await fetchOverview(signal) }
        } catch (error) {
          return { error: toFailure(error) }
        }
      },
    }),
  }),
})

export const { usePlatformOverviewQuery } = overviewApi
