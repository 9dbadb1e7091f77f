import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './card.module.css'

type CardProps = {
  title: string
  children?: ReactNode
  actions?: ReactNode
  onClose?: () => void
}

/** A calm message in the corner. */
export function Card({ title, children, actions, onClose }: CardProps) {
  const { t } = useTranslation('qa')
  return (
    <div className={styles.card}>
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {children && <div className={styles.text}>{children}</div>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {onClose && (
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={t('close')}
          onClick={onClose}
        />
      )}
    </div>
  )
}
