export type { Call, OutputOf } from './public-calls.ts'
export { TAGS, type CacheFacts, type Tag } from './facts.ts'
export { publication, publicationAdded, session, sessionAdded } from './public-calls.ts'
