import type { MouseEvent } from 'react'
import { trustedHtml } from '@awards/shared/ui'
import { useNavigate } from 'react-router-dom'
import styles from './rich-text.module.css'

type RichTextProps = { html: string; size?: 'text' | 'large' }

/** Text of the programme; the server has removed from it whatever could run. */
export function RichText({ html, size = 'text' }: RichTextProps) {
  const navigate = useNavigate()
  /** Links to pages of the site change the page without loading the site anew. */
  const follow = (event: MouseEvent<HTMLDivElement>) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || link.target || link.origin !== window.location.origin || link.hash) return
    event.preventDefault()
    void navigate(link.pathname + link.search)
  }
  return (
    <div
      className={`${styles.rich} ${styles[size]}`}
      onClick={follow}
      dangerouslySetInnerHTML={{ __html: trustedHtml(html) }}
    />
  )
}
