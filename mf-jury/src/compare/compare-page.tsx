import { EmptyState, LinkButton, PageHeader, TextLink } from '@awards/shared/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '../common/use-shortcuts.ts'
import { CompareColumn } from './compare-column.tsx'
import { comparedOf, useCompareList } from './compare-list.ts'
import styles from './compare.module.css'

const LEAST = 2

/** Two to four entries side by side: the same picture of each, and the own score beside it. */
export function ComparePage({ ids: asked, home }: { ids: string; home: string }) {
  const { t } = useTranslation('jury')
  const [at, setAt] = useState(0)
  const list = useCompareList()
  const ids = comparedOf(asked)
  const turn = (by: number) => setAt((before) => Math.max(0, before + by))
  useShortcuts({ j: () => turn(1), k: () => turn(-1) })
  if (ids.length < LEAST) {
    return (
      <EmptyState
        title={t('compare.tooFew')}
        action={<LinkButton to={home}>{t('back')}</LinkButton>}
      >
        {t('compare.tooFewText')}
      </EmptyState>
    )
  }
  return (
    <>
      <PageHeader
        eyebrow={t('compare.eyebrow')}
        title={t('compare.title', { count: ids.length })}
        actions={
          <TextLink to={home} isBack>
            {t('back')}
          </TextLink>
        }
      />
      <div className={styles.pictures}>
        <Button
          disabled={at === 0}
          aria-keyshortcuts="K"
          aria-label={t('lightbox.previous')}
          onClick={() => turn(-1)}
        >
          ←
        </Button>
        <p role="status">{t('compare.picture', { number: at + 1 })}</p>
        <Button aria-keyshortcuts="J" aria-label={t('lightbox.next')} onClick={() => turn(1)}>
          →
        </Button>
        <Button type="text" onClick={list.clear}>
          {t('compare.clear')}
        </Button>
      </div>
      <ul className={`${styles.columns} ${styles[`of${ids.length}`]}`}>
        {ids.map((id) => (
          <li key={id}>
            <CompareColumn id={id} at={at} />
          </li>
        ))}
      </ul>
    </>
  )
}
