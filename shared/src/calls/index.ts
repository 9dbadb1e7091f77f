export type { Call, OutputOf } from './call.ts'
export { TAGS, type CacheFacts, type Tag } from './facts.ts'
export { publication, publicationAdded } from './publication.ts'
export { session, sessionAdded } from './session.ts'
