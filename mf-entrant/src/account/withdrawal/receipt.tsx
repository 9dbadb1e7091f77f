import { openFile } from '@awards/shared/client'
import type { Contract } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useContractsQuery } from '../../entrant.api.ts'
import styles from './withdrawal.module.css'

type ReceiptProps = {
  withdrawal: NonNullable<Contract['withdrawal']>
  /** It has been given just now: the focus goes to it. */
  isNew: boolean
}

/** The acknowledgement with its date and time, to be kept. */
export function Receipt({ withdrawal: { reference, received_at }, isNew }: ReceiptProps) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const words = useRef<HTMLParagraphElement>(null)
  const { refetch, isFetching } = useContractsQuery()
  useEffect(() => {
    if (isNew) words.current?.focus()
  }, [isNew])

  // A link is good for minutes: it is asked for at the moment it is used.
  const open = async () => {
    const { data } = await refetch()
    const own = data?.contracts.find((one) => one.withdrawal?.reference === reference)
    openFile(own?.withdrawal?.receipt_url)
  }
  return (
    <div className={styles.receipt}>
      <p ref={words} tabIndex={-1}>
        {t('rights.withdrawal.received', {
          reference,
          date: format.date(received_at, 'datetime'),
        })}
      </p>
      <Button loading={isFetching} onClick={() => void open()}>
        {t('rights.withdrawal.receipt')}
      </Button>
    </div>
  )
}
