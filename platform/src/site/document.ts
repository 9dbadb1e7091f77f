import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { z } from 'zod'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  brandProperties,
  LANGUAGE_TAGS,
  PAGE_GROUND,
  type Language,
  type Translated,
} from '@awards/shared/domain'
import { type Channel, registryPaths } from '@awards/shared/releases'
import { acceptsEncoding } from '../../../api/src/http/read-input.ts'
import { escapeHtml, jsonForScript } from '../../../api/src/lib/markup.ts'
import type { SiteIdentity } from '../../../api/src/modules/editions/editions.repository.ts'
import type { Content } from './render/rendered-pages.ts'
import type { Preload, Preloads } from './route-assets.ts'

const dataScript = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${jsonForScript(value)}</script>`

const isStyle = ({ href }: Preload) => href.endsWith('.css')
const isFont = ({ href }: Preload) => href.endsWith('.woff2')

const integrityAttribute = ({ integrity }: Preload) =>
  integrity ? ` integrity="${escapeHtml(integrity)}"` : ''

const modeAttribute = ({ isCors }: Preload) => (isCors ? ' crossorigin="anonymous"' : '')

function preload(file: Preload) {
  const href = `href="${escapeHtml(file.href)}"`
  if (isStyle(file)) return `<link rel="preload" as="style" ${href}${integrityAttribute(file)}>`
  if (isFont(file)) return `<link rel="preload" as="font" type="font/woff2" crossorigin ${href}>`
  return `<link rel="preload" as="script"${modeAttribute(file)} ${href}${integrityAttribute(file)}>`
}

const stylesheet = (file: Preload) =>
  `<link rel="stylesheet" href="${escapeHtml(file.href)}"${integrityAttribute(file)}>`

const script = (file: Preload, priority = '') =>
  `<script defer${priority}${modeAttribute(file)} src="${escapeHtml(file.href)}"${integrityAttribute(file)}></script>`

const manifestPreload = (manifest: string | undefined) =>
  manifest &&
  `<link rel="preload" as="fetch" crossorigin="anonymous" href="${escapeHtml(manifest)}">`

type DocumentParts = {
  template: string
  language: Language
  title: string
  nonce: string
  /** Theme chosen by the visitor; undefined follows the system. */
  theme: 'light' | 'dark' | undefined
  brand: string
  initial: readonly Preload[]
  /** Script that loads the others after the first paint of a page with content. */
  start: Preload | undefined
  preloads: Preloads
  /** Absent while the registry is unreachable: the shell then uses the last document it stored. */
  discovery: object | undefined
  /** The pins by which it was rendered. */
  pins?: object | undefined
  configuration: unknown
  /** The server-rendered page, if there is one. */
  content: Content | undefined
  /** Tags for search engines and link previews. */
  meta: readonly string[]
  hero: string | undefined
  /** The answer to a form that was sent natively; the shell reads it once. */
  submitted: object | undefined
  /** Shows drafts of the programme. */
  isPreview: boolean
}

const [LIGHT_PAGE, DARK_PAGE] = PAGE_GROUND
const PAGE_COLOURS = { light: LIGHT_PAGE, dark: DARK_PAGE }

const NO_SCRIPTS = /\s*<noscript\s*>[\s\S]*?<\/noscript\s*>/

function themeColours(theme: DocumentParts['theme']): string[] {
  if (theme) return [`<meta name="theme-color" content="${PAGE_COLOURS[theme]}">`]
  return (['light', 'dark'] as const).map(
    (each) =>
      `<meta name="theme-color" media="(prefers-color-scheme: ${each})" content="${PAGE_COLOURS[each]}">`,
  )
}

function brandStyle({ brand, nonce }: DocumentParts) {
  const properties = brandProperties(brand)
  return properties && `<style nonce="${nonce}">:root{${properties}}</style>`
}

const joinTags = (list: readonly (string | undefined)[]) => list.filter(Boolean).join('\n    ')

/** JSON elements that the shell reads. */
const dataScripts = ({ discovery, pins, configuration, content, submitted }: DocumentParts) => [
  discovery && dataScript('discovery', discovery),
  pins && dataScript('pins', pins),
  dataScript('site-configuration', configuration),
  content && dataScript('answers', content.answers),
  submitted && dataScript('submitted', submitted),
]

/**
 * Head of a document without content: preloads all files, which avoids a request chain. The application comes first and
 * before all others on the line (a deferred script would be the last): it asks who is there while the page is on its way.
 */
function emptyHead(parts: DocumentParts) {
  const { initial } = parts
  const { manifest, files, application } = parts.preloads
  return [
    ...initial.filter(isStyle).map(stylesheet),
    ...initial
      .filter((file) => !isStyle(file))
      .map((file) => script(file, ' fetchpriority="high"')),
    ...application.map((file) => preload(file)),
    manifestPreload(manifest),
    ...files.map((file) => preload(file)),
    ...dataScripts(parts),
  ]
}

/**
 * A document comes in pieces, and what comes later would push what is read already: nothing is painted
 * before the footer begins (shell/src/app/layout/footer.tsx), where the content has come as a whole.
 */
const BLOCK_UNTIL_FOOTER = '<link rel="expect" href="#footer" blocking="render">'

/** Head of a document with content: styles, fonts and the hero image first; scripts follow at the end of the body. */
function contentHead(parts: DocumentParts) {
  const files = parts.preloads.files
  return [
    BLOCK_UNTIL_FOOTER,
    parts.hero,
    ...parts.initial.filter(isStyle).map(stylesheet),
    ...files.filter(isStyle).map(stylesheet),
    ...files.filter(isFont).map((file) => preload(file)),
    ...parts.meta,
  ]
}

/**
 * Files that the start script (shell/src/start) loads after the first paint of a page with content; it reads them from
 * the JSON element `start`.
 */
function startData({ initial: all, preloads }: DocumentParts) {
  const { manifest, files } = preloads
  const scripts = files.filter((file) => !isStyle(file) && !isFont(file))
  return {
    scripts: all.filter((file) => !isStyle(file)),
    preloads: [
      ...(manifest ? [{ href: manifest, as: 'fetch', isCors: true }] : []),
      ...scripts.map((file) => ({ ...file, as: 'script' })),
    ],
  }
}

function contentEnd(parts: DocumentParts) {
  const { start } = parts
  // Shells built without a start script load at once.
  const first = start
    ? [dataScript('start', startData(parts)), script(start)]
    : parts.initial.filter((file) => !isStyle(file)).map((file) => script(file))
  return [...dataScripts(parts), ...first]
}

const PREVIEW_WORDS: Record<Language, readonly [note: string, end: string]> = {
  en: ['You see drafts that are not live.', 'End the preview'],
  fr: ['Vous voyez des brouillons qui ne sont pas en ligne.', 'Quitter l’aperçu'],
  zh: ['您看到的是尚未生效的草稿。', '结束预览'],
}

/**
 * A line that says that the page shows drafts, and leads back; its style stands with it, for this page alone. It comes last:
 * the first thing on a page is the way past its menu.
 */
function previewNote({ language, nonce }: DocumentParts) {
  const [note, end] = PREVIEW_WORDS[language]
  return (
    `<style nonce="${nonce}">.drafts-note{position:sticky;bottom:0;z-index:10;margin:0;padding:.5rem 1rem;background:#17171b;color:#fff;` +
    `font:14px/1.5 sans-serif;text-align:center}.drafts-note a{color:#fff}</style>` +
    `<p class="drafts-note" role="status">${note} <a href="/drafts/end">${end}</a></p>`
  )
}

/** Renders the shell's template with head, content and data. */
export function renderDocument(parts: DocumentParts): string {
  const { template, content, language, nonce, theme, title } = parts
  const head = [
    `<meta name="csp-nonce" content="${nonce}">`,
    ...themeColours(theme),
    brandStyle(parts),
    ...(content ? contentHead(parts) : emptyHead(parts)),
  ]
  const themeAttribute = theme ? ` data-theme="${theme}"` : ''
  const document = template
    .replace('<html lang="en">', `<html lang="${LANGUAGE_TAGS[language]}"${themeAttribute}>`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace('<!--head-->', () => joinTags(head))
    .replace('<div id="root"></div>', (root) =>
      parts.isPreview ? `${root}${previewNote(parts)}` : root,
    )
  if (!content) return document
  const root = `<div id="root" data-rendered="${escapeHtml(content.by)}">${content.html}</div>`
  return document
    .replace(NO_SCRIPTS, '')
    .replace('<div id="root"></div>', () => `${root}\n    ${joinTags(contentEnd(parts))}`)
}

/** Server settings that are public. */
type SiteSettings = {
  readonly siteUrl: string
  readonly homePath: string
  readonly publicSiteUrl: string
  readonly adminSiteUrl: string
  readonly channel: Channel
  readonly pins: 'on' | 'preview' | 'off'
  readonly simulatorPage?: string | undefined
  readonly vitalsSample: number
  readonly providers: readonly { readonly id: string; readonly label: Translated }[]
}

const ShellVersion = z.object({ version: z.string() })
const UNKNOWN_VERSION = '0.0.0'

/** Version from the shell's release file; `0.0.0` if it is missing or invalid. */
export function shellVersion(release: unknown): string {
  const parsed = ShellVersion.safeParse(release)
  return parsed.success ? parsed.data.version : UNKNOWN_VERSION
}

/** Configuration inlined in every document; the browser reads it with `siteConfiguration()` of shared/client. */
export const siteConfiguration = (
  settings: SiteSettings,
  identity: SiteIdentity,
  shell: string,
) => ({
  ...identity,
  api_base_url: '/api',
  base_path: '/',
  home_path: settings.homePath,
  site_url: settings.siteUrl,
  public_site_url: settings.publicSiteUrl,
  admin_site_url: settings.adminSiteUrl,
  channel: settings.channel,
  pins: settings.pins,
  vitals_sample: settings.vitalsSample,
  sign_in_with: settings.providers.map(({ id, label }) => ({ id, label })),
  payment_simulator: settings.simulatorPage ?? '',
  shell_version: shell,
})

/**
 * Security headers of HTML documents. The nonce is for styles that antd inserts at run time. Trusted Types policies:
 * `default` of the shell's first module, `awards-html` for texts of the programme, `awards-start` of the start script.
 */
export const securityHeaders = (nonce: string) => ({
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types default awards-html awards-start',
    `report-uri ${registryPaths.reports}`,
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
})

/** Browsers block a script without a digest, or not in CORS mode, wherever its tag comes from. */
const INTEGRITY_HEADERS = {
  'integrity-policy': 'blocked-destinations=(script), endpoints=(site)',
  'reporting-endpoints': `site="${registryPaths.reports}"`,
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
/** Low quality: each document is compressed for one request, in about a millisecond. */
const BROTLI_QUALITY = 4
const GZIP_LEVEL = 5
/** Replaces the nonce in the ETag, so that equal documents have equal tags. */
const PLACEHOLDER_NONCE = 'nonce'

async function compress(request: FastifyRequest, html: string) {
  if (acceptsEncoding(request, 'br')) {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
    }
    return { encoding: 'br', body: await compressBrotli(html, { params }) }
  }
  if (acceptsEncoding(request, 'gzip')) {
    return { encoding: 'gzip', body: await compressGzip(html, { level: GZIP_LEVEL }) }
  }
  return { encoding: undefined, body: html }
}

type DocumentAnswer = {
  readonly status: 200 | 404
  readonly render: (nonce: string) => string
  /** Whether shell and releases request every script as `Integrity-Policy` demands. */
  readonly isSealed: boolean
  /** Request headers for `Vary`, beside Accept-Encoding. */
  readonly vary: readonly string[]
  /** Differs by visitor, so shared caches must not store it. */
  readonly isPersonal: boolean
  /** Answers a form: no cache may store it. */
  readonly isOnce: boolean
}

/**
 * Sends a document, compressed, with an ETag without the nonce. A 304 has no security headers, so that the browser keeps
 * the cached ones, whose nonce belongs to the cached document.
 */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, render, isSealed, vary, isPersonal, isOnce }: DocumentAnswer,
) {
  const digest = createHash('sha256')
    .update(render(PLACEHOLDER_NONCE))
    .digest('base64url')
    .slice(0, 22)
  const etag = `W/"${digest}"`
  void reply
    .code(status)
    .header('cache-control', isOnce ? 'no-store' : isPersonal ? 'private, no-cache' : 'no-cache')
    .header('vary', ['Accept-Encoding', ...vary].join(', '))
    .header('etag', etag)
  const isUnchanged = status === 200 && request.headers['if-none-match'] === etag
  if (isUnchanged) return reply.code(304).send()
  const nonce = randomBytes(18).toString('base64')
  const { encoding, body } = await compress(request, render(nonce))
  if (encoding) void reply.header('content-encoding', encoding)
  if (isSealed) void reply.headers(INTEGRITY_HEADERS)
  return reply.headers(securityHeaders(nonce)).type('text/html; charset=utf-8').send(body)
}
