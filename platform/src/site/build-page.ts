import type { FastifyRequest } from 'fastify'
import {
  inLanguage,
  addressIn,
  DEFAULT_LANGUAGE,
  isPublicPage,
  LANGUAGES,
  type Language,
  type Translated,
  LANGUAGE_TAGS,
} from '@awards/shared/domain'
import { readCookie } from '../../../api/src/http/cookies.ts'
import type { Resolved } from '../registry/discovery/discovery.ts'
import { renderDocument } from './document.ts'
import { hasOptedOut } from './resolver.ts'
import type { DocumentPins } from './pins.ts'
import { preloadsOf, type ReleaseAssets } from './route-assets.ts'
import type { RouteAssets } from '@awards/shared/releases'
import type { Code } from './render/renderer-client.ts'
import type { RenderedPages, Content } from './render/rendered-pages.ts'
import type { SiteIdentity } from '../../../api/src/modules/editions/editions.repository.ts'
import {
  type PageRequest,
  matchRoute,
  releaseRoutes,
  RENDERED_BY_SHELL,
  type PageRoute,
} from './page-request.ts'
import type { SubmittedForm } from './forms/form.routes.ts'
import { shareAddressOf, SHARE_SIZE } from '../../../api/src/files/pictures/picture.ts'
import { escapeHtml, jsonForScript } from '../../../api/src/lib/markup.ts'

type PageInput = {
  template: string
  host: RouteAssets
  releaseAssets: ReleaseAssets
  identity: SiteIdentity
  siteUrl: string
  shellVersion: string
  /** Code of a pinned shell. */
  shellCode: Code | undefined
  /** The channel for this visitor; undefined while the registry is unreachable. */
  resolved: (Resolved & { readonly pinned?: DocumentPins }) | undefined
  configuration: unknown
  contentOf: RenderedPages
  submitted: SubmittedForm | undefined
  /** Preview of drafts that the visitor's browser holds. */
  preview: string | undefined
}

/** Whether the server renders a page: it has no wrapper such as sign-in, or it is unknown (404). */
function isPublic(route: PageRoute | undefined, resolved: Resolved): boolean {
  if (!route) return true
  if (route.owner === 'shell') return RENDERED_BY_SHELL.has(route.path)
  const release = resolved.chosen.get(route.owner)
  const page = release?.routes.find(({ path }) => path === route.path)
  return page !== undefined && page.wrappers.length === 0 && !page.rights?.length
}

const themeOf = (request: FastifyRequest) => {
  const chosen = readCookie(request, 'theme')
  return chosen === 'light' || chosen === 'dark' ? chosen : undefined
}

/** Builds the document of a request: status, whether all its scripts are sealed, and a render function that takes the nonce. */
export async function buildPage(request: FastifyRequest, page: PageRequest, input: PageInput) {
  const { template, host, resolved, identity, siteUrl, shellVersion, configuration } = input
  const { path, query, language } = page
  const chosen: Resolved['chosen'] = resolved?.chosen ?? new Map()
  const route = matchRoute(path, releaseRoutes(chosen.values()))
  const release = route && chosen.get(route.owner)
  const [remote, content] = await Promise.all([
    release && input.releaseAssets(release),
    resolved && isPublic(route, resolved)
      ? input.contentOf({
          path,
          query,
          language,
          release,
          shellVersion,
          shellCode: input.shellCode,
          configuration,
          route: route?.path,
          discovery: resolved.document,
          ip: request.ip,
          isCounted: !hasOptedOut(request) && !resolved.pinned && !input.preview,
          isPinned: resolved.pinned !== undefined,
          submitted: input.submitted?.shown,
          preview: input.preview,
        })
      : undefined,
  ])
  const siteName = inLanguage(identity.programme_name, language)
  const preloadInput = { path: route?.path ?? '', language, release }
  // 200 without the registry: a release may have the page.
  const status = content?.status ?? (route || !resolved ? 200 : 404)
  const ofHost = (file: string) => ({
    href: `/assets/${file}`,
    integrity: host.integrity[file],
    isCors: host.sealed,
  })
  const shared = { content, path, language, siteUrl, siteName: identity.programme_name }
  return {
    status,
    // One older release among those that a tab may load, and browsers would block its scripts.
    isSealed: host.sealed && resolved?.isSealed === true,
    render: (nonce: string) =>
      renderDocument({
        template,
        nonce,
        language,
        configuration,
        content,
        isPreview: input.preview !== undefined,
        title: fullTitle(content ? content.head.title : route?.title, siteName),
        theme: themeOf(request),
        brand: identity.primary_colour,
        initial: host.initial.map(ofHost),
        start: host.start === undefined ? undefined : ofHost(host.start),
        preloads: preloadsOf(preloadInput, { host, remote }),
        discovery: resolved?.document,
        pins: resolved?.pinned,
        meta: content ? pageMeta({ ...shared, content }) : [],
        hero: content && heroPreload(content),
        submitted: input.submitted && { ...input.submitted.shown, token: input.submitted.token },
      }),
  }
}

const LOCALES: Record<Language, string> = { en: 'en_GB', fr: 'fr_FR', zh: 'zh_CN' }

type Page = {
  readonly content: Content
  readonly path: string
  readonly language: Language
  readonly siteUrl: string
  readonly siteName: Translated
}

const meta = (kind: 'name' | 'property', key: string, value: string | undefined) =>
  value === undefined || value === ''
    ? undefined
    : `<meta ${kind}="${key}" content="${escapeHtml(value)}">`

const link = (rel: string, href: string, more = '') =>
  `<link rel="${rel}"${more} href="${escapeHtml(href)}">`

/** Makes a URL absolute, which Open Graph requires. */
const absolute = (siteUrl: string, url: string) => (url.startsWith('/') ? siteUrl + url : url)

/** Content of `<title>`: page and site name. */
const fullTitle = (title: string | undefined, siteName: string) =>
  [title, siteName].filter(Boolean).join(' · ')

/** Image for link previews: our images as the 1.91:1 crop; the site's image if the page has none. */
function sharedImage(image: Content['head']['image']) {
  if (!image) return { url: '/pictures/og.jpg', alt: '', ...SHARE_SIZE }
  const url = shareAddressOf(image.url)
  return url ? { url, alt: image.alt, ...SHARE_SIZE } : image
}

/** Query of the canonical URL: the page number only, since filters show parts of the same list. */
function canonicalSearch(search: string): string {
  const number = new URLSearchParams(search).get('current')
  return number && number !== '1' ? `?current=${encodeURIComponent(number)}` : ''
}

/** Meta tags: description, robots, canonical, hreflang, Open Graph, Twitter card and JSON-LD. */
function pageMeta({ content, path, language, siteUrl, siteName }: Page): string[] {
  const { head, status, search } = content
  const isFound = status === 200 && head.index
  const addressOf = (each: Language) => siteUrl + addressIn(each, path) + canonicalSearch(search)
  const name = inLanguage(siteName, language)
  const image = sharedImage(head.image)
  const others = isFound && isPublicPage(path) ? LANGUAGES : []
  const news = language === DEFAULT_LANGUAGE ? '/rss.xml' : `/${language}/rss.xml`
  return [
    meta('name', 'description', head.description),
    isFound ? undefined : '<meta name="robots" content="noindex">',
    isFound ? link('canonical', addressOf(language)) : undefined,
    ...others.map((each) =>
      link('alternate', addressOf(each), ` hreflang="${LANGUAGE_TAGS[each]}"`),
    ),
    others.length > 0
      ? link('alternate', addressOf(DEFAULT_LANGUAGE), ' hreflang="x-default"')
      : undefined,
    link('alternate', news, ` type="application/rss+xml" title="${escapeHtml(name)}"`),
    meta('property', 'og:type', head.type),
    meta('property', 'og:site_name', name),
    meta('property', 'og:title', head.title || name),
    meta('property', 'og:description', head.description),
    meta('property', 'og:url', isFound ? addressOf(language) : undefined),
    meta('property', 'og:locale', LOCALES[language]),
    ...others
      .filter((each) => each !== language)
      .map((each) => meta('property', 'og:locale:alternate', LOCALES[each])),
    meta('property', 'og:image', absolute(siteUrl, image.url)),
    meta('property', 'og:image:width', String(image.width)),
    meta('property', 'og:image:height', String(image.height)),
    meta('property', 'og:image:alt', image.alt),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:image:alt', image.alt),
    ...head.facts.map(
      (fact) => `<script type="application/ld+json">${jsonForScript(withContext(fact))}</script>`,
    ),
  ].filter((tag) => tag !== undefined)
}

const withContext = (fact: object) => ({ '@context': 'https://schema.org', ...fact })

/** Preload of the hero image (LCP) with high priority. */
function heroPreload({ head }: Content): string | undefined {
  if (!head.hero) return undefined
  const { picture, sizes } = head.hero
  const avif = picture.avif ?? []
  const sources = avif.length > 0 ? avif : picture.sources
  const set = sources.map(({ url, width }) => `${url} ${width}w`).join(', ')
  const chosen = set
    ? ` imagesrcset="${escapeHtml(set)}" imagesizes="${escapeHtml(sizes)}"`
    : ` href="${escapeHtml(picture.url)}"`
  const type = avif.length > 0 ? ' type="image/avif"' : ''
  return `<link rel="preload" as="image"${type} fetchpriority="high"${chosen}>`
}
