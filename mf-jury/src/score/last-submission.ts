import { storedText } from '@awards/shared/browser/storage'
import type { OwnScore } from './saving/score-draft.ts'

/** The last submission, while it can be undone. */
export type LastSubmission = { entry: string; label: string; own: OwnScore; until: number }

/** How long undo is offered; the server allows slightly more, for latency. */
const OFFERED_MS = 10_000
const inARow = storedText('jury-in-a-row', 'sessionStorage')
const changed = new EventTarget()
const tell = () => void changed.dispatchEvent(new Event('change'))
let last: LastSubmission | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** The last submission of this window, and how many there were in a row. */
export const submissions = {
  last: () => last,
  add(entry: string, label: string, own: OwnScore) {
    clearTimeout(timer)
    last = { entry, label, own, until: Date.now() + OFFERED_MS }
    timer = setTimeout(submissions.forget, OFFERED_MS)
    tell()
  },
  forget() {
    last = undefined
    tell()
  },
  inARow: () => Number(inARow.read()) || 0,
  setInARow(count: number) {
    inARow.write(String(count))
    tell()
  },
  subscribe(listener: () => void) {
    changed.addEventListener('change', listener)
    return () => changed.removeEventListener('change', listener)
  },
}
