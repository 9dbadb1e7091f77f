import { Button, QRCode } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './code-figure.module.css'

const SIZE = 264

type CodeFigureProps = {
  /** Undefined while it is on its way. */
  code: string | undefined
  isExpired: boolean
  isAsking: boolean
  onRefresh: () => void
  orderNo: string
}

/** The code to scan; on a phone, where it cannot be scanned, it can be kept and opened in WeChat. */
export function CodeFigure({ code, isExpired, isAsking, onRefresh, orderNo }: CodeFigureProps) {
  const { t } = useTranslation('payment')
  const figure = useRef<HTMLElement>(null)
  const isActive = !isExpired && !isAsking && code !== undefined
  const status = isActive ? 'active' : isExpired && !isAsking ? 'expired' : 'loading'

  function save() {
    const picture = figure.current?.querySelector('canvas')
    if (!picture) return
    const link = document.createElement('a')
    link.href = picture.toDataURL('image/png')
    link.download = `wechat-${orderNo}.png`
    link.click()
  }

  return (
    <figure className={styles.figure} ref={figure}>
      <QRCode
        // Under a mask the real code could still be read by a camera.
        value={isActive ? code : '-'}
        status={status}
        onRefresh={onRefresh}
        size={SIZE}
        errorLevel="M"
        color="#000"
        bgColor="#fff"
        bordered={false}
        role="img"
        aria-label={t(isActive ? 'wallet.alt' : `wallet.none.${status}`)}
      />
      <figcaption className={styles.caption}>{t(`wallet.status.${status}`)}</figcaption>
      {isActive && (
        <div className={styles.phone}>
          <Button onClick={save}>{t('wallet.save')}</Button>
          <Button href="weixin://" type="primary">
            {t('wallet.open')}
          </Button>
        </div>
      )}
    </figure>
  )
}
