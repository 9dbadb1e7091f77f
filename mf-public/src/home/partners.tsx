import { SectionHeading } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { usePublicAboutQuery } from '../public.api.ts'
import { Band } from '../ui/band.tsx'
import { PartnerList } from '../ui/partner-list.tsx'

/** Who makes the award possible; absent while there is nobody to name. */
export function Partners() {
  const { t } = useTranslation('public')
  const { data } = usePublicAboutQuery()
  if (!data || data.partners.length === 0) return null
  return (
    <Band labelledBy="partners-title">
      <SectionHeading id="partners-title">{t('home.partners')}</SectionHeading>
      <PartnerList partners={data.partners} />
    </Band>
  )
}
