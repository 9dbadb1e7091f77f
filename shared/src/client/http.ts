import { REQUEST_TIMEOUT_MS } from '@awards/shared/domain'
import axios from 'axios'
import { siteConfiguration } from './site-configuration.ts'
import { readToken } from './token-store.ts'

/** One request to the API, before it becomes one of a protocol. */
export type ApiRequest = {
  method: 'GET' | 'POST'
  /** Path below `/api`. */
  url: string
  input: unknown
  /** Milliseconds. */
  timeout?: number
  signal?: AbortSignal
  headers?: Record<string, string>
}

/** The one HTTP client of the site (specification §7): JSON, 20 seconds, header `token`. */
export const http = axios.create({
  timeout: REQUEST_TIMEOUT_MS,
  headers: { 'Content-Type': 'application/json' },
  // Lists travel as `ids=1&ids=2`.
  paramsSerializer: { indexes: null },
})

http.interceptors.request.use((request) => {
  request.baseURL ??= siteConfiguration().api_base_url
  const token = readToken()
  // A call that ends another session than the one of this tab brings the token of that session.
  if (token && !request.headers.has('token')) request.headers.set('token', token)
  return request
})

/**
 * A browser without a network answers with status 0 (specification §8), which axios reports as no
 * response at all. Where the browser says that it is offline, the response is put back.
 */
http.interceptors.response.use(undefined, (error: unknown) => {
  const isOffline = typeof navigator !== 'undefined' && navigator.onLine === false
  if (axios.isAxiosError(error) && error.request && error.config && !error.response && isOffline) {
    const { config, request } = error
    error.response = { status: 0, statusText: '', data: null, headers: {}, config, request }
  }
  return Promise.reject(error)
})

/** Makes a request; a GET carries its input as a query, a POST as a JSON body. */
export async function sendOverHttp({ input, ...request }: ApiRequest): Promise<unknown> {
  const carried = request.method === 'GET' ? { params: input } : { data: input }
  const response = await http.request({ ...request, ...carried })
  return response.data
}
