import {
  api,
  cacheOf,
  callApi,
  errorCode,
  errorReason,
  failureOf,
  handleError,
  readToken,
} from '@awards/shared/client'
import { entries, subjudges, type Input, type Output } from '@awards/shared/contract'
import { isTransient } from '@awards/shared/forms/autosave'
import {
  draftOf,
  isSame,
  itemsOf,
  mergeScores,
  type OwnScore,
  type ScoreConflict,
  type ScoreDraft,
} from './score-draft.ts'
import type { SiteDispatch } from '@awards/shared/session'

/** What the server answers to a score that it takes. */
export type Scored = Output<typeof subjudges.score>
/** A score to be saved over the version that it was written on. */
export type Delivery = {
  draft: ScoreDraft
  base: ScoreDraft
  version: number
  wants: 'draft' | 'submit'
}
export type Outcome =
  /** `answer` is absent where the server had it already, from a try whose answer was lost. */
  | { kind: 'saved'; draft: ScoreDraft; own: OwnScore; answer?: Scored }
  | { kind: 'conflict'; theirs: OwnScore; conflicts: ScoreConflict[] }
  /** Submitted elsewhere meanwhile: only a new submission changes it. */
  | { kind: 'submitted'; draft: ScoreDraft; theirs: OwnScore }
  /** Another window has changed what was to be submitted: it is shown first, then submitted again. */
  | { kind: 'unseen'; draft: ScoreDraft; theirs: OwnScore | null }
  | { kind: 'away' }
  | { kind: 'closed' | 'refused'; message: string; reason: string | undefined }

type Ports = {
  send: (input: SendInput) => Promise<Scored>
  /** The juror's own score as the server holds it now. */
  load: () => Promise<OwnScore | null>
  /** The total of a score as the screen shows it; without it the server compares the version alone. */
  totalOf?: ((draft: ScoreDraft) => number) | undefined
}
type SendInput = {
  items: ReturnType<typeof itemsOf>
  comment_private: string
  comment_entrant: string
  is_draft: boolean
  version: number
  seen_total?: number
}

const MOST_TRIES = 4

/** Takes a score to the server; where another window was faster, brings both versions together. */
export async function deliverScore(first: Delivery, ports: Ports): Promise<Outcome> {
  let delivery = first
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { draft, version, wants } = delivery
    try {
      const { comment_private, comment_entrant } = draft
      const items = itemsOf(draft)
      const is_draft = wants === 'draft'
      const words = { items, comment_private, comment_entrant }
      // What was on the screen, whatever was brought together since.
      const seen_total = is_draft ? undefined : ports.totalOf?.(first.draft)
      const seen = seen_total === undefined ? {} : { seen_total }
      const answer = await ports.send({ ...words, is_draft, version, ...seen })
      const { total, version: saved } = answer
      const own = { ...words, total, version: saved, is_draft: answer.is_draft }
      return { kind: 'saved', draft, answer, own }
    } catch (error) {
      const reason = errorReason(error)
      if (reason !== 'VERSION' && reason !== 'SEEN') return refusalOf(error)
      try {
        const theirs = await ports.load()
        if (reason === 'SEEN') return { kind: 'unseen', draft, theirs }
        const next = mergedWith(theirs, delivery)
        if ('kind' in next) return next
        delivery = next
      } catch (loadError) {
        return refusalOf(loadError)
      }
    }
  }
  return { kind: 'away' }
}

function mergedWith(theirs: OwnScore | null, delivery: Delivery): Delivery | Outcome {
  const other = draftOf(theirs)
  const isSubmitted = theirs !== null && !theirs.is_draft
  if (theirs && isSame(other, delivery.draft) && isSubmitted === (delivery.wants === 'submit')) {
    return { kind: 'saved', draft: delivery.draft, own: theirs }
  }
  const { draft, conflicts } = mergeScores(delivery.base, delivery.draft, other)
  if (theirs && conflicts.length > 0) return { kind: 'conflict', theirs, conflicts }
  if (theirs && isSubmitted && delivery.wants === 'draft') {
    return { kind: 'submitted', draft, theirs }
  }
  // A draft may be brought together unseen; a submission is what its juror has looked at.
  if (delivery.wants === 'submit' && !isSame(draft, delivery.draft)) {
    return { kind: 'unseen', draft, theirs }
  }
  return { ...delivery, draft, base: other, version: theirs?.version ?? 0 }
}

function refusalOf(error: unknown): Outcome {
  const failure = failureOf(error)
  const code = errorCode(error)
  // 401: the score is sent again once the juror has signed in.
  if (isTransient(error) || code === 401) return { kind: 'away' }
  const { msg } = failure
  const message = typeof msg === 'string' ? msg : Object.values(msg).flat().join(' ')
  return { kind: code === 423 ? 'closed' : 'refused', message, reason: errorReason(error) }
}

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
