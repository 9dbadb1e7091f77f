import { Alert, type AlertProps } from 'antd'
import type { ReactNode } from 'react'
import styles from './common.module.css'

type NoticeProps = Pick<AlertProps, 'type' | 'title'> & {
  children?: ReactNode
  /** What to do about it; below the words where there is no room beside them. */
  action?: ReactNode
}

/** A notice with the way on. */
export const Notice = ({ type, title, children, action }: NoticeProps) => (
  <Alert
    type={type}
    description={
      <div className={styles.row}>
        <div className={styles.words}>
          <p className={styles.title}>{title}</p>
          {children}
        </div>
        {action && <div className={styles.actions}>{action}</div>}
      </div>
    }
  />
)
