import { paths } from '@awards/shared/paths'
import { signOut, useSession } from '@awards/shared/session'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'

type AccountLink = { readonly label: string; readonly to: string }

/** What the account menu offers to who is signed in: jurors reach their reviews, entrants their entries. */
export function useAccountLinks() {
  const { t } = useTranslation('shell')
  const { user, isJury } = useSession()
  const navigate = useNavigate()
  const own: AccountLink[] = isJury
    ? [
        { label: t('account.reviews'), to: user?.home_route ?? paths.home },
        ...(user?.juror?.capabilities.includes('can_manage_fees')
          ? [{ label: t('account.payments'), to: paths.payments() }]
          : []),
      ]
    : [
        { label: t('account.entries'), to: paths.account() },
        { label: t('account.newEntry'), to: paths.steps() },
      ]
  const leave = async () => {
    // First away, and that at once, from a page that would send a visitor to /login.
    await navigate(paths.home, { flushSync: true })
    await signOut()
  }
  return {
    links: [...own, { label: t('account.password'), to: paths.changePassword }],
    leave,
  }
}
