import type { FastifyRequest } from 'fastify'
import { inLanguage } from '@awards/shared/domain'
import { readCookie } from '../../../api/src/http/cookies.ts'
import type { Resolved } from '../registry/discovery/discovery.ts'
import { renderDocument } from './document.ts'
import { matchRoute, releaseRoutes, RENDERED_BY_SHELL, type PageRoute } from './match-route.ts'
import { fullTitle, heroPreload, pageMeta } from './page-meta.ts'
import { preloadsOf, type ReleaseAssets, type RouteAssets } from './route-assets.ts'
import type { RenderedPages } from './render/rendered-pages.ts'
import type { SiteIdentity } from '../../../api/src/modules/editions/site-identity.repository.ts'
import type { PageRequest } from './page-request.ts'
import type { SubmittedForm } from './forms/form.routes.ts'

type PageInput = {
  template: string
  host: RouteAssets
  releaseAssets: ReleaseAssets
  identity: SiteIdentity
  siteUrl: string
  shellVersion: string
  /** The channel for this visitor; undefined while the registry is unreachable. */
  resolved: Resolved | undefined
  configuration: unknown
  contentOf: RenderedPages
  submitted: SubmittedForm | undefined
}

/** Whether the server renders a page: it has no wrapper such as sign-in, or it is unknown (404). */
function isPublic(route: PageRoute | undefined, resolved: Resolved): boolean {
  if (!route) return true
  if (route.owner === 'shell') return RENDERED_BY_SHELL.has(route.path)
  const release = resolved.chosen.get(route.owner)
  const page = release?.routes.find(({ path }) => path === route.path)
  return page !== undefined && page.wrappers.length === 0
}

const themeOf = (request: FastifyRequest) => {
  const chosen = readCookie(request, 'theme')
  return chosen === 'light' || chosen === 'dark' ? chosen : undefined
}

/** Builds the document of a request: status, and a render function that takes the nonce. */
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
          configuration,
          route: route?.path,
          discovery: resolved.document,
          ip: request.ip,
          submitted: input.submitted?.shown,
        })
      : undefined,
  ])
  const siteName = inLanguage(identity.programme_name, language)
  const preloadInput = { path: route?.path ?? '', language, release }
  // 200 without the registry: a release may have the page.
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
        preloads: preloadsOf(preloadInput, { host, remote }),
        discovery: resolved?.document,
        meta: content ? pageMeta({ ...shared, content }) : [],
        hero: content && heroPreload(content),
        submitted: input.submitted && { ...input.submitted.shown, token: input.submitted.token },
      }),
  }
}
