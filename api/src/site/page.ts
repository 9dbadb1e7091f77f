import type { FastifyRequest } from 'fastify'
import { inLanguage, type Translated } from '@awards/shared/domain'
import type { Resolved } from '../modules/registry/discovery.ts'
import { preferredLanguage, renderDocument } from './document.ts'
import { matchRoute, routesBeyondTable } from './match-route.ts'
import { preloadsOf } from './preloads.ts'
import type { ReleaseAssets, RouteAssets } from './route-assets.ts'

type Build = {
  template: string
  nonce: string
  host: RouteAssets
  releaseAssets: ReleaseAssets
  siteName: Translated
  /** What this visitor gets of the channel; nothing while the registry cannot answer. */
  resolved: Resolved | undefined
}

/** Joins the asked path with the builds of this visitor: status, title and what to preload. */
export async function pageOf(request: FastifyRequest, build: Build) {
  const { template, nonce, host, siteName, resolved } = build
  const chosen = resolved?.chosen ?? new Map()
  const path = request.url.split('?')[0] ?? '/'
  const route = matchRoute(path, routesBeyondTable(chosen.values()))
  const release = route && chosen.get(route.owner)
  const remote = release && (await build.releaseAssets(release))
  const language = preferredLanguage(request.headers['accept-language'])
  const wanted = { path: route?.path ?? '', language, release }
  const preloads = preloadsOf(wanted, { host, remote })
  return {
    // Without the registry nobody knows whether a release has the page: it may be one.
    status: route || !resolved ? 200 : 404,
    render: (configuration: unknown) =>
      renderDocument({
        template,
        nonce,
        language,
        title: [route?.title, inLanguage(siteName, language)].filter(Boolean).join(' · '),
        initial: host.initial.map((file) => ({
          href: `/assets/${file}`,
          integrity: host.integrity[file],
        })),
        preloads,
        discovery: resolved?.document,
        configuration,
      }),
  }
}
