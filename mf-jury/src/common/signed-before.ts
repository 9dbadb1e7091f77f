import { browserStore } from './browser-store.ts'

const store = browserStore('jury-agreement', 'localStorage')

/** Whether this juror's agreement was signed when they were here last; no more than a hint. */
export const wasSigned = (userId: string): boolean => store.read() === userId

export const keepSigned = (userId: string) => store.write(userId)
