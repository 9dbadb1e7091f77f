export {
  selectFlags,
  selectIsIdentity,
  selectIsJury,
  selectIsSecondJury,
  selectIsSubJury,
  selectStatus,
  selectUser,
  sessionReady,
  type SessionState,
} from './session.slice.ts'
export { lookUpUser, signIn, signOut } from './sign-in.ts'
export { startSession } from './start-session.ts'
export {
  createStore,
  type RootState,
  type SiteDispatch,
  type SiteStore,
  type StoredAnswers,
} from './store.ts'
export { useUnsavedWork } from './use-unsaved-work.ts'
export { useCurrentUser, useSession, useSiteDispatch, useSiteSelector } from './use-session.ts'
