import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { usePublicJuryQuery } from '../public.api.ts'
import { Answered, NotFound } from '../ui/answered.tsx'
import { JurorSheet } from './juror-sheet.tsx'

export function Component() {
  const { t } = useTranslation('public')
  const { juror: slug } = useParams()
  const jury = usePublicJuryQuery()
  return (
    <Answered query={jury} room="page">
      {({ list }) => {
        const index = list.findIndex((juror) => juror.slug === slug)
        const juror = list[index]
        if (!juror) {
          return <NotFound title={t('jury.missing')}>{t('jury.missingText')}</NotFound>
        }
        return <JurorSheet juror={juror} previous={list[index - 1]} next={list[index + 1]} />
      }}
    </Answered>
  )
}
