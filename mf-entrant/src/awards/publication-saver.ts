import { errorCode } from '@awards/shared/client'
import { WinningInfo } from '@awards/shared/domain'
import { createAutosave, isTransient } from '@awards/shared/forms/autosave'

type Shipping = Partial<NonNullable<WinningInfo['shipping']>>
/** The form as it stands; any field may still be missing. */
export type PublicationValues = Partial<Omit<WinningInfo, 'shipping'>> & { shipping?: Shipping }
export type PublicationState = 'saved' | 'waiting' | 'saving' | 'offline' | 'refused'

type Held = { version: number; info: PublicationValues }
type Ports = {
  save: (version: number, info: WinningInfo) => Promise<{ version: number }>
  /** What the server holds, after another window has saved. */
  load: () => Promise<Held>
  /** Shows what another window wrote, merged with what was changed here. */
  fill: (values: PublicationValues) => void
  /** Keeps a copy of the changed fields on this device until the server has them. */
  keep: (changed: PublicationValues | undefined) => void
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

/** Saves what is published about a winner while it is written; see the entry form for the manner. */
export function createPublicationSaver(start: Held, ports: Ports) {
  let { version } = start
  let values: PublicationValues | undefined
  let changed: PublicationValues = {}
  const first: { state: PublicationState; savedAt: string | undefined } = {
    state: 'saved',
    savedAt: undefined,
  }
  const autosave = createAutosave(first, save)
  const show = (state: PublicationState) => {
    const savedAt = state === 'saved' ? new Date().toISOString() : autosave.snapshot().savedAt
    autosave.show({ state, savedAt })
  }

  async function save(): Promise<void> {
    while (values && !autosave.isEnded()) {
      const sent = values
      const info = storable(sent)
      if (!info.success) return show('refused')
      show('saving')
      try {
        const answer = await ports.save(version, info.data)
        version = answer.version
        if (values !== sent) continue
        values = undefined
        changed = {}
        ports.keep(undefined)
        show('saved')
      } catch (error) {
        if (autosave.isEnded()) return
        if (errorCode(error) !== 409) return failed(error)
        // What the other window wrote stays, below the fields that were changed here.
        const theirs = await ports.load().catch(() => undefined)
        if (!theirs) return failed(error)
        version = theirs.version
        const isWritten = Object.keys(theirs.info).length > 0
        values = { ...(isWritten ? theirs.info : sent), ...changed }
        // The next key sends the form as it stands: without their words in it, it would erase them.
        ports.fill(values)
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

  return {
    /** Saves the form, of which `part` was changed here. */
    change(part: PublicationValues, all: PublicationValues) {
      changed = { ...changed, ...part, ...(part.shipping && { shipping: all.shipping ?? {} }) }
      values = all
      ports.keep(Object.keys(changed).length > 0 ? changed : undefined)
      show('waiting')
      autosave.saveSoon()
    },
    /** Saves at once; true when the server has everything. */
    flush: (): Promise<boolean> => autosave.flush().then(() => values === undefined),
    version: () => version,
    snapshot: autosave.snapshot,
    subscribe: autosave.subscribe,
    /** Saves no more; what is not saved is in the copy of this device. */
    stop: autosave.end,
  }
}
