export type { Call, OutputOf } from './call.ts'
export { TAGS, type CacheFacts, type Tag } from './facts.ts'
export { publication, publicationAdded, session, sessionAdded } from './public-calls.ts'
