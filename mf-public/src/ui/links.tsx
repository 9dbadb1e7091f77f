import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './links.module.css'
import { useTranslation } from 'react-i18next'
import { siteConfiguration } from '@awards/shared/client'
import type { Language } from '@awards/shared/domain'
import { useLanguage } from '@awards/shared/i18n'
import { VisuallyHidden } from '@awards/shared/ui'

/** What no route of the application answers: another language or site, a call, a file. */
const LEFT_TO_THE_BROWSER = /^(?!\/)|^\/[a-z]{2}(?:\/|$)|^\/(?:api\/|\.)|\.[^/]*$/i

/**
 * The path by which the router finds the page at an address that an editor wrote, such as `/fr/fees` on a French page:
 * its paths have no language. Undefined for what the browser has to load: a file of the site, the page in another
 * language, another site. By the shape of the path, as the table of routes is no part of the public pages.
 */
export function routedPath(pathname: string, language: Language): string | undefined {
  const own = `/${language}/`
  const path = pathname.startsWith(own) ? pathname.slice(own.length - 1) : pathname
  return LEFT_TO_THE_BROWSER.test(path) ? undefined : path
}

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

/** The link of a banner, in the shape of a button: to a page, a file of the site, or another site. */
export function BannerLink({ to, children }: { to: string; children: ReactNode }) {
  const [pathname = ''] = to.split(/[?#]/)
  const path = routedPath(pathname, useLanguage())
  if (path !== undefined) {
    return <ActionLink to={path + to.slice(pathname.length)}>{children}</ActionLink>
  }
  const base = to.startsWith('/') ? siteConfiguration().base_path.replace(/\/$/, '') : ''
  return (
    <a href={base + to} className={`${styles.action} ${styles['primary']}`}>
      {children}
    </a>
  )
}

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
