import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCapability } from '../../common/use-capability.ts'
import { useFigure } from '../../common/use-figure.ts'
import type { Board } from './board.ts'
import { CastVoteDialog } from './cast-vote-dialog.tsx'
import styles from './tie-notices.module.css'

/** Places that no rule has told apart: they wait for the chair. */
export function TieNotices({ board }: { board: Board }) {
  const { t } = useTranslation('jurydesk')
  const can = useCapability()
  const figure = useFigure()
  const [asked, setAsked] = useState<Board['ties'][number]>()
  if (board.ties.length === 0) return null
  return (
    <ul className={styles.ties} role="list" aria-label={t('tie.label')}>
      {board.ties.map((tie) => (
        <li key={tie.apply_order_ids.join()} className={styles.tie}>
          <p>
            <strong>
              {t('tie.text', { count: tie.apply_order_ids.length, score: figure(tie.score) })}
            </strong>{' '}
            {tie.entries.map(({ title }) => title).join(', ')}
          </p>
          <Button
            size="small"
            disabled={!can('can_publish')}
            title={can('can_publish') ? '' : t('tie.notYours')}
            onClick={() => setAsked(tie)}
          >
            {t('tie.cast')}
          </Button>
        </li>
      ))}
      {board.ties_total > board.ties.length && (
        <li className={styles.tie}>
          {t('tie.more', { count: board.ties_total - board.ties.length })}
        </li>
      )}
      {asked && <CastVoteDialog entries={asked.entries} onClose={() => setAsked(undefined)} />}
    </ul>
  )
}
