export { keepChoice, readChoice } from '@awards/shared/browser/choice'
export { TAGS, type Tag } from '@awards/shared/calls'
export { cacheOf, useApiMutation, useApiQuery, useLazyApiQuery } from './api-hooks.ts'
export { BusinessError, type Failure, openEnvelope } from './envelope.ts'
export { callApi, type CallOptions } from './call-api.ts'
export { clientHost, connectClient, http, type ClientHost } from './client-host.ts'
export { handleError, TRANSPORT_SENTENCES } from './error-catalogue.ts'
export {
  errorCode,
  errorReason,
  failureOf,
  failureSentence,
  toFailure,
  fieldErrors,
} from './error-catalogue.ts'
export { refreshOnFocus, api, mutationOf, queryOf } from './query.ts'
export type { ApiRequest } from './http.ts'
export { openFile } from './open-file.ts'
export {
  isSignedInByForm,
  setSubmittedForm,
  organisationStep,
  submittedForm,
  takeSubmittedForm,
  type SubmittedForm,
} from './submitted-form.ts'
export {
  programmeName,
  setSiteConfiguration,
  SiteConfiguration,
  siteConfiguration,
} from './site-configuration.ts'
export { onTokenChange, readToken, removeToken, storeSeenToken, storeToken } from './token-store.ts'
