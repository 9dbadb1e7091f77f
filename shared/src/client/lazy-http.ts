import type { AxiosRequestConfig, AxiosResponse } from 'axios'

/** The HTTP client for remotes built against 1.1; others make calls with `callApi`. */
export const http = {
  request: async <T>(config: AxiosRequestConfig): Promise<AxiosResponse<T>> =>
    (await import('./http.ts')).http.request<T>(config),
}
