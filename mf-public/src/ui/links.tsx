import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './links.module.css'
import { useTranslation } from 'react-i18next'
import { VisuallyHidden } from '@awards/shared/ui'

type ActionLinkProps = {
  to: string
  children: ReactNode
  tone?: 'primary' | 'outline' | 'paper'
}

/** A link that asks to act, in the shape of a button. */
export const ActionLink = ({ to, children, tone = 'primary' }: ActionLinkProps) => (
  <Link to={to} className={`${styles.action} ${styles[tone]}`}>
    {children}
  </Link>
)

type OutsideLinkProps = {
  href: string
  children: ReactNode
  className?: string
  /** The language of the words, where it is not that of the page. */
  lang?: string
}

/** A link to another site, in a new tab. */
export function OutsideLink({ href, children, className, lang }: OutsideLinkProps) {
  const { t } = useTranslation('public')
  return (
    <a href={href} className={className} target="_blank" rel="noopener noreferrer">
      {lang ? <span lang={lang}>{children}</span> : children}
      <span aria-hidden="true"> ↗</span>
      <VisuallyHidden> {t('newTab')}</VisuallyHidden>
    </a>
  )
}
