import { storedText } from './store.ts'

const store = storedText('session-ended', 'sessionStorage')

/** Remembers in this tab that a session came to its end by itself, so that the way in can say so. */
export const sessionEnded = {
  note: () => void store.write('1'),
  forget: store.remove,
  read: () => store.read() !== null,
  subscribe: store.subscribe,
}
