export type { Call } from './call.ts'
export { publication, publicationAdded } from './publication.ts'
export { session, sessionAdded } from './session.ts'
