import type { AxiosRequestConfig, AxiosResponse } from 'axios'
import type { ComponentType } from 'react'
import type { ApiRequest } from './http.ts'

/** What the client needs of the application around it; the shell connects it once at start. */
export type ClientHost = {
  /** Shows an error toast. */
  notify: (text: string) => void
  /** Shows a toast that something is done, on this page and the next one. */
  notifySuccess: (text: string) => void
  /** Loads antd with the theme of the site beside a component, and renders the component inside of it. */
  withDesign: <P extends object>(loading: Promise<ComponentType<P>>) => Promise<ComponentType<P>>
  navigate: (path: string) => void
  /** Path and query of the page on screen, without the base path. */
  currentPath: () => string
  /** The text in the visitor's language; the English sentence is the key. */
  translate: (sentence: string) => string
  /** Language asked of the server. */
  language: () => string
  /** Asks the person for a code by e-mail; true once it was right. */
  reauthenticate: () => Promise<boolean>
  /** Makes a request and gives the body of the answer. */
  send: (request: ApiRequest) => Promise<unknown>
}

const unconnected: ClientHost = {
  notify: (text) => console.error(text),
  notifySuccess: () => undefined,
  withDesign: (loading) => loading,
  navigate: (path) => window.location.assign(path),
  currentPath: () => window.location.pathname + window.location.search,
  translate: (sentence) => sentence,
  language: () => document.documentElement.lang || 'en',
  reauthenticate: async () => false,
  // Loads axios with the first request: a page hydrated from its first HTML makes none at the start.
  send: async ({ headers, ...request }) => {
    const { sendOverHttp } = await import(/* webpackChunkName: 'http' */ './http.ts')
    const language = { 'Accept-Language': connected.language() }
    return sendOverHttp({ ...request, headers: { ...language, ...headers } })
  },
}

let connected = unconnected

/** Connects the client with the router, the toasts and the language of the shell. */
export function connectClient(host: Partial<ClientHost>) {
  connected = { ...connected, ...host }
}

export const clientHost = (): ClientHost => connected

/** The HTTP client for remotes built against 1.1; newer ones make calls with `callApi`. */
export const http = {
  request: async <T>(config: AxiosRequestConfig): Promise<AxiosResponse<T>> =>
    (await import(/* webpackChunkName: 'http' */ './http.ts')).http.request<T>(config),
}
