import type { MouseEvent } from 'react'
import { useLanguage } from '@awards/shared/i18n'
import { trustedHtml } from '@awards/shared/ui'
import { useNavigate } from 'react-router-dom'
import { routedPath } from './links.tsx'
import styles from './rich-text.module.css'

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00a0',
}

/** The words of the programme's HTML, for where no markup can stand. */
export const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|nbsp|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()

const LENGTH = 160

/** The first words of a text, up to the length that search engines show. */
export function summaryOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= LENGTH) return line
  const cut = line.slice(0, LENGTH - 1)
  const space = cut.lastIndexOf(' ')
  // Chinese has no spaces between words.
  const words = space > LENGTH / 2 ? cut.slice(0, space) : cut
  return `${words.replace(/[\s,.;:，。；：]+$|[\uD800-\uDBFF]$/, '')}…`
}

type RichTextProps = { html: string; size?: 'text' | 'large' }

/** Text of the programme; the server has removed from it whatever could run. */
export function RichText({ html, size = 'text' }: RichTextProps) {
  const navigate = useNavigate()
  const language = useLanguage()
  /**
   * Links to pages of the site change the page without loading the site anew. The browser follows the others: files,
   * pages in another language, and places within a page, to which it scrolls.
   */
  const follow = (event: MouseEvent<HTMLDivElement>) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || link.target || link.origin !== window.location.origin || link.hash) return
    const path = routedPath(link.pathname, language)
    if (path === undefined) return
    event.preventDefault()
    void navigate(path + link.search)
  }
  return (
    <div
      className={`${styles.rich} ${styles[size]}`}
      onClick={follow}
      dangerouslySetInnerHTML={{ __html: trustedHtml(html) }}
    />
  )
}
