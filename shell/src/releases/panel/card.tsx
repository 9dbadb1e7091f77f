import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import iconButton from '../../app/layout/icon-button.module.css'
import { Icon } from '../../app/layout/icon.tsx'
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
        <button
          type="button"
          className={iconButton.button}
          aria-label={t('close')}
          onClick={onClose}
        >
          <Icon name="close" size={18} />
        </button>
      )}
    </div>
  )
}
