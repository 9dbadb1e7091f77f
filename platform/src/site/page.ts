import type { FastifyRequest } from 'fastify'
import { inLanguage } from '@awards/shared/domain'
import { readCookie } from '../../../api/src/http/cookies.ts'
import type { Resolved } from '../registry/discovery/discovery.ts'
import { renderDocument } from './document.ts'
import { matchRoute, routesBeyondTable, type PageRoute } from './match-route.ts'
import { fullTitle, heroPreload, pageMeta } from './page-meta.ts'
import { preloadsOf, type ReleaseAssets, type RouteAssets } from './route-assets.ts'
import type { RenderedPages } from './render/rendered-pages.ts'
import type { SiteIdentity } from '../../../api/src/modules/editions/site-identity.ts'
import type { AskedPage } from './visitor-language.ts'

type Build = {
  template: string
  host: RouteAssets
  releaseAssets: ReleaseAssets
  identity: SiteIdentity
  siteUrl: string
  shellVersion: string
  /** What this visitor gets of the channel; nothing while the registry cannot answer. */
  resolved: Resolved | undefined
  configuration: unknown
  contentOf: RenderedPages
}

/** Whether a page is for anybody, so that the server can render it; unknown pages are so too. */
function isPublic(route: PageRoute | undefined, resolved: Resolved): boolean {
  if (!route) return true
  const release = resolved.chosen.get(route.owner)
  const page = release?.routes.find(({ path }) => path === route.path)
  return page !== undefined && page.wrappers.length === 0
}

const themeOf = (request: FastifyRequest) => {
  const chosen = readCookie(request, 'theme')
  return chosen === 'light' || chosen === 'dark' ? chosen : undefined
}

/** Joins the asked page with the builds of this visitor: status, content, and what to load. */
export async function pageOf(request: FastifyRequest, asked: AskedPage, build: Build) {
  const { template, host, resolved, identity, siteUrl, shellVersion, configuration } = build
  const { path, query, language } = asked
  const chosen: Resolved['chosen'] = resolved?.chosen ?? new Map()
  const route = matchRoute(path, routesBeyondTable(chosen.values()))
  const release = route && chosen.get(route.owner)
  const [remote, content] = await Promise.all([
    release && build.releaseAssets(release),
    resolved && isPublic(route, resolved)
      ? build.contentOf({
          path,
          query,
          language,
          release,
          shellVersion,
          configuration,
          route: route?.path,
          discovery: resolved.document,
          ip: request.ip,
        })
      : undefined,
  ])
  const siteName = inLanguage(identity.programme_name, language)
  const known = { path: route?.path ?? '', language, release }
  // Without the registry nobody knows whether a release has the page: it may be one.
  const status = content?.status ?? (route || !resolved ? 200 : 404)
  const ofHost = (file: string) => ({ href: `/assets/${file}`, integrity: host.integrity[file] })
  const shared = { content, path, language, siteUrl, siteName: identity.programme_name }
  return {
    status,
    render: (nonce: string) =>
      renderDocument({
        template,
        nonce,
        language,
        configuration,
        content,
        title: fullTitle(content ? content.head.title : route?.title, siteName),
        theme: themeOf(request),
        brand: identity.primary_colour,
        initial: host.initial.map(ofHost),
        start: host.start === undefined ? undefined : ofHost(host.start),
        preloads: preloadsOf(known, { host, remote }),
        discovery: resolved?.document,
        meta: content ? pageMeta({ ...shared, content }) : [],
        hero: content && heroPreload(content),
      }),
  }
}
