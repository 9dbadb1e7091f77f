import { createAutosave } from '@awards/shared/forms/autosave'
import type { Delivery, Outcome, Scored } from './score-delivery.ts'
import {
  differences,
  draftOf,
  isSame,
  mergeScores,
  withFields,
  type Choice,
  type OwnScore,
  type ScoreConflict,
  type ScoreDraft,
} from './score-draft.ts'
import type { ScoreToSend } from './score-storage.ts'

export type SaveState =
  | 'idle'
  | 'changed'
  | 'saving'
  | 'saved'
  | 'offline'
  | 'queued'
  | 'conflict'
  /** Marks of another window are on screen now: the juror looks, then submits again. */
  | 'unseen'
  | 'closed'
  | 'refused'
export type Submission =
  | { kind: 'sent'; answer: Scored | undefined; version: number }
  | { kind: 'queued' | 'stopped' }

type Ports = {
  deliver: (delivery: Delivery) => Promise<Outcome>
  /** Keeps a copy on this device until the server has all; undefined removes it. */
  keep: (kept: Omit<ScoreToSend, 'entry' | 'label' | 'at'> | undefined) => void
  saved: (own: OwnScore) => void
}

const RETRY_MS = 4_000

/**
 * Saves a score while it is being given: one request at a time, each over the version of the one before.
 * A draft saves itself a moment after the first change; a submitted score changes only when it is
 * submitted again. A score that did not arrive is stored on this device.
 */
export function createScoreSaver(start: OwnScore | null, ports: Ports) {
  let base = draftOf(start)
  let draft = base
  let version = start?.version ?? 0
  let isDraft = start?.is_draft ?? true
  let wants: 'draft' | 'submit' = 'draft'
  let theirs: OwnScore | undefined
  let conflicts: readonly ScoreConflict[] = []
  let refusal = ''
  /** How often a save has brought in what another window had changed. */
  let merges = 0
  const view = (state: SaveState) => ({ state, draft, isDraft, version, conflicts, refusal })
  const autosave = createAutosave(view('idle'), sendAll, {
    retryMs: RETRY_MS,
    pauseAfter: 'first',
  })
  const { flush, snapshot } = autosave
  const show = (state: SaveState) => autosave.show(view(state))
  const isChanged = () => !isSame(draft, base)
  const hasToSend = () => wants === 'submit' || (isDraft && isChanged())
  const keep = (problem?: ScoreToSend['problem']) =>
    ports.keep(
      isChanged() || wants === 'submit'
        ? { draft, base, version, isDraft, wants, problem }
        : undefined,
    )

  function change(part: Partial<ScoreDraft>) {
    draft = { ...draft, ...part }
    wants = 'draft'
    const { state } = snapshot()
    if (state === 'conflict' || state === 'closed') {
      keep(state)
      return show(state)
    }
    keep()
    show(isChanged() ? 'changed' : 'idle')
    if (isDraft) autosave.saveSoon()
  }

  function adopt(own: OwnScore) {
    base = draftOf(own)
    version = own.version
    isDraft = own.is_draft
  }

  async function sendAll(): Promise<Outcome | undefined> {
    let last: Outcome | undefined
    while (hasToSend() && snapshot().state !== 'conflict') {
      show('saving')
      const sent = { draft, base, version, wants }
      last = await ports.deliver(sent)
      if (last.kind !== 'saved') {
        stopped(last, sent.draft)
        return last
      }
      if (!isSame(last.draft, sent.draft)) merges += 1
      const isUntouched = draft === sent.draft
      draft = isUntouched ? last.draft : mergeScores(sent.draft, draft, last.draft).draft
      adopt(last.own)
      if (sent.wants === 'submit' && isUntouched) wants = 'draft'
      keep()
      ports.saved(last.own)
    }
    show(isChanged() ? 'changed' : 'saved')
    return last
  }

  function stopped(outcome: Exclude<Outcome, { kind: 'saved' }>, sent: ScoreDraft) {
    if (outcome.kind === 'away') {
      keep()
      show(wants === 'submit' ? 'queued' : 'offline')
      return autosave.retryLater()
    }
    if (outcome.kind === 'unseen') {
      draft = mergeScores(sent, draft, outcome.draft).draft
      if (outcome.theirs) adopt(outcome.theirs)
      wants = 'draft'
      keep()
      return show('unseen')
    }
    if (outcome.kind === 'conflict') {
      ;({ theirs, conflicts } = outcome)
    } else if (outcome.kind === 'submitted') {
      draft = mergeScores(sent, draft, outcome.draft).draft
      adopt(outcome.theirs)
      keep()
      return show('changed')
    } else {
      refusal = outcome.message
      wants = 'draft'
    }
    keep(outcome.kind)
    show(outcome.kind)
  }

  return {
    change,
    /** Sends at once what has to be sent. */
    flush,
    snapshot,
    subscribe: autosave.subscribe,
    async submit(): Promise<Submission> {
      // A draft that is on its way goes first; what it could not bring is the submission's to bring. What it brought
      // in from another window the juror has not seen yet.
      const seen = merges
      await autosave.running()
      if (merges !== seen) {
        show('unseen')
        return { kind: 'stopped' }
      }
      if (snapshot().state === 'conflict') return { kind: 'stopped' }
      wants = 'submit'
      keep()
      const outcome = await flush()
      if (outcome?.kind === 'saved') return { kind: 'sent', answer: outcome.answer, version }
      return { kind: outcome?.kind === 'away' ? 'queued' : 'stopped' }
    },
    /** Puts a copy of this device back into the form, under what was changed there before it was found. */
    restore(kept: Pick<ScoreToSend, 'draft' | 'base' | 'wants'>) {
      const merged = mergeScores(kept.base, kept.draft, base)
      const since = differences(base, draft)
      draft = withFields(merged.draft, draft, since)
      // Other marks than those that were submitted are submitted again by the juror.
      const isKept = since.length === 0 && (isDraft || isChanged())
      wants = isKept ? kept.wants : 'draft'
      if (merged.conflicts.length > 0) {
        theirs = { ...ownOf(base), version, is_draft: isDraft }
        conflicts = merged.conflicts
        return show('conflict')
      }
      if (!isChanged() && wants === 'draft') return keep()
      if (since.length > 0) keep()
      show('changed')
      if (hasToSend()) void flush()
    },
    /** Another window has saved: shown here as long as nothing was changed here. */
    refresh(own: OwnScore | null) {
      if (!own || autosave.running() || isChanged() || wants === 'submit' || own.version <= version)
        return
      adopt(own)
      draft = base
      show('idle')
    },
    /** The phase is open again: sends the stored score. */
    reopen() {
      if (snapshot().state !== 'closed') return
      show('changed')
      if (hasToSend()) void flush()
    },
    resolve(choices: Readonly<Record<string, Choice>>) {
      if (!theirs) return
      const taken = conflicts
        .map(({ field }) => field)
        .filter((field) => choices[field] === 'theirs')
      const other = draftOf(theirs)
      draft = withFields(mergeScores(base, draft, other).draft, other, taken)
      adopt(theirs)
      theirs = undefined
      conflicts = []
      keep()
      show(isChanged() ? 'changed' : 'saved')
      if (hasToSend()) void flush()
    },
    /** Stops sending the score on screen: the juror abstained or was recused. */
    abandon() {
      draft = base
      wants = 'draft'
      keep()
      show('idle')
    },
    dispose: autosave.stop,
  }
}

const ownOf = (draft: ScoreDraft) => ({
  items: Object.entries(draft.marks).map(([criterion_id, value]) => ({ criterion_id, value })),
  total: 0,
  comment_private: draft.comment_private,
  comment_entrant: draft.comment_entrant,
})
