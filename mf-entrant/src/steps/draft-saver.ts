import { errorCode, failureOf } from '@awards/shared/client'
import type { EntryFile } from '@awards/shared/contract'
import { EntryDraft } from '@awards/shared/domain'

/** What the server holds of an entry, as far as the form changes it. */
export type Saved = { version: number; step: number; answers: EntryDraft; files: EntryFile[] }
/** What was changed since. */
export type Pending = {
  answers: EntryDraft
  files?: EntryFile[] | undefined
  step?: number | undefined
}
export type SaveState = 'saved' | 'waiting' | 'saving' | 'offline' | 'conflict' | 'refused'

type Ports = {
  saveAnswers: (saved: Saved) => Promise<{ version: number }>
  saveFiles: (
    version: number,
    files: EntryFile[],
  ) => Promise<{ version: number; files: EntryFile[] }>
  /** Keeps a copy on this device until the server has everything. */
  keep: (pending: Pending | undefined) => void
  refused: (error: unknown) => void
}

/** Long enough to gather what is typed in one go, and well below two seconds. */
const PAUSE_MS = 1_000
const RETRY_MS = 5_000

const isKnown = (key: string): key is keyof EntryDraft => key in EntryDraft.shape
const isStorable = (key: string, value: unknown) =>
  isKnown(key) && EntryDraft.shape[key].safeParse(value).success

/** An answer in a form the server refuses stays here, with its message, until it is put right. */
const storable = (answers: EntryDraft): EntryDraft =>
  Object.fromEntries(Object.entries(answers).filter(([key, value]) => isStorable(key, value)))

const without = (answers: EntryDraft, sent: EntryDraft): EntryDraft => {
  const left = Object.entries(answers).filter(
    ([key, value]) => !(isKnown(key) && key in sent && sent[key] === value),
  )
  return Object.fromEntries(left)
}

/**
 * Saves an entry while it is being written: one request at a time, each on top of the version that
 * the one before it answered. Only what changed is put on top, so that a change of another window in
 * another field survives.
 */
export function createDraftSaver(start: Saved, ports: Ports) {
  let saved = start
  let pending: Pending = { answers: {} }
  let epoch = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  const listeners = new Set<() => void>()
  const view = (state: SaveState) => ({
    state,
    /** Raised when the fields have to be filled anew. */
    epoch,
    version: saved.version,
    step: pending.step ?? saved.step,
    answers: { ...saved.answers, ...pending.answers },
    files: pending.files ?? saved.files,
  })
  let snapshot = view('saved')

  const show = (state: SaveState) => {
    snapshot = view(state)
    for (const listener of listeners) listener()
  }
  const hasAnswers = () => Object.keys(storable(pending.answers)).length > 0
  const isPending = () => hasAnswers() || pending.step !== undefined || pending.files !== undefined
  const later = (pause: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), pause)
  }

  function change(part: Partial<Pending>) {
    pending = { ...pending, ...part, answers: { ...pending.answers, ...part.answers } }
    ports.keep(pending)
    if (snapshot.state === 'conflict') return show('conflict')
    show('waiting')
    later(PAUSE_MS)
  }

  async function saveAnswers() {
    const sent = storable(pending.answers)
    const step = pending.step ?? saved.step
    const next = { ...saved, step, answers: { ...saved.answers, ...sent } }
    const { version } = await ports.saveAnswers(next)
    saved = { ...next, version }
    pending = {
      ...pending,
      answers: without(pending.answers, sent),
      step: pending.step === step ? undefined : pending.step,
    }
  }

  async function saveFiles(sent: EntryFile[]) {
    const answer = await ports.saveFiles(saved.version, sent)
    saved = { ...saved, ...answer }
    if (pending.files === sent) pending = { ...pending, files: undefined }
  }

  async function saveAll() {
    while (isPending() && snapshot.state !== 'conflict') {
      show('saving')
      try {
        if (hasAnswers() || pending.step !== undefined) await saveAnswers()
        else if (pending.files) await saveFiles(pending.files)
      } catch (error) {
        return failed(error)
      }
    }
    if (isPending()) return
    const isHeld = Object.keys(pending.answers).length > 0
    ports.keep(isHeld ? pending : undefined)
    show(isHeld ? 'refused' : 'saved')
  }

  function failed(error: unknown) {
    if (errorCode(error) === 409) return show('conflict')
    if (failureOf(error).kind === 'transport') {
      show('offline')
      return later(RETRY_MS)
    }
    show('refused')
    ports.refused(error)
  }

  /** Saves at once; true when the server has everything that can be stored. */
  function flush(): Promise<boolean> {
    clearTimeout(timer)
    running ??= saveAll().finally(() => (running = undefined))
    return running.then(() => !isPending())
  }

  function replace(theirs: Saved) {
    saved = theirs
    epoch += 1
  }

  return {
    change,
    flush,
    snapshot: () => snapshot,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Puts a copy of this device back into the form. */
    restore(part: Pending) {
      epoch += 1
      change(part)
    },
    /** Takes in what another window saved, unless something here is still to be saved. */
    adopt(theirs: Saved) {
      if (running || isPending() || theirs.version <= saved.version) return
      replace(theirs)
      show('saved')
    },
    /** After a conflict: puts the changes of this window on top of the other version. */
    keepMine(theirs: Saved) {
      replace(theirs)
      show('waiting')
      return flush()
    },
    /** After a conflict: gives the changes of this window up. */
    takeTheirs(theirs: Saved) {
      pending = { answers: {} }
      ports.keep(undefined)
      replace(theirs)
      show('saved')
    },
    stop: () => clearTimeout(timer),
  }
}
export type DraftSaver = ReturnType<typeof createDraftSaver>
