import type { FastifyInstance } from 'fastify'
import { entries, publication as calls, publicationAdded as added } from '@awards/shared/contract'
import { POLICY_TYPES } from '@awards/shared/domain'
import { PROXY_CACHE, servePublic } from '../../http/serve-public.ts'
import { serve } from '../../http/serve.ts'
import type { AppContext } from '../../start/app-context.ts'
import { calendarService } from './calendar.service.ts'
import { catalogueService } from './catalogue.service.ts'
import { contentService } from './content.service.ts'
import { facetsService } from './facets.service.ts'
import { messagesService } from './messages.service.ts'
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

/** Mounts a public read without data of entries, which the proxy may cache (docs/adr/0047). */
const serveContent: typeof servePublic = (app, call, handler) =>
  servePublic(app, call, handler, PROXY_CACHE)

/** Endpoints `index/*`, and the sections and registration window for the entry form. */
export function publicationRoutes(app: FastifyInstance, context: AppContext) {
  const content = contentService(context)
  const winners = winnersService(context)
  const facets = facetsService(context)
  const messages = messagesService(context)
  const catalogue = catalogueService(context)
  const calendar = calendarService(context)

  serveContent(app, calls.banner, ({ position }, language) => content.banners(position, language))
  serveContent(app, calls.other, ({ position }, language) => content.blocks(position, language))
  serveContent(app, calls.jury, (_input, language) => content.jury(language))
  serveContent(app, calls.getGlobalAreaCode, () => (areaCodes ??= readAreaCodes()))
  serveContent(app, calls.faqAndPrivacy, async (_input, language) => ({
    faq: await content.faq(language),
    privacy: await content.policy(POLICY_TYPES.privacy, language),
  }))
  serveContent(app, calls.privacyPolicyAndFaqs, ({ type }, language) =>
    content.policyOrFaqs(type, language),
  )
  serveContent(app, calls.regulations, ({ version }, language) =>
    content.regulations(version, language),
  )
  serveContent(app, calls.mediaReport, (input, language) => content.reports(input, language))
  serveContent(app, calls.blogsAndNewsList, (input, language) => content.articles(input, language))
  serveContent(app, calls.blogsAndNewsInfo, (input, language) => content.article(input, language))
  serveContent(app, calls.contact, (_input, language) => content.contact(language))
  serveContent(app, calls.about, (_input, language) => content.about(language))

  serveContent(app, calls.category, (_input, language) => catalogue.categories(language))
  serveContent(app, calls.getAward, (_input, language) => catalogue.levels(language))
  serveContent(app, calls.awardClassification, (_input, language) => catalogue.sections(language))
  serve(app, entries.awardClassification, (_input, { language }) => catalogue.sections(language))

  serveContent(app, calls.getAwardDate, (_input, language) => calendar.dates(language))
  serve(app, entries.registrationTime, (_input, { language }) => calendar.registration(language))
  serveContent(app, added.feeTable, (_input, language) => calendar.feeTable(language))

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
}
