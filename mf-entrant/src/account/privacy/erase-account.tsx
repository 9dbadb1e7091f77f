import { SectionHeading } from '@awards/shared/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EraseForm } from './erase-form.tsx'
import styles from './privacy.module.css'

const GOES = ['person', 'drafts', 'sessions'] as const
const STAYS = ['invoices', 'results', 'audit'] as const

/** The end of the account: what goes and what stays is said before anything is asked. */
export function EraseAccount() {
  const { t } = useTranslation('entrant')
  const [isAsking, setAsking] = useState(false)
  const parts = [
    { name: 'goes', items: GOES },
    { name: 'stays', items: STAYS },
  ] as const
  return (
    <section>
      <SectionHeading size="small">{t('rights.erase.title')}</SectionHeading>
      <p className={styles.text}>{t('rights.erase.text')}</p>
      <div className={styles.fate}>
        {parts.map(({ name, items }) => (
          <div key={name}>
            <h3 className={styles.what}>{t(`rights.erase.${name}`)}</h3>
            <ul className={styles.points}>
              {items.map((item) => (
                <li key={item}>{t(`rights.erase.${name}List.${item}`)}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {isAsking ? (
        <EraseForm onCancel={() => setAsking(false)} />
      ) : (
        <Button danger onClick={() => setAsking(true)}>
          {t('rights.erase.begin')}
        </Button>
      )}
    </section>
  )
}
