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
  createStore,
  type RootState,
  type SiteDispatch,
  type SiteStore,
  type StoredAnswers,
  useCurrentUser,
  useSession,
  useSiteDispatch,
  useSiteSelector,
} from './store.ts'
export { lookUpUser, signIn, signOut, startSession } from './session.ts'
export { useUnsavedWork } from './use-unsaved-work.ts'
