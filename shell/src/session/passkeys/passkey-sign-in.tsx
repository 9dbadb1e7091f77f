import { useHydrated } from '@awards/shared/browser/use-hydrated'
import { Button } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { failureSentence } from '@awards/shared/client'
import { useState } from 'react'
import { useFinishSignIn } from '../redirect.ts'
import rows from '../rows.module.css'
import type * as PasskeyClient from './passkey-client.ts'
import styles from './passkeys.module.css'

/** Whether the browser can be asked for a passkey; it cannot without TLS, or where the owner has forbidden it. */
export const supportsPasskeys = () => typeof window.PublicKeyCredential === 'function'

/** Runs a step with the device, whose code loads with the first press; `problem` is what went wrong. */
export function usePasskeyStep() {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const run = async (step: (client: typeof PasskeyClient) => Promise<void>) => {
    setBusy(true)
    setProblem(undefined)
    try {
      const client = await import('./passkey-client.ts')
      await step(client).catch(async (error: unknown) => setProblem(await client.problemOf(error)))
    } catch (error) {
      setProblem(failureSentence(error))
    } finally {
      setBusy(false)
    }
  }
  return { run, isBusy, problem }
}

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
