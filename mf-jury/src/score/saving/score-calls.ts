import { api, cacheOf, callApi, errorCode, handleError, readToken } from '@awards/shared/client'
import { entries, subjudges, type Input } from '@awards/shared/contract'
import type { SiteDispatch } from '@awards/shared/session'
import type { OwnScore } from './score-draft.ts'

type Words = Omit<Input<typeof subjudges.score>, 'apply_order_id'>

/** The calls about a juror's own score of an entry, and what the cache then knows of it. */
export function scoreCalls(dispatch: SiteDispatch, apply_order_id: string) {
  const options = { skipErrorHandler: true }
  const sheet = cacheOf(entries.info)
  return {
    async send(words: Words) {
      const sentToken = readToken()
      try {
        const answer = await callApi(subjudges.score, { apply_order_id, ...words }, options)
        dispatch(api.util.invalidateTags(['score']))
        return answer
      } catch (error) {
        if (errorCode(error) === 401) handleError(error, sentToken)
        throw error
      }
    },
    async load(): Promise<OwnScore | null> {
      const info = await callApi(entries.info, { apply_order_id }, options)
      return info.projection === 'juror' ? info.own_score : null
    },
    remember(own: OwnScore) {
      const put = () =>
        dispatch(
          sheet.update({ apply_order_id }, (cached) => {
            if (cached.projection !== 'juror') return
            if ((cached.own_score?.version ?? 0) < own.version) cached.own_score = own
          }),
        )
      put()
      // A sheet that is on its way may have been read before this score was there.
      void dispatch(sheet.running({ apply_order_id }))?.then(put)
    },
    /** Asks for the sheet again: other rights come with a submission. */
    reload: () =>
      dispatch(sheet.initiate({ apply_order_id }, { forceRefetch: true, subscribe: false })),
  }
}
