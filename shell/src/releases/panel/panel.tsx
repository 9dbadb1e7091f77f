import { siteConfiguration } from '@awards/shared/client'
import { EmptyState, ErrorPanel, Loader } from '@awards/shared/ui'
import { Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { usePlatformOverviewQuery } from './overview.api.ts'
import { PanelBody } from './panel-body.tsx'
import styles from './panel.module.css'

type PanelProps = { isOpen: boolean; onClose: () => void; onClosed: () => void }

/** What is published, what each channel gives, and what this tab is to run instead. */
export function Panel({ isOpen, onClose, onClosed }: PanelProps) {
  const { t } = useTranslation('qa')
  const overview = usePlatformOverviewQuery(undefined, {
    skip: !isOpen,
    refetchOnMountOrArgChange: true,
  })
  const { channel } = siteConfiguration()
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      closable={{ placement: 'end' }}
      size="min(42rem, 100vw)"
      classNames={{ body: styles.drawer ?? '' }}
      title={
        <>
          <span className={styles.eyebrow}>
            {t('panel.eyebrow', { channel: t(`channel.${channel}`) })}
          </span>
          <span className={styles.title}>{t('panel.title')}</span>
        </>
      }
      focusable={{ focusTriggerAfterClose: false }}
      afterOpenChange={(open) => {
        if (!open) onClosed()
      }}
    >
      <Content overview={overview} />
    </Drawer>
  )
}

/** The states of the list: on its way, refused, failed, empty, there. */
function Content({ overview }: { overview: ReturnType<typeof usePlatformOverviewQuery> }) {
  const { t } = useTranslation('qa')
  const { data, isError, isFetching, refetch } = overview
  if (data && data !== 'forbidden' && data.remotes.length > 0) return <PanelBody overview={data} />
  if (data) {
    const reason = data === 'forbidden' ? 'forbidden' : 'empty'
    return (
      <div className={styles.content}>
        <EmptyState title={t(`panel.${reason}`)}>{t(`panel.${reason}Text`)}</EmptyState>
      </div>
    )
  }
  if (!isError) return <Loader label={t('panel.loading')} />
  return (
    <div className={styles.content}>
      <ErrorPanel
        title={t('panel.error')}
        onRetry={() => void refetch()}
        retrying={isFetching}
        takesFocus
      >
        {t('panel.errorText')}
      </ErrorPanel>
    </div>
  )
}
