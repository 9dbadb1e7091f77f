import { Button } from '@awards/shared/ui'
import { useEffect, useRef } from 'react'
import styles from './rows.module.css'

/** Why something was refused, in place. */
export function Problem({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <p role="alert" className={styles.problem}>
      {text}
    </p>
  )
}

type QuestionProps = {
  text: string
  yes: string
  no: string
  isBusy: boolean
  problem: string | undefined
  onYes: () => void
  onNo: () => void
}

/** In place of the actions of a row: what the act means, and whether it is meant. */
export function Question({ text, yes, no, isBusy, problem, onYes, onNo }: QuestionProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <div className={styles.question}>
      <p>{text}</p>
      <Problem text={problem} />
      <div className={styles.actions}>
        <Button ref={button} danger loading={isBusy} onClick={onYes}>
          {yes}
        </Button>
        <Button onClick={onNo}>{no}</Button>
      </div>
    </div>
  )
}
