import type { WinnerInfo } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { DefinitionList } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { OutsideLink } from '../ui/outside-link.tsx'
import { useCountryName } from '../ui/use-country-name.ts'

const hostOf = (address: string) =>
  URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : address

/** The facts of a work; what was not given is left out. */
export function WinnerFacts({ winner }: { winner: WinnerInfo }) {
  const { t } = useTranslation('public')
  const { date } = useFormat()
  const countryName = useCountryName()
  const { certificate_number, completion_date, country, website_url, video_url } = winner
  const facts = {
    company: winner.company,
    country: country && countryName(country),
    client: winner.client,
    section: winner.section.name,
    location: winner.location,
    completion: completion_date && date(completion_date, 'month'),
    materials: winner.materials,
    dimensions: winner.dimensions,
    ai: winner.ai_use && t(`winner.aiUse.${winner.ai_use}`),
    website: website_url && <OutsideLink href={website_url}>{hostOf(website_url)}</OutsideLink>,
    video: video_url && <OutsideLink href={video_url}>{hostOf(video_url)}</OutsideLink>,
    entry: winner.entry_no,
    certificate: certificate_number && (
      <Link to={paths.verify(certificate_number)}>
        {t('winner.verify', { number: certificate_number })}
      </Link>
    ),
  }
  return (
    <DefinitionList
      items={Object.entries(facts).map(([name, detail]) => ({
        term: t(`winner.fact.${name}`),
        detail,
      }))}
    />
  )
}
