import { onTokenChange } from '@awards/shared/client'

type Ending = { end: () => void }

/** Savers whose form was left before they had an answer to everything, by what they save. */
const left = new Map<string, { saver: Ending; forget: () => void }>()

/** Lets a saver go on after its form: until its session ends, or until a form takes the same over. */
export function goOn(name: string, saver: Ending) {
  takeOver(name, saver)
  left.set(name, { saver, forget: onTokenChange(() => takeOver(name)) })
}

/**
 * Ends the saver that an earlier form of the same has left; the next one has its words from the copy of this device.
 * Two would save over each other. `own` is not ended: its form is there again.
 */
export function takeOver(name: string, own?: Ending) {
  const earlier = left.get(name)
  if (!earlier) return
  left.delete(name)
  earlier.forget()
  if (earlier.saver !== own) earlier.saver.end()
}
