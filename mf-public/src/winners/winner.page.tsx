import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { usePublicWinnerQuery } from '../public.api.ts'
import { Answered, NotFound } from '../ui/answered.tsx'
import { WinnerSheet } from './winner-sheet.tsx'

export function Component() {
  const { t } = useTranslation('public')
  const { apply_order_id = '' } = useParams()
  const winner = usePublicWinnerQuery({ apply_order_id })
  return (
    <Answered
      query={winner}
      room="page"
      missing={<NotFound title={t('winner.missing')}>{t('winner.missingText')}</NotFound>}
    >
      {(info) => <WinnerSheet key={info.apply_order_id} winner={info} />}
    </Answered>
  )
}
