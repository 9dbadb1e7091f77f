import { brandProperties, LANGUAGE_TAGS, type Language } from '@awards/shared/domain'
import { ENTRY_FILE } from '@awards/shared/platform'
import { escapeHtml, jsonForScript } from '../../../api/src/lib/markup.ts'
import type { Preload, Preloads } from './route-assets.ts'
import type { Content } from './render/rendered-pages.ts'

const dataScript = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${jsonForScript(value)}</script>`

const isStyle = ({ href }: Preload) => href.endsWith('.css')
const isFont = ({ href }: Preload) => href.endsWith('.woff2')

const sealed = ({ integrity }: Preload) =>
  integrity ? ` integrity="${escapeHtml(integrity)}"` : ''

/** The loader asks for a remote's entry as across origins; webpack asks for chunks as usual. */
const isAcross = ({ href }: Preload) => href.endsWith(`/${ENTRY_FILE}`)

function preload(file: Preload) {
  const href = `href="${escapeHtml(file.href)}"`
  if (isStyle(file)) return `<link rel="preload" as="style" ${href}${sealed(file)}>`
  if (isFont(file)) return `<link rel="preload" as="font" type="font/woff2" crossorigin ${href}>`
  const mode = isAcross(file) ? ' crossorigin="anonymous"' : ''
  return `<link rel="preload" as="script"${mode} ${href}${sealed(file)}>`
}

const stylesheet = (file: Preload) =>
  `<link rel="stylesheet" href="${escapeHtml(file.href)}"${sealed(file)}>`

const script = (file: Preload) =>
  `<script defer src="${escapeHtml(file.href)}"${sealed(file)}></script>`

const initial = (file: Preload) => (isStyle(file) ? stylesheet(file) : script(file))

const fetched = (manifest: string | undefined) =>
  manifest &&
  `<link rel="preload" as="fetch" crossorigin="anonymous" href="${escapeHtml(manifest)}">`

export type DocumentParts = {
  template: string
  language: Language
  title: string
  nonce: string
  /** The look that the visitor chose; without a choice the styles follow the system. */
  theme: 'light' | 'dark' | undefined
  brand: string
  initial: readonly Preload[]
  /** The script that fetches the others once a page with content is painted. */
  start: Preload | undefined
  preloads: Preloads
  /** Absent while the registry cannot answer: the shell goes on with what it knew last. */
  discovery: object | undefined
  configuration: unknown
  /** The page itself, where the server has rendered it. */
  content: Content | undefined
  /** What search engines read of the page. */
  meta: readonly string[]
  hero: string | undefined
}

const PAGE_COLOURS = { light: '#ffffff', dark: '#141011' }

const NO_SCRIPTS = /\s*<noscript>[\s\S]*?<\/noscript\s*>/

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

const fill = (list: readonly (string | undefined)[]) => list.filter(Boolean).join('\n    ')

/** The elements that scripts read, and the scripts. */
const dataScripts = ({ discovery, configuration, content }: DocumentParts) => [
  discovery && dataScript('discovery', discovery),
  dataScript('site-configuration', configuration),
  content && dataScript('answers', content.answers),
]

/** A document without content: everything is named at once, so that nothing is found in a chain. */
function emptyHead(parts: DocumentParts) {
  const { manifest, files } = parts.preloads
  return [
    fetched(manifest),
    ...files.map((file) => preload(file)),
    ...parts.initial.map(initial),
    ...dataScripts(parts),
  ]
}

/**
 * A document comes in pieces, and what comes later would push what is read already: nothing is painted
 * before the footer begins (shell/src/app/footer.tsx), where the content has come as a whole.
 */
const CONTENT_AT_ONCE = '<link rel="expect" href="#footer" blocking="render">'

/** A document with content: what is looked at comes first, and what makes it answer comes after it. */
function contentHead(parts: DocumentParts) {
  const files = parts.preloads.files
  return [
    CONTENT_AT_ONCE,
    parts.hero,
    ...parts.initial.filter(isStyle).map(stylesheet),
    ...files.filter(isStyle).map(stylesheet),
    ...files.filter(isFont).map((file) => preload(file)),
    ...parts.meta,
  ]
}

/**
 * What makes a page with content answer is fetched when it is painted: its first script reads from this
 * element what to load (shell/src/start).
 */
function startOf({ initial: all, preloads }: DocumentParts) {
  const { manifest, files } = preloads
  const scripts = files.filter((file) => !isStyle(file) && !isFont(file))
  return {
    scripts: all.filter((file) => !isStyle(file)),
    preloads: [
      ...(manifest ? [{ href: manifest, as: 'fetch', crossOrigin: 'anonymous' }] : []),
      ...scripts.map((file) => ({
        ...file,
        as: 'script',
        ...(isAcross(file) && { crossOrigin: 'anonymous' }),
      })),
    ],
  }
}

function contentEnd(parts: DocumentParts) {
  const { start } = parts
  // A shell that was built without it starts at once.
  const first = start
    ? [dataScript('start', startOf(parts)), script(start)]
    : parts.initial.filter((file) => !isStyle(file)).map(script)
  return [...dataScripts(parts), ...first]
}

/** Fills the shell's template. */
export function renderDocument(parts: DocumentParts): string {
  const { template, content, language, nonce, theme, title } = parts
  const head = [
    `<meta name="csp-nonce" content="${nonce}">`,
    ...themeColours(theme),
    brandStyle(parts),
    ...(content ? contentHead(parts) : emptyHead(parts)),
  ]
  const look = theme ? ` data-theme="${theme}"` : ''
  const document = template
    .replace('<html lang="en">', `<html lang="${LANGUAGE_TAGS[language]}"${look}>`)
    .replace(/<meta name="theme-color"[^>]*>\s*/, '')
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace('<!--head-->', () => fill(head))
  if (!content) return document
  const root = `<div id="root" data-rendered="${escapeHtml(content.by)}">${content.html}</div>`
  return document
    .replace(NO_SCRIPTS, '')
    .replace('<div id="root"></div>', () => `${root}\n    ${fill(contentEnd(parts))}`)
}
