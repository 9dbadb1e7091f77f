import { homeRoute, type Identity } from '@awards/shared/domain'
import { EmptyState, LinkButton } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'

/** A juror may look at the entry form, but enters no work: every call that would is an entrant's alone. */
export function JurorNotice({ identity }: { identity: Identity }) {
  const { t } = useTranslation('entrant')
  return (
    <EmptyState
      title={t('jurorNotice.title')}
      action={<LinkButton to={homeRoute(identity)}>{t('jurorNotice.home')}</LinkButton>}
    >
      {t('jurorNotice.text')}
    </EmptyState>
  )
}
