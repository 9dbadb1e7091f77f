import type { FastifyRequest } from 'fastify'
import { openToken, signToken } from '../lib/signed-token.ts'
import type { AppContext } from '../start/app-context.ts'
import { readCookie } from './cookies.ts'

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
