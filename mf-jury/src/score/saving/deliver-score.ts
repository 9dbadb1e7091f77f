import { errorCode, errorReason, failureOf } from '@awards/shared/client'
import type { Output, subjudges } from '@awards/shared/contract'
import { isTransient } from '@awards/shared/forms/autosave'
import { draftOf, itemsOf, type OwnScore, type ScoreDraft } from './score-draft.ts'
import { isSame, mergeScores, type ScoreConflict } from './score-merge.ts'

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
