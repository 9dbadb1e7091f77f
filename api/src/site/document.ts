const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)

/** JSON inside a script element: no text in it may end the element or begin a comment. */
export const jsonForScript = (value: unknown) =>
  JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')

const LANGUAGE_TAGS = { en: 'en', fr: 'fr', zh: 'zh-CN' } as const
type Language = keyof typeof LANGUAGE_TAGS

const isLanguage = (code: string): code is Language => code in LANGUAGE_TAGS

/** The language for the first HTML; the page itself may know better from the visitor's choice. */
export function preferredLanguage(header: string | undefined): string {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase())
    .find(isLanguage)
  return LANGUAGE_TAGS[wanted ?? 'en']
}

const dataScript = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${jsonForScript(value)}</script>`

const preload = (file: string) =>
  `<link rel="preload" as="${file.endsWith('.css') ? 'style' : 'script'}" href="${escapeHtml(file)}">`

const initial = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="stylesheet" href="/assets/${escapeHtml(file)}">`
    : `<script defer src="/assets/${escapeHtml(file)}"></script>`

export type DocumentParts = {
  template: string
  language: string
  title: string
  nonce: string
  initialFiles: readonly string[]
  preloads: { manifest: string | undefined; files: readonly string[] }
  discovery: unknown
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
    ...parts.initialFiles.map(initial),
    dataScript('discovery', parts.discovery),
    dataScript('site-configuration', parts.configuration),
  ]
  return parts.template
    .replace('<html lang="en">', `<html lang="${parts.language}">`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(parts.title)}</title>`)
    .replace('<!--head-->', () => head.filter(Boolean).join('\n    '))
}
