import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { VisuallyHidden } from '@awards/shared/ui'

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
