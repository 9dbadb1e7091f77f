import type { Tone } from '@awards/shared/ui'
import type { ReactNode } from 'react'
import styles from './tag.module.css'

/** A state in words, with a colour that never speaks alone. */
export const Tag = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={`${styles.tag} ${styles[tone]}`}>{children}</span>
)
