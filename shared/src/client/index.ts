export { keepChoice, readChoice } from '@awards/shared/browser/choice'
export { TAGS, type Tag } from '@awards/shared/calls'
export {
  api,
  cacheOf,
  mutationOf,
  queryOf,
  refreshOnFocus,
  useApiMutation,
  useApiQuery,
  useLazyApiQuery,
} from './api-cache.ts'
export {
  BusinessError,
  errorCode,
  errorReason,
  type Failure,
  failureOf,
  failureSentence,
  fieldErrors,
  handleError,
  openEnvelope,
  toFailure,
  TRANSPORT_SENTENCES,
} from './error-catalogue.ts'
export { callApi, type CallOptions } from './call-api.ts'
export { clientHost, connectClient, http, type ClientHost } from './client-host.ts'
export type { ApiRequest } from './http.ts'
export { openFile } from './open-file.ts'
export {
  isSignedInByForm,
  setSubmittedForm,
  organisationStep,
  submittedForm,
  takeSubmittedForm,
  type SubmittedForm,
  programmeName,
  setSiteConfiguration,
  SiteConfiguration,
  siteConfiguration,
} from './site-configuration.ts'
export { onTokenChange, readToken, removeToken, storeSeenToken, storeToken } from './token-store.ts'
