import type { FastifyInstance } from 'fastify'
import { entries, publication as calls, publicationAdded as added } from '@awards/shared/contract'
import { POLICY_TYPES } from '@awards/shared/domain'
import {
  serve,
  PROXY_CACHE,
  servePublic,
  type PublicHandler,
  type PublicRead,
} from '../../http/serve.ts'
import type { AppContext } from '../../start/app-context.ts'
import { calendarService } from './calendar.service.ts'
import { catalogueService, facetsService } from './catalogue.service.ts'
import { contentService, messagesService } from './content.service.ts'
import { openApiRoutes } from './openapi.ts'
import { winnersService } from './winners.service.ts'

type AreaCode = {
  id: string
  name: string
  name_cn: string
  iso2: string
  dial_code: string
  flag: string
}

// +1 and +7 are shared by several countries, whose area prefixes are left out.
const SHARED = { '+1': '+1', '+7': '+7' } as const

/** Dialling codes by English country name, without countries that have none. */
async function readAreaCodes(): Promise<AreaCode[]> {
  const { default: countries } = await import('world-countries')
  return countries
    .flatMap((country) => {
      const { root, suffixes } = country.idd
      if (!root) return []
      const isShared = Object.hasOwn(SHARED, root)
      const dialCode = isShared || suffixes.length !== 1 ? root : `${root}${suffixes[0]}`
      return [
        {
          id: country.ccn3 || country.cca2,
          name: country.name.common,
          name_cn: country.translations['zho']?.common ?? country.name.common,
          iso2: country.cca2,
          dial_code: dialCode,
          flag: country.flag,
        },
      ]
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

let areaCodes: Promise<AreaCode[]> | undefined

const servicesOf = (context: AppContext, isPreview = false) => ({
  content: contentService(context, isPreview),
  catalogue: catalogueService(context),
  calendar: calendarService(context),
})
type Services = ReturnType<typeof servicesOf>
/** Answers a public read with the services of the live site, or of the site as drafts would make it. */
type ContentHandler<E extends PublicRead> = (
  services: Services,
  ...args: Parameters<PublicHandler<E>>
) => ReturnType<PublicHandler<E>>

/** Endpoints `index/*`, and the sections and registration window for the entry form. */
export function publicationRoutes(app: FastifyInstance, context: AppContext) {
  const services = servicesOf(context)
  const { catalogue, calendar } = services
  const winners = winnersService(context)
  const facets = facetsService(context)
  const messages = messagesService(context)

  /**
   * Mounts a public read without data of entries: the proxy may cache it (docs/adr/0047), and a browser with a preview
   * reads it as the drafts of the programme would make it.
   */
  const serveContent = <E extends PublicRead>(call: E, handler: ContentHandler<E>) => {
    const from =
      (there: Services): PublicHandler<E> =>
      (input, language) =>
        handler(there, input, language)
    servePublic(app, call, from(services), PROXY_CACHE, async (userId, work) => {
      // With the first preview: the loader's parsers are more than a server needs that shows none.
      const { withDrafts } = await import('../programme/desk/schedule.service.ts')
      return withDrafts(context, userId, (db) => work(from(servicesOf({ ...context, db }, true))))
    })
  }

  serveContent(calls.banner, ({ content }, { position }, language) =>
    content.banners(position, language),
  )
  serveContent(calls.other, ({ content }, { position }, language) =>
    content.blocks(position, language),
  )
  serveContent(calls.jury, ({ content }, _input, language) => content.jury(language))
  serveContent(calls.getGlobalAreaCode, () => (areaCodes ??= readAreaCodes()))
  serveContent(calls.faqAndPrivacy, async ({ content }, _input, language) => ({
    faq: await content.faq(language),
    privacy: await content.policy(POLICY_TYPES.privacy, language),
  }))
  serveContent(calls.privacyPolicyAndFaqs, ({ content }, { type }, language) =>
    content.policyOrFaqs(type, language),
  )
  serveContent(calls.regulations, ({ content }, { version }, language) =>
    content.regulations(version, language),
  )
  serveContent(calls.mediaReport, ({ content }, input, language) =>
    content.reports(input, language),
  )
  serveContent(calls.blogsAndNewsList, ({ content }, input, language) =>
    content.articles(input, language),
  )
  serveContent(calls.blogsAndNewsInfo, ({ content }, input, language) =>
    content.article(input, language),
  )
  serveContent(calls.contact, ({ content }, _input, language) => content.contact(language))
  serveContent(calls.about, ({ content }, _input, language) => content.about(language))

  serveContent(calls.category, ({ catalogue }, _input, language) => catalogue.categories(language))
  serveContent(calls.getAward, ({ catalogue }, _input, language) => catalogue.levels(language))
  serveContent(calls.awardClassification, ({ catalogue }, _input, language) =>
    catalogue.sections(language),
  )
  serve(app, entries.awardClassification, (_input, { language }) => catalogue.sections(language))

  serveContent(calls.getAwardDate, ({ calendar }, _input, language) => calendar.dates(language))
  serve(app, entries.registrationTime, (_input, { language }) => calendar.registration(language))
  serveContent(added.feeTable, ({ calendar }, _input, language) => calendar.feeTable(language))

  servePublic(app, calls.winnerList, (input, language) => winners.list(input, language))
  servePublic(app, calls.indexWinnerList, (input, language) => winners.featured(input, language))
  servePublic(app, calls.winnerInfo, ({ apply_order_id }, language) =>
    winners.info(apply_order_id, language),
  )
  servePublic(app, added.winnerFacets, (_input, language) => facets.facets(language))
  serve(app, added.sendMessage, (input, { language, request }) =>
    messages.send(input, language, request.ip),
  )
  servePublic(app, added.verifyCertificate, ({ number }, language) =>
    winners.verify(number, language),
  )
  openApiRoutes(app)
}
