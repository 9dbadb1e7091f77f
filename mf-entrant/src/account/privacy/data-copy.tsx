import { account } from '@awards/shared/contract'
import { openFile, useApiMutation, useApiQuery } from '@awards/shared/client'
import { useFormat } from '@awards/shared/i18n'
import { QueryState, SectionHeading } from '@awards/shared/ui'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './privacy.module.css'

const KILOBYTE = 1_000
const MEGABYTE = 1_000 * KILOBYTE

/** The size of a file as people say it: small ones in kilobytes, the rest in megabytes. */
export function sizeText(
  bytes: number,
  number: (value: number, options: Intl.NumberFormatOptions) => string,
): string {
  const isSmall = bytes < MEGABYTE
  return number(isSmall ? Math.ceil(bytes / KILOBYTE) : bytes / MEGABYTE, {
    style: 'unit',
    unit: isSmall ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: 1,
  })
}

const POLL_MS = 2_500

/** A copy of everything about the person: asked for, made in the background, then downloaded. */
export function DataCopy() {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const [isPreparing, setPreparing] = useState(false)
  const query = useApiQuery(
    account.export,
    {},
    {
      pollingInterval: isPreparing ? POLL_MS : 0,
      refetchOnMountOrArgChange: true,
    },
  )
  const [request, { isLoading }] = useApiMutation(account.requestExport)
  const status = query.data?.status
  if (status && (status === 'preparing') !== isPreparing) setPreparing(status === 'preparing')

  // A link is good for minutes: it is asked for at the moment it is used.
  const download = async () => {
    const { data } = await query.refetch()
    openFile(data?.url)
  }
  const ask = (type: 'primary' | 'default', text: string) => (
    <Button type={type} loading={isLoading} onClick={() => void request()}>
      {text}
    </Button>
  )
  return (
    <section>
      <SectionHeading size="small">{t('rights.copy.title')}</SectionHeading>
      <p className={styles.text}>{t('rights.copy.text')}</p>
      <QueryState query={query}>
        {(copy) => (
          <div className={styles.copy} role="status">
            {copy.status === 'none' && ask('primary', t('rights.copy.ask'))}
            {copy.status === 'preparing' && (
              <p className={styles.preparing}>
                <span className={styles.dot} aria-hidden="true" />
                {t('rights.copy.preparing')}
              </p>
            )}
            {copy.status === 'failed' && (
              <Alert
                type="error"
                title={t('rights.copy.failed')}
                action={ask('default', t('rights.copy.again'))}
              />
            )}
            {copy.status === 'ready' && (
              <>
                <Button type="primary" onClick={() => void download()}>
                  {t('rights.copy.download')}
                </Button>
                <span className={styles.facts}>
                  {t('rights.copy.facts', {
                    date: format.date(copy.ready_at ?? '', 'datetime'),
                    size: sizeText(copy.bytes ?? 0, format.number),
                    until: copy.expires_at ? format.date(copy.expires_at) : '',
                  })}
                </span>
                {ask('default', t('rights.copy.renew'))}
              </>
            )}
          </div>
        )}
      </QueryState>
    </section>
  )
}
