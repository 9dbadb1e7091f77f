import { Spin } from 'antd'
import { useTranslation } from 'react-i18next'
import { useVatCheck } from './use-vat-check.ts'
import styles from './vat-note.module.css'

type VatNoteProps = { number: string; country: string }

/** What the tax authorities say of the number, and what that means for the price. */
export function VatNote({ number, country }: VatNoteProps) {
  const { t } = useTranslation('payment')
  const { state, name } = useVatCheck(number, country)
  return (
    <span role="status" className={styles[state] ?? ''}>
      {state === 'checking' && <Spin size="small" />} {t(`vat.${state}`)}
      {state === 'valid' && name && <strong className={styles.name}>{name}</strong>}
    </span>
  )
}
