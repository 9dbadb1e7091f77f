import { siteConfiguration } from '@awards/shared/client'
import {
  addressIn,
  DEFAULT_LANGUAGE,
  isPublicPage,
  readAddress,
  type Language,
} from '@awards/shared/domain'
import type { createMemoryRouter } from 'react-router-dom'
import { changeLanguage } from '@awards/shared/i18n'
import i18next from 'i18next'

/*
 * Routes, guards and links know paths: `/winners`. The address bar and the links in the page have
 * addresses: `/fr/winners`, below the base path. This is the one place that translates between both.
 */

type Place = { readonly pathname: string; readonly search: string }
type WithLinks = Pick<ReturnType<typeof createMemoryRouter>, 'createHref'>

const base = () => siteConfiguration().base_path.replace(/\/$/, '')

function belowBase(pathname: string): string {
  const start = base()
  return start && `${pathname}/`.startsWith(`${start}/`)
    ? pathname.slice(start.length) || '/'
    : pathname
}

/** Path and query of an address as routes know them: without base path and language. */
export const pathOf = ({ pathname, search }: Place): string =>
  readAddress(belowBase(pathname)).path + search

/** Where a path stands in a language. */
export const addressOf = (language: Language, path: string): string =>
  base() + addressIn(language, path)

/**
 * The address by which a visitor chooses a language without scripts. That of the default language names it too: at the
 * plain address the server would follow the choice of before; so it keeps the new one and redirects to the plain one.
 */
export const choiceAddress = (language: Language, path: string): string =>
  language === DEFAULT_LANGUAGE ? `${base()}/${language}${path}` : addressOf(language, path)

/** The language of the page at an address; undefined for pages that have one address for all. */
export function languageOf(pathname: string): Language | undefined {
  const { language, path } = readAddress(belowBase(pathname))
  return isPublicPage(path) ? (language ?? DEFAULT_LANGUAGE) : undefined
}

/**
 * The language of the public page from which a link led here. Pages such as `/login` have one address for all
 * languages, and a link on a page that is not hydrated yet loads a new document, which knows no other trace of it.
 */
export function languageBefore({ referrer } = document): Language | undefined {
  if (!URL.canParse(referrer)) return undefined
  const { origin, pathname } = new URL(referrer)
  return origin === window.location.origin ? languageOf(pathname) : undefined
}

/** An address as the router writes it, with the base path, becomes one in `language`. */
function translated(language: Language, written: string): string {
  // `//` would name another site.
  if (!written.startsWith('/') || written.startsWith('//')) return written
  const [, pathname = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(written) ?? []
  return addressOf(language, readAddress(belowBase(pathname)).path + rest)
}

/** Makes the links of a router lead to the addresses of the language on screen. */
export function localiseLinks<R extends WithLinks>(router: R, language: () => Language): R {
  const plain = router.createHref.bind(router)
  router.createHref = (location) => translated(language(), plain(location))
  return router
}

/**
 * The window for the router of a browser: `createBrowserRouter(routes, { window })`. Its location has
 * no language in it; what is written to its history gets that of the language on screen.
 */
export function addressWindow(language: () => Language, real: Window = window): Window {
  const { history, location } = real
  const inLanguage = (url?: string | URL | null) =>
    typeof url === 'string' ? translated(language(), url) : url
  const routed = {
    document: real.document,
    // A getter: reading it throws where the browser blocks storage.
    get sessionStorage() {
      return real.sessionStorage
    },
    addEventListener: real.addEventListener.bind(real),
    removeEventListener: real.removeEventListener.bind(real),
    location: {
      get pathname() {
        return base() + pathOf({ pathname: location.pathname, search: '' })
      },
      get search() {
        return location.search
      },
      get hash() {
        return location.hash
      },
      get href() {
        return location.origin + this.pathname + this.search + this.hash
      },
      origin: location.origin,
      assign: (url: string) => location.assign(translated(language(), url)),
      replace: (url: string) => location.replace(translated(language(), url)),
      reload: () => location.reload(),
    },
    history: {
      get state(): unknown {
        return history.state
      },
      go: (delta?: number) => history.go(delta),
      pushState: (state: unknown, unused: string, url?: string | URL | null) =>
        history.pushState(state, unused, inLanguage(url)),
      replaceState: (state: unknown, unused: string, url?: string | URL | null) =>
        history.replaceState(state, unused, inLanguage(url)),
    },
  }
  // The part of a window that the router's history reads and writes.
  return routed as unknown as Window
}

/** Shows this page in another language: state and place stay, a public page gets its other address. */
export async function switchLanguage(language: Language) {
  await changeLanguage(language)
  const { history, location } = window
  const address = addressOf(language, pathOf(location)) + location.hash
  history.replaceState(history.state, '', address)
}

/** Going back or forward to the address of another language shows that language. */
export function followHistory() {
  window.addEventListener('popstate', () => {
    const language = languageOf(window.location.pathname)
    if (language && language !== i18next.language) void changeLanguage(language)
  })
}
