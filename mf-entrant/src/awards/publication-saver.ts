import { errorCode } from '@awards/shared/client'
import { WinningInfo } from '@awards/shared/domain'
import { createAutosave, isTransient } from '@awards/shared/forms/autosave'
import {
  mergeDraft,
  withSent,
  type Choice,
  type Conflict,
  type Pending,
  type Saved,
} from '../steps/draft/draft-merge.ts'

type Shipping = Partial<NonNullable<WinningInfo['shipping']>>
/** The form as it stands; any field may still be missing. */
export type PublicationValues = Partial<Omit<WinningInfo, 'shipping'>> & { shipping?: Shipping }
export type PublicationState = 'saved' | 'waiting' | 'saving' | 'offline' | 'conflict' | 'refused'

/** The fields that were changed here and wait to be saved. */
type Changes = Pending<PublicationValues>
type SavedValues = Saved<PublicationValues>
type Held = { version: number; info: PublicationValues }
type Ports = {
  save: (version: number, info: WinningInfo) => Promise<{ version: number }>
  /** What the server holds, after another window has saved. */
  load: () => Promise<Held>
  /** Shows what another window wrote, merged with what was changed here; names every field. */
  fill: (values: PublicationValues) => void
  /** Keeps a copy of the changed fields on this device, with what they were written over, until the server has them. */
  keep: (changes: Changes | undefined, base: SavedValues) => void
  refused: (error: unknown) => void
}

const isFilled = (value: unknown) => value !== undefined && value !== null && value !== ''
/** An untouched optional field is left out, so that its rule does not apply. */
const filled = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => isFilled(value)))

/** What can be stored of the form; an address without anything in it is none. */
export function storable({ shipping, ...values }: PublicationValues) {
  const address = filled(shipping ?? {})
  const { recipient = '', address: street = '', postal_code = '', city = '' } = shipping ?? {}
  const whole = { ...address, recipient, address: street, postal_code, city }
  const hasAddress = Object.keys(address).length > 0
  return WinningInfo.safeParse({ ...filled(values), ...(hasAddress && { shipping: whole }) })
}

const FIELDS = Object.keys(WinningInfo.shape) as (keyof WinningInfo)[]
/** Every field, those without a value too. */
const whole = (values: PublicationValues): PublicationValues =>
  Object.fromEntries(FIELDS.map((name) => [name, values[name]])) as PublicationValues

/** As the merge of the entry form reads it; there are no steps and no files here. */
const savedOf = ({ version, info }: Held): SavedValues => ({
  version,
  step: 0,
  answers: info,
  files: [],
})

/**
 * Saves what is published about a winner while it is written; see the entry form for the manner. The whole form is sent
 * over the version that it was read from. What another window changed is brought together field by field; a field
 * that both changed differently is asked, and until the answer nothing is saved.
 */
export function createPublicationSaver(start: Held, ports: Ports) {
  let saved = savedOf(start)
  /** The form as it is to be saved; undefined while nothing waits. */
  let values: PublicationValues | undefined
  let pending: Changes = { answers: {} }
  const conflictsOf = (): readonly Conflict[] => mergeDraft(saved, pending, saved).conflicts
  const first: {
    state: PublicationState
    savedAt: string | undefined
    conflicts: readonly Conflict[]
  } = { state: 'saved', savedAt: undefined, conflicts: [] }
  const autosave = createAutosave(first, save)
  const show = (state: PublicationState) => {
    const savedAt = state === 'saved' ? new Date().toISOString() : autosave.snapshot().savedAt
    autosave.show({ state, savedAt, conflicts: conflictsOf() })
  }

  /** An ended saver removes its copy, and writes none: another form may have gone on from it. */
  function keep() {
    const isLeft = Object.keys(pending.answers).length > 0
    if (!isLeft || !autosave.isEnded()) ports.keep(isLeft ? pending : undefined, saved)
  }

  /**
   * Takes what the server has as the base of what was changed here over `base`. Without an answer a field that both
   * changed differently stays as it was written here, and is asked.
   */
  function mergeOver(theirs: SavedValues, mine: Changes, base: SavedValues) {
    const merged = mergeDraft(base, mine, theirs)
    const inQuestion = merged.conflicts.map((one) => [one.field, one.mine] as const)
    saved = theirs
    pending = {
      answers: { ...merged.pending.answers, ...Object.fromEntries(inQuestion) },
      asked: inQuestion.map(([field]) => field),
      // A save over this same version may still arrive.
      sent: theirs.version === base.version ? mine.sent : undefined,
    }
  }

  /** Shows the form with what was changed here in it: the next key sends it as it stands. */
  function fillIn(form: PublicationValues) {
    values = { ...form, ...pending.answers }
    ports.fill(whole(values))
    keep()
    if (conflictsOf().length > 0) show('conflict')
  }

  async function save(): Promise<void> {
    while (values && !autosave.isEnded() && autosave.snapshot().state !== 'conflict') {
      const form = values
      const info = storable(form)
      if (!info.success) return show('refused')
      show('saving')
      pending = withSent(pending, { answers: whole(info.data) })
      // On this device too: the tab may be gone before the answer comes.
      keep()
      try {
        const { version } = await ports.save(saved.version, info.data)
        saved = savedOf({ version, info: info.data })
        const isAll = values === form
        if (isAll) values = undefined
        // A copy that came back meanwhile may have put fields in question.
        pending = isAll ? { answers: {} } : { answers: pending.answers, asked: pending.asked }
        keep()
        if (isAll) show('saved')
        else if (conflictsOf().length > 0) show('conflict')
      } catch (error) {
        if (autosave.isEnded()) return
        if (errorCode(error) !== 409) return failed(error)
        const theirs = await ports.load().catch(() => undefined)
        if (!theirs) return failed(error)
        // Where nothing is published yet, the form stands over what it began with.
        const isWritten = Object.keys(theirs.info).length > 0
        const there = isWritten ? theirs.info : saved.answers
        mergeOver(savedOf({ version: theirs.version, info: there }), pending, saved)
        fillIn(isWritten ? there : (values ?? form))
      }
    }
  }

  function failed(error: unknown) {
    if (isTransient(error) || errorCode(error) === 409) {
      show('offline')
      return autosave.retryLater()
    }
    show('refused')
    ports.refused(error)
  }

  function saveSoon() {
    show('waiting')
    autosave.saveSoon()
  }

  /** Saves at once; true when the server has everything, and nobody has to choose. */
  const flush = (): Promise<boolean> => autosave.flush().then(() => values === undefined)

  return {
    /** Saves the form, of which `part` was changed here. */
    change(part: PublicationValues, all: PublicationValues) {
      const shipping = part.shipping && { shipping: all.shipping ?? {} }
      pending = { ...pending, answers: { ...pending.answers, ...part, ...shipping } }
      values = all
      // Written as the other window has it: there is nothing to choose any more.
      if (conflictsOf().length === 0) pending = { ...pending, asked: undefined }
      keep()
      if (pending.asked?.length) return show('conflict')
      saveSoon()
    },
    /**
     * Puts a copy of this device back into the form, which stands as `all`; false where the server has all of it.
     * `base` is what the copy was written over.
     */
    restore(copy: Changes, all: PublicationValues, base: SavedValues = saved): boolean {
      const typed = pending
      mergeOver(saved, copy, base)
      const isLeft = Object.keys(pending.answers).length > 0
      pending = {
        ...pending,
        answers: { ...pending.answers, ...typed.answers },
        // One may be on its way.
        sent: [...(pending.sent ?? []), ...(typed.sent ?? [])],
      }
      if (!isLeft) {
        keep()
        return false
      }
      fillIn(all)
      if (conflictsOf().length === 0) saveSoon()
      return true
    },
    /** After a conflict: for each field the version of this window or the other one. */
    resolve(choices: Readonly<Record<string, Choice>>): Promise<boolean> {
      const fields = conflictsOf().map(({ field }) => field as keyof WinningInfo)
      if (fields.length === 0) return flush()
      const taken = fields.filter((field) => choices[field] === 'theirs')
      const theirs = Object.fromEntries(taken.map((field) => [field, saved.answers[field]]))
      const mine = Object.entries(pending.answers).filter(([field]) => !(field in theirs))
      pending = { answers: Object.fromEntries(mine) }
      fillIn({ ...values, ...theirs })
      if (mine.length > 0) saveSoon()
      else {
        values = undefined
        show('saved')
      }
      return flush()
    },
    flush,
    version: () => saved.version,
    snapshot: autosave.snapshot,
    subscribe: autosave.subscribe,
    /** Saves no more; what is not saved is in the copy of this device. */
    stop: autosave.end,
  }
}
