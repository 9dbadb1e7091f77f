import type { createSiteRouter } from '../routes/site-router.ts'
import { countFailedCall, countView } from './telemetry.ts'

type SiteRouter = ReturnType<typeof createSiteRouter>

/** Counts the pages of remotes that are shown, from the first one on. */
export function watchViews(router: SiteRouter) {
  const follow = () => {
    const { initialized, navigation, matches, location } = router.state
    if (!initialized || navigation.state !== 'idle') return
    const remotes = matches.flatMap(({ route }) => (route.handle as Handle)?.remote ?? [])
    countView(remotes.at(-1), location.pathname)
  }
  router.subscribe(follow)
  follow()
}
type Handle = { readonly remote?: string } | undefined

/** Codes that are no failure of a release: success, and what a visitor is refused for a reason of their own. */
const EXPECTED_CODES: readonly unknown[] = [200, 401, 403, 422]
const FIRST_SERVER_ERROR = 500

/**
 * Counts the answer of a call if it is a failure: an envelope with another code, or a status of the server. A network
 * that is down is no failure of a release.
 */
export async function withFailuresCounted(call: string, answer: Promise<unknown>) {
  try {
    const body = await answer
    const code = typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : undefined
    if (code !== undefined && !EXPECTED_CODES.includes(code)) countFailedCall(call)
    return body
  } catch (error) {
    const { response } = Object(error) as { response?: { status?: number } }
    if ((response?.status ?? 0) >= FIRST_SERVER_ERROR) countFailedCall(call)
    throw error
  }
}
