import { REQUEST_TIMEOUT_MS } from '@awards/shared/domain'
import axios from 'axios'
import { clientHost } from './client-host.ts'
import { siteConfiguration } from './site-configuration.ts'
import { readToken } from './token-store.ts'

/** The one HTTP client of the site (specification §7): JSON, 20 seconds, header `token`. */
export const http = axios.create({
  timeout: REQUEST_TIMEOUT_MS,
  headers: { 'Content-Type': 'application/json' },
  // Lists travel as `ids=1&ids=2`.
  paramsSerializer: { indexes: null },
})

http.interceptors.request.use((request) => {
  request.baseURL ??= siteConfiguration().api_base_url
  request.headers.set('Accept-Language', clientHost().language())
  const token = readToken()
  if (token) request.headers.set('token', token)
  return request
})
