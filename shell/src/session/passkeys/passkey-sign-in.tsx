import { useHydrated } from '@awards/shared/browser/use-hydrated'
import { Button } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useFinishSignIn } from '../redirect.ts'
import styles from './passkeys.module.css'
import { supportsPasskeys, usePasskeyStep } from './use-passkey-step.ts'
import rows from '../rows.module.css'

/** The way in without address and password. */
export function PasskeySignIn() {
  const { t } = useTranslation('shell')
  const isHydrated = useHydrated()
  const finish = useFinishSignIn()
  const { run, isBusy, problem } = usePasskeyStep()
  const press = () => void run(async (client) => finish(await client.signInWithPasskey()))
  return (
    <div className={styles.signIn}>
      <p className={styles.or}>{t('session.or')}</p>
      {isHydrated && !supportsPasskeys() ? (
        <p className={rows.facts}>{t('session.noPasskeys')}</p>
      ) : (
        <Button size="large" block loading={isBusy} onClick={press}>
          {t('session.passkeySignIn')}
        </Button>
      )}
      {problem && (
        <p role="alert" className={rows.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}
