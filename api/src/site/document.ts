import { ENTRY_FILE } from '@awards/shared/platform'
import type { Preload, Preloads } from './preloads.ts'

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)

/** JSON inside a script element: no text in it may end the element or begin a comment. */
export const jsonForScript = (value: unknown) =>
  JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')

export const LANGUAGE_TAGS = { en: 'en', fr: 'fr', zh: 'zh-CN' } as const
export type Language = keyof typeof LANGUAGE_TAGS

const isLanguage = (code: string): code is Language => code in LANGUAGE_TAGS

/** The language for the first HTML; the page itself may know better from the visitor's choice. */
export function preferredLanguage(header: string | undefined): Language {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase())
    .find(isLanguage)
  return wanted ?? 'en'
}

const dataScript = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${jsonForScript(value)}</script>`

const isStyle = ({ href }: Preload) => href.endsWith('.css')

const sealed = ({ integrity }: Preload) =>
  integrity ? ` integrity="${escapeHtml(integrity)}"` : ''

function preload(file: Preload) {
  const href = `href="${escapeHtml(file.href)}"`
  if (isStyle(file)) return `<link rel="preload" as="style" ${href}${sealed(file)}>`
  if (file.href.endsWith('.woff2')) {
    return `<link rel="preload" as="font" type="font/woff2" crossorigin ${href}>`
  }
  // The loader asks for a remote's entry as across origins; webpack asks for chunks as usual.
  const mode = file.href.endsWith(`/${ENTRY_FILE}`) ? ' crossorigin="anonymous"' : ''
  return `<link rel="preload" as="script"${mode} ${href}${sealed(file)}>`
}

const initial = (file: Preload) =>
  isStyle(file)
    ? `<link rel="stylesheet" href="${escapeHtml(file.href)}"${sealed(file)}>`
    : `<script defer src="${escapeHtml(file.href)}"${sealed(file)}></script>`

export type DocumentParts = {
  template: string
  language: Language
  title: string
  nonce: string
  initial: readonly Preload[]
  preloads: Preloads
  /** Absent while the registry cannot answer: the shell goes on with what it knew last. */
  discovery: object | undefined
  configuration: unknown
}

/** Fills the shell's template: what the page will need is named here, so nothing is found in a chain. */
export function renderDocument(parts: DocumentParts): string {
  const { manifest, files } = parts.preloads
  const head = [
    `<meta name="csp-nonce" content="${parts.nonce}">`,
    manifest &&
      `<link rel="preload" as="fetch" crossorigin="anonymous" href="${escapeHtml(manifest)}">`,
    ...files.map(preload),
    ...parts.initial.map(initial),
    parts.discovery && dataScript('discovery', parts.discovery),
    dataScript('site-configuration', parts.configuration),
  ]
  return parts.template
    .replace('<html lang="en">', `<html lang="${LANGUAGE_TAGS[parts.language]}">`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(parts.title)}</title>`)
    .replace('<!--head-->', () => head.filter(Boolean).join('\n    '))
}
