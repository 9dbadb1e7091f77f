import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { inLanguage, type Translated } from '@awards/shared/domain'
import { discoveryDocument } from './discovery.ts'
import { preferredLanguage, renderDocument } from './document.ts'
import { matchRoute } from './match-route.ts'
import { preloadsOf, readRouteAssets, type RouteAssets } from './preloads.ts'
import { readReleases, type ReadJson } from './releases.ts'

type Build = {
  template: string
  nonce: string
  mfeDir: string
  readJson: ReadJson
  siteName: Translated
}

const NOTHING: RouteAssets = {
  initial: [],
  provided: {},
  exposed: { files: [], shared: [] },
  screens: [],
  catalogs: { en: [], fr: [], zh: [] },
  fonts: [],
  integrity: {},
}

/** Joins the asked path with the current builds: status, title and what to preload. */
export async function pageOf(request: FastifyRequest, build: Build) {
  const { template, nonce, mfeDir, readJson, siteName } = build
  const route = matchRoute(request.url.split('?')[0] ?? '/')
  const releases = await readReleases(mfeDir, readJson)
  const release = releases.find(({ name }) => name === route?.owner)
  const host = (await readRouteAssets(join(mfeDir, 'shell'), readJson)) ?? NOTHING
  const remote =
    release && (await readRouteAssets(join(mfeDir, 'mfe', release.name, release.version), readJson))
  const language = preferredLanguage(request.headers['accept-language'])
  const wanted = { path: route?.path ?? '', language, release }
  const preloads = preloadsOf(wanted, { host, remote })
  return {
    status: route ? 200 : 404,
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
        discovery: discoveryDocument(releases),
        configuration,
      }),
  }
}
