import { errorCode, failureOf } from '@awards/shared/client'
import type { CurrentUser } from '@awards/shared/contract'
import { translateMessage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { lookUpUser, signOut, useSiteDispatch } from '@awards/shared/session'
import { Button } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useAcceptInvitationMutation } from './invitation.api.ts'
import styles from './offer.module.css'

type AcceptSeatProps = { code: string; user: CurrentUser }

/** The one click that takes the seat; who is signed in with another address is shown the way out. */
export function AcceptSeat({ code, user }: AcceptSeatProps) {
  const { t } = useTranslation('invitation')
  const dispatch = useSiteDispatch()
  const navigate = useNavigate()
  const [accept, { isLoading, error }] = useAcceptInvitationMutation()
  const isOtherAddress = error !== undefined && errorCode(error) === 422
  const { msg } = error ? failureOf(error) : { msg: '' }
  const sentence = typeof msg === 'string' ? msg : Object.values(msg).flat()[0]

  const take = async () => {
    const result = await accept({ code })
    if ('error' in result || !result.data) return
    await lookUpUser(dispatch)
    await navigate(result.data.home_route, { replace: true })
  }
  const leave = async () => {
    await signOut()
    await navigate(paths.login(paths.juryInvitation(code)))
  }
  return (
    <section className={styles.way} aria-labelledby="accept">
      <h2 id="accept" className={styles.heading}>
        {t('take')}
      </h2>
      <p>{t('takeText')}</p>
      {sentence && (
        <p className={styles.problem} role="alert">
          {translateMessage(sentence)}
        </p>
      )}
      {!isOtherAddress && (
        <Button type="primary" size="large" block loading={isLoading} onClick={() => void take()}>
          {t('accept')}
        </Button>
      )}
      <p className={styles.note}>{t('signedInAs', { email: user.email })}</p>
      <Button type={isOtherAddress ? 'primary' : 'default'} block onClick={() => void leave()}>
        {t('otherAccount')}
      </Button>
    </section>
  )
}
