import { programmeName } from '@awards/shared/client'
import { useLanguage } from '@awards/shared/i18n'
import type { PageHead } from '@awards/shared/ui'
import { editionEvent } from '../structured-data/edition-event.ts'
import { organization } from '../structured-data/organization.ts'
import { webSite } from '../structured-data/web-site.ts'
import {
  usePublicAboutQuery,
  usePublicBannersQuery,
  usePublicContactQuery,
  usePublicDatesQuery,
  usePublicFeesQuery,
} from '../public.api.ts'
import { HERO_SIZES } from './hero-sizes.ts'

/** What search engines are told of the programme: who holds it, the edition that is open, the site. */
export function useHomeHead(): PageHead {
  const language = useLanguage()
  const { data: about } = usePublicAboutQuery()
  const { data: banners } = usePublicBannersQuery({ position: 'home_hero' })
  const { data: contact } = usePublicContactQuery()
  const { data: table } = usePublicFeesQuery()
  const { data: dates = [] } = usePublicDatesQuery()
  const banner = banners?.[0]
  const picture = banner?.image ?? undefined
  const name = about?.programme ?? programmeName(language)
  const event =
    table && editionEvent(language, { programme: name, table, dates, image: picture?.url })
  return {
    title: about?.tagline.replace(/[.。]$/, ''),
    description: [about?.tagline, banner?.subtitle].filter(Boolean).join(' ') || undefined,
    image: picture,
    // A preload knows nothing of another picture for phones.
    hero: picture && !banner?.mobile_image ? { picture, sizes: HERO_SIZES } : undefined,
    facts: [
      organization(language, {
        name,
        description: about?.tagline,
        social: contact?.social.map(({ url }) => url),
      }),
      webSite(language, name),
      ...(event ? [event] : []),
    ],
  }
}
