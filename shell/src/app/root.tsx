import { LOAD_BUDGET_MS } from '@awards/shared/releases'
import { VisuallyHidden, setDocumentTitle, useRouteTitle } from '@awards/shared/ui'
import { Outlet, useLocation } from 'react-router-dom'
import { isPublicPage, SPECIFICATION_ROUTES } from '@awards/shared/domain'
import { followUserLanguage, useLanguage } from '@awards/shared/i18n'
import { useCurrentUser } from '@awards/shared/session'
import { useEffect, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findRoute } from '../releases/routes/remote-pages.ts'

/** A heading that comes within this time is what the visitor went to, whatever has the focus by then. */
const PATIENCE_MS = 3_000

const hasNobody = () => document.activeElement === null || document.activeElement === document.body

/**
 * Moves the focus to the page's h1 as soon as there is one; a late one does not take the focus from another element.
 * Answers how to stop waiting.
 */
export function focusHeading(): () => void {
  const start = Date.now()
  let frame = 0
  const attempt = () => {
    const waited = Date.now() - start
    const heading = document.querySelector<HTMLElement>('main h1:not([data-waiting])')
    if (heading) {
      if (waited > PATIENCE_MS && !hasNobody()) return
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    } else if (waited < LOAD_BUDGET_MS) {
      frame = requestAnimationFrame(attempt)
    }
  }
  frame = requestAnimationFrame(attempt)
  return () => cancelAnimationFrame(frame)
}

/** Smoothly, as the specification asks (§2); at once for who prefers less motion. */
function scrollToTop() {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollTo({ top: 0, left: 0, behavior: calm ? 'auto' : 'smooth' })
}

/** On pages without an address in each language the account's applies, unless the visitor chose one. */
function useAccountLanguage() {
  const language = useCurrentUser()?.language
  const { pathname } = useLocation()
  const isPublic = isPublicPage(pathname)
  useEffect(() => {
    if (language && !isPublic) void followUserLanguage(language)
  }, [language, isPublic])
}

const isOfSpecification = (path: string) =>
  SPECIFICATION_ROUTES.some((route) => route.path === path)

/** Values of an address that make another page of it; filters, tabs and page numbers do not. */
const PLACES = ['id', 'step', 'entry', 'package', 'order_no']

function placeOf(pathname: string, search: string) {
  const query = new URLSearchParams(search)
  return [pathname, ...PLACES.map((key) => query.get(key))].join(' ')
}

/**
 * Each arrival on another page names the document, scrolls to the top and moves the focus to the
 * heading. Answers what a screen reader is to say.
 */
function useArrival(): string {
  const { pathname, search } = useLocation()
  const place = placeOf(pathname, search)
  // A page that leads to one of its fields moves the focus there itself.
  const leadsToField = new URLSearchParams(search).has('field')
  const { t } = useTranslation('shell')
  const [announcement, setAnnouncement] = useState('')
  const last = useRef(place)
  const route = findRoute(pathname)
  const language = useLanguage()
  const title = route
    ? (route.titles?.[language] ?? t(`title.${route.title}`, { defaultValue: route.title }))
    : ''

  const name = useCallback(() => {
    // The titles of the specification stand alone; the others carry the programme's name.
    if (route && isOfSpecification(route.path)) document.title = title
    else setDocumentTitle(title)
  }, [route, title])
  useRouteTitle(name)

  useEffect(() => {
    if (last.current === place) return
    last.current = place
    if (leadsToField) return
    scrollToTop()
    setAnnouncement(title)
    return focusHeading()
  }, [place, title, leadsToField])

  return announcement
}

/** What every page shares, with the layout or without: title, scrolling, focus, announcement. */
export function Root() {
  useAccountLanguage()
  const announcement = useArrival()
  return (
    <>
      <Outlet />
      <VisuallyHidden>
        <span aria-live="polite">{announcement}</span>
      </VisuallyHidden>
    </>
  )
}
