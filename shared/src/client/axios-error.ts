import type { AxiosError } from 'axios'

const has = (error: unknown, key: string): boolean =>
  typeof error === 'object' && error !== null && Reflect.get(error, key) === true

/** The library's own marks, read without it: a page that makes no call need not load it. */
export const isAxiosError = (error: unknown): error is AxiosError => has(error, 'isAxiosError')
export const isCancel = (error: unknown): boolean => has(error, '__CANCEL__')
