import type { FastifyReply, FastifyRequest } from 'fastify'
import { openToken, signToken } from '../lib/signed-token.ts'
import type { AppContext } from '../start/app-context.ts'

/** Reads a cookie by name; the first one if the name is repeated. */
export function readCookie(request: FastifyRequest, name: string): string | undefined {
  const header = request.headers.cookie ?? ''
  for (const pair of header.split(';')) {
    const [key = '', ...value] = pair.split('=')
    if (key.trim() === name) return value.join('=').trim()
  }
  return undefined
}

type Cookie = {
  readonly name: string
  /** Only base64url characters and dots; it is not encoded. */
  readonly value: string
  /** Undefined for one that ends with the browser. */
  readonly seconds: number | undefined
  readonly sameSite: 'Lax' | 'Strict'
  /** True if the site uses https. */
  readonly isSecure: boolean
  /** Restricts the cookie to a path; default `/`. */
  readonly path?: string
  /** True for a cookie that scripts write as well: browsers let them overwrite none that is HttpOnly. */
  readonly isForScripts?: boolean
}

/** Sets a cookie; it is HttpOnly unless scripts write it too. */
export function setCookie(reply: FastifyReply, cookie: Cookie) {
  const { name, value, seconds, sameSite, isSecure, path = '/', isForScripts = false } = cookie
  const age = seconds === undefined ? [] : [`Max-Age=${seconds}`]
  const parts = [`${name}=${value}`, `Path=${path}`, ...age]
  parts.push(...(isForScripts ? [] : ['HttpOnly']))
  parts.push(`SameSite=${sameSite}`, ...(isSecure ? ['Secure'] : []))
  void reply.header('set-cookie', parts.join('; '))
}

/** Cookie of a browser in which the public pages show the drafts of the programme; set by a signed link. */
export const PREVIEW_COOKIE = 'preview'
/** Life of a link, and of what it opens. */
export const PREVIEW_SECONDS = 3_600

type Preview = { readonly userId: string; readonly expires: Date }

/** A token that says for whom the drafts are shown and until when; it holds nothing else. */
export const previewToken = (secret: string, { userId, expires }: Preview): string =>
  signToken(secret, 'preview', Buffer.from(`${userId} ${expires.getTime()}`))

/** Opens a token; undefined for one that is forged or over. */
export function openPreview(
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
  token: string,
): Preview | undefined {
  const [userId, time] =
    openToken(config.acceptedSecrets, 'preview', token)?.toString().split(' ') ?? []
  const expires = new Date(Number(time))
  return userId && expires > clock() ? { userId, expires } : undefined
}

/** Whose preview the browser of a request shows; undefined for everybody else. */
export function previewerOf(
  context: Pick<AppContext, 'config' | 'clock'>,
  request: FastifyRequest,
): string | undefined {
  const token = readCookie(request, PREVIEW_COOKIE)
  return token ? openPreview(context, token)?.userId : undefined
}

/** Headers of whatever shows drafts: kept by no cache, found by no search. */
export const PREVIEW_HEADERS = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' }
