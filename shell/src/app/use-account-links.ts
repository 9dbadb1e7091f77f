import { paths } from '@awards/shared/paths'
import { signOut, useSession } from '@awards/shared/session'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'

type AccountLink = { key: string; label: string; go: () => unknown }

/** What the account menu offers to who is signed in: jurors reach their reviews, entrants their entries. */
export function useAccountLinks(): AccountLink[] {
  const { t } = useTranslation('shell')
  const { user, isJury } = useSession()
  const navigate = useNavigate()
  if (!user) return []
  const link = (label: string, to: string) => ({ key: to, label, go: () => void navigate(to) })
  const leave = async () => {
    // First away, and that at once, from a page that would send a visitor to /login.
    await navigate(paths.home, { flushSync: true })
    await signOut()
  }
  return [
    ...(isJury
      ? [link(t('account.reviews'), user.home_route)]
      : [link(t('account.entries'), paths.account()), link(t('account.newEntry'), paths.steps())]),
    link(t('account.password'), paths.changePassword),
    { key: 'sign-out', label: t('account.signOut'), go: leave },
  ]
}
