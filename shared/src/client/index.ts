export { keepChoice, readChoice } from '@awards/shared/browser/choice'
export { BusinessError, type Failure, openEnvelope } from './envelope.ts'
export { callApi, type CallOptions } from './call-api.ts'
export { clientHost, connectClient, http, type ClientHost } from './client-host.ts'
export { handleError, TRANSPORT_SENTENCES } from './error-catalogue.ts'
export { errorCode, errorReason, failureOf, toFailure, fieldErrors } from './failure.ts'
export { refreshOnFocus } from './focus-refresh.ts'
export type { ApiRequest } from './http.ts'
export { openFile } from './open-file.ts'
export { api, mutationOf, queryOf, TAGS, type Tag } from './query.ts'
export {
  programmeName,
  setSiteConfiguration,
  SiteConfiguration,
  siteConfiguration,
} from './site-configuration.ts'
export { onTokenChange, readToken, removeToken, storeToken } from './token-store.ts'
