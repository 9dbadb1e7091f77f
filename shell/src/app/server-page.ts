import { LANGUAGES, type Language } from '@awards/shared/domain'
import { releaseOfPath } from '@awards/shared/platform'
import type { StoredAnswers } from '@awards/shared/session'

/** What the server left in a document with content, for the browser to go on from. */
export type ServerPage = {
  /** Whose code rendered it, and which version of it. */
  readonly name: string
  readonly version: string
  readonly language: Language
  readonly answers: StoredAnswers
}

/**
 * A sheet that stands in the document counts as loaded. A release compares whole addresses, since it
 * knows its own. One that failed is taken out, so that it is asked for again.
 */
function adoptStyles() {
  for (const sheet of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    // An answer that is no style sheet leaves an empty one behind.
    if (!sheet.sheet?.cssRules.length) sheet.remove()
    else if (releaseOfPath(sheet.href)) sheet.dataset['href'] = sheet.href
  }
}

/** Reads the page that the server rendered into `element`; nothing where it sent none. */
export function readServerPage(element: HTMLElement): ServerPage | undefined {
  const [name, version] = element.dataset['rendered']?.split('@') ?? []
  const text = document.getElementById('answers')?.textContent
  const spoken = document.documentElement.lang.slice(0, 2)
  const language = LANGUAGES.find((one) => one === spoken)
  if (!name || !version || !text || !language) return undefined
  adoptStyles()
  return { name, version, language, answers: JSON.parse(text) as StoredAnswers }
}
