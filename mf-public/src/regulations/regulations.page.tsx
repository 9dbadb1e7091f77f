import { paths } from '@awards/shared/paths'
import { TextLink } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { usePublicRegulationsQuery } from '../public.api.ts'
import { Answered, NotFound } from '../ui/answered.tsx'
import { RegulationsSheet } from './regulations-sheet.tsx'

export function Component() {
  const { t } = useTranslation('public')
  const [query] = useSearchParams()
  const version = query.get('version')?.trim() || undefined
  const regulations = usePublicRegulationsQuery({ version })
  return (
    <Answered
      query={regulations}
      room="page"
      missing={
        version ? (
          <NotFound title={t('regulations.missing')}>
            <TextLink to={paths.regulations}>{t('regulations.toCurrent')}</TextLink>
          </NotFound>
        ) : (
          <NotFound />
        )
      }
    >
      {(found) => <RegulationsSheet regulations={found} />}
    </Answered>
  )
}
