import type { CurrentUser } from '@awards/shared/contract'
import { LinkButton } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { destination } from './safe-redirect.ts'

/** Stands in place of the forms for who has a session already. */
export function AlreadySignedIn({ user }: { user: CurrentUser }) {
  const { t } = useTranslation('shell')
  const [search] = useSearchParams()
  return (
    <>
      <p>{t('session.alreadyIn', { name: user.display_name })}</p>
      <br />
      <LinkButton
        to={destination(search.get('redirect'), user.identity)}
        block
        type="primary"
        size="large"
      >
        {t('session.goOn')}
      </LinkButton>
    </>
  )
}
