export { keepChoice, readChoice } from '@awards/shared/browser/choice'
export { BusinessError, type Failure } from './business-error.ts'
export { callApi, type CallOptions } from './call-api.ts'
export { clientHost, connectClient, type ApiRequest, type ClientHost } from './client-host.ts'
export { openEnvelope } from './envelope.ts'
export { handleError, TRANSPORT_SENTENCES } from './error-catalogue.ts'
export { errorCode, errorReason, failureOf, toFailure } from './failure.ts'
export { fieldErrors } from './field-errors.ts'
export { refreshOnFocus } from './focus-refresh.ts'
export { http } from './lazy-http.ts'
export { openFile } from './open-file.ts'
export { api, mutationOf, queryOf, TAGS, type Tag } from './query.ts'
export {
  programmeName,
  setSiteConfiguration,
  SiteConfiguration,
  siteConfiguration,
} from './site-configuration.ts'
export { onTokenChange, readToken, removeToken, storeToken } from './token-store.ts'
