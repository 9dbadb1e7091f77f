import { callApi } from '@awards/shared/client'
import { entries } from '@awards/shared/contract'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from './draft-context.ts'
import styles from './conflict-notice.module.css'
import { savedOf } from './use-entry-draft.ts'

/** Another window saved this entry first: nothing is lost until the entrant has chosen. */
export function ConflictNotice() {
  const { t } = useTranslation('entrant')
  const { info, saver } = useDraft()
  const [isBusy, setBusy] = useState(false)

  const settle = async (choice: 'keepMine' | 'takeTheirs') => {
    setBusy(true)
    try {
      const theirs = await callApi(entries.info, { apply_order_id: info.apply_order_id })
      if (theirs.projection === 'owner') await saver[choice](savedOf(theirs))
    } catch {
      // The client has said what went wrong; the choice stays open.
    } finally {
      setBusy(false)
    }
  }

  return (
    <Alert
      className={styles.notice ?? ''}
      type="warning"
      title={t('conflict.title')}
      description={
        <>
          <p>{t('conflict.text')}</p>
          <div className={styles.choices}>
            <Button type="primary" loading={isBusy} onClick={() => void settle('keepMine')}>
              {t('conflict.keepMine')}
            </Button>
            <Button disabled={isBusy} onClick={() => void settle('takeTheirs')}>
              {t('conflict.takeTheirs')}
            </Button>
          </div>
        </>
      }
    />
  )
}
