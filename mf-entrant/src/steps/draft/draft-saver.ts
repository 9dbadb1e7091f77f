import { errorCode } from '@awards/shared/client'
import type { EntryFile } from '@awards/shared/contract'
import { EntryDraft } from '@awards/shared/domain'
import { createAutosave, isTransient } from '@awards/shared/forms/autosave'
import {
  mergeDraft,
  withSent,
  type Conflict,
  type Choice,
  type Pending,
  type Saved,
  type SaverPorts,
  type SaveState,
  type Sent,
} from './draft-merge.ts'

const isKnown = (key: string): key is keyof EntryDraft => key in EntryDraft.shape
const isStorable = (key: string, value: unknown) =>
  isKnown(key) && EntryDraft.shape[key].safeParse(value).success

const without = (answers: EntryDraft, sent: EntryDraft): EntryDraft => {
  const left = Object.entries(answers).filter(
    ([key, value]) => !(isKnown(key) && key in sent && sent[key] === value),
  )
  return Object.fromEntries(left)
}

/**
 * Saves an entry while it is being written: one request at a time, each on top of the version that
 * the one before it answered. Where another window was faster, both changes are brought together; only
 * what both changed differently is asked.
 */
export function createDraftSaver(start: Saved, ports: SaverPorts) {
  let saved = start
  let pending: Pending = { answers: {} }
  /** What another window saved, while somebody has to choose. */
  let other: Saved | undefined
  let savedAt: string | undefined
  let epoch = 0
  const brokenFields = () => {
    const answers = { ...saved.answers, ...pending.answers }
    return new Set(ports.broken?.(answers, pending.files ?? saved.files, saved) ?? [])
  }
  /** An answer that the server refuses stays here, with its message, until it is put right. */
  const heldOf = (answers: EntryDraft): string[] => {
    const broken = brokenFields()
    return Object.keys(answers).filter(
      (key) => isKnown(key) && (broken.has(key) || !isStorable(key, answers[key])),
    )
  }
  const storable = (answers: EntryDraft): EntryDraft => {
    const held = new Set(heldOf(answers))
    return Object.fromEntries(
      Object.entries(answers).filter(([key]) => isKnown(key) && !held.has(key)),
    )
  }
  const storableFiles = () => (brokenFields().has('images') ? undefined : pending.files)
  const view = (state: SaveState) => ({
    state,
    /** Raised when the fields have to be filled anew. */
    epoch,
    version: saved.version,
    step: pending.step ?? saved.step,
    answers: { ...saved.answers, ...pending.answers },
    files: pending.files ?? saved.files,
    /** Answers the server would refuse: kept here, each with its message. */
    held: heldOf(pending.answers),
    conflicts: (other ? mergeDraft(saved, pending, other).conflicts : []) as readonly Conflict[],
    savedAt,
  })
  const autosave = createAutosave(view('saved'), saveAll)
  const { snapshot, saveSoon } = autosave
  const show = (state: SaveState) => autosave.show(view(state))
  const hasAnswers = () => Object.keys(storable(pending.answers)).length > 0
  const isPending = () =>
    hasAnswers() || pending.step !== undefined || storableFiles() !== undefined
  /** Asked where nothing is left to send: whether something stays that the server would refuse. */
  const isHeld = () => Object.keys(pending.answers).length > 0 || pending.files !== undefined

  /** An ended saver removes its copy, and writes none: another form may have gone on from it. */
  const keep = (mine: Pending | undefined) => {
    if (!mine || !autosave.isEnded()) ports.keep(mine, saved)
  }

  function change(part: Partial<Pending>) {
    pending = { ...pending, ...part, answers: { ...pending.answers, ...part.answers } }
    if (other) {
      ask([...Object.keys(part.answers ?? {}), ...(part.files ? ['files'] : [])])
      const merged = mergeDraft(saved, pending, other)
      // Written as the other window has it: there is nothing to choose any more.
      if (merged.conflicts.length === 0) return settle(other, merged.pending)
    }
    keep(pending)
    const { state } = snapshot()
    if (state === 'conflict' || state === 'locked') return show(state)
    show('waiting')
    saveSoon()
  }

  const ask = (fields: readonly string[]) =>
    (pending = { ...pending, asked: [...new Set([...(pending.asked ?? []), ...fields])] })

  function settle(theirs: Saved, mine: Pending) {
    replace(theirs, mine)
    keep(pending)
    show('waiting')
    saveSoon()
  }

  /** On this device too: the tab may be gone before the answer comes. */
  function noteSent(sent: Sent) {
    pending = withSent(pending, sent)
    keep(pending)
  }

  async function saveAnswers() {
    const sent = storable(pending.answers)
    const step = pending.step ?? saved.step
    const next = { ...saved, step, answers: { ...saved.answers, ...sent } }
    noteSent({ answers: sent })
    const { version } = await ports.saveAnswers(next)
    saved = { ...next, version }
    pending = {
      ...pending,
      answers: without(pending.answers, sent),
      step: pending.step === step ? undefined : pending.step,
      sent: undefined,
    }
  }

  async function saveFiles(sent: EntryFile[]) {
    noteSent({ answers: {}, files: sent })
    const answer = await ports.saveFiles(saved.version, sent)
    saved = { ...saved, ...answer }
    pending = {
      ...pending,
      files: pending.files === sent ? undefined : pending.files,
      sent: undefined,
    }
  }

  async function saveAll(): Promise<void> {
    while (isPending() && !autosave.isEnded() && snapshot().state !== 'conflict') {
      show('saving')
      try {
        if (hasAnswers() || pending.step !== undefined) await saveAnswers()
        else await saveFiles(pending.files ?? [])
        // What is still to be saved was written over the version that was answered just now.
        if (isPending()) keep(pending)
      } catch (error) {
        if (autosave.isEnded()) return
        if (errorCode(error) !== 409) return failed(error)
        await rebase().catch(failed)
        if (snapshot().state !== 'saving') return
      }
    }
    if (isPending() || other) return
    keep(isHeld() ? pending : undefined)
    savedAt = new Date().toISOString()
    show(isHeld() ? 'refused' : 'saved')
  }

  /** What another window saved with the changes of this one on top; false where somebody has to choose. */
  function takeIn(theirs: Saved): boolean {
    const merged = mergeDraft(saved, pending, theirs)
    if (merged.conflicts.length > 0) {
      other = theirs
      ask(merged.conflicts.map(({ field }) => field))
      keep(pending)
      show('conflict')
      return false
    }
    replace(theirs, merged.pending)
    return true
  }

  /** Another window was faster. */
  async function rebase() {
    if (!takeIn(await ports.load())) return
    keep(pending)
    show('saving')
  }

  function failed(error: unknown) {
    if (autosave.isEnded()) return
    if (isTransient(error)) {
      show('offline')
      return autosave.retryLater()
    }
    show(errorCode(error) === 423 ? 'locked' : 'refused')
    ports.refused(error)
  }

  /** Saves at once; true when the server has everything that can be stored, and nobody has to choose. */
  const flush = (): Promise<boolean> => autosave.flush().then(() => !isPending() && !other)

  function replace(theirs: Saved, mine: Pending) {
    saved = theirs
    pending = mine
    other = undefined
    epoch += 1
  }

  return {
    change,
    flush,
    snapshot,
    subscribe: autosave.subscribe,
    /** Puts a copy of this device back into the form; `base` is the version it was written over. */
    restore(part: Pending, base: Saved = saved) {
      const merged = base.version === saved.version ? undefined : mergeDraft(base, part, saved)
      if (merged && merged.conflicts.length > 0) {
        const theirs = saved
        replace(base, part)
        other = theirs
        ask(merged.conflicts.map(({ field }) => field))
        return show('conflict')
      }
      epoch += 1
      change({ ...(merged?.pending ?? part), asked: undefined })
    },
    /**
     * Takes in what another window saved, unless something here is still to be saved. What is held here was written
     * over the version of before: without a merge it would replace the other words as soon as it is put right.
     */
    acceptRemote(theirs: Saved) {
      if (autosave.running() || other || isPending() || theirs.version <= saved.version) return
      const wasHeld = isHeld()
      if (!takeIn(theirs)) return
      // A form in which nothing was written has not read yet what this device keeps, and removes nothing.
      if (wasHeld) keep(isHeld() ? pending : undefined)
      if (!isPending()) return show(isHeld() ? 'refused' : 'saved')
      show('waiting')
      saveSoon()
    },
    /** After a conflict: for each field the version of this window or the other one. */
    resolve(choices: Readonly<Record<string, Choice>>): Promise<boolean> {
      if (!other) return flush()
      const { pending: mine, conflicts } = mergeDraft(saved, pending, other)
      const chosen = conflicts.filter(({ field }) => choices[field] !== 'theirs')
      const answers = chosen.flatMap(({ field, mine: value }) =>
        field === 'files' ? [] : [[field, value] as const],
      )
      const files = chosen.some(({ field }) => field === 'files') ? pending.files : mine.files
      const part = { ...mine, answers: { ...mine.answers, ...Object.fromEntries(answers) }, files }
      replace(other, part)
      keep(pending)
      show('waiting')
      return flush()
    },
    /** Saves no more; what is not saved is in the copy of this device. */
    stop: autosave.end,
  }
}
export type DraftSaver = ReturnType<typeof createDraftSaver>
