import { useApiQuery } from '@awards/shared/client'
import { entries } from '@awards/shared/contract'
import {
  EmptyState,
  LinkButton,
  PageHeader,
  TextLink,
  QueryState,
  entryPictures,
  ResponsiveImage,
  below,
} from '@awards/shared/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '@awards/shared/browser/use-shortcuts'
import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { Link, useNavigate } from 'react-router-dom'
import styles from './compare.module.css'
import { comparedOf, useCompareList } from './compare-list.tsx'

/** One of the entries that are compared. */
function CompareColumn({ id, at }: { id: string; at: number }) {
  const { t } = useTranslation('jury')
  const format = useFormat()
  const figure = (value: number | undefined) =>
    value === undefined ? '–' : format.number(value, { maximumFractionDigits: 1 })
  const query = useApiQuery(entries.info, { apply_order_id: id })
  return (
    <QueryState query={query}>
      {(info) => {
        if (info.projection !== 'juror') return null
        const { own_score: own } = info
        const pictures = entryPictures(info.files)
        const shown = pictures[at % Math.max(1, pictures.length)]
        const markOf = (criterion: string) =>
          own?.items.find(({ criterion_id }) => criterion_id === criterion)?.value
        return (
          <article className={styles.column}>
            <div className={styles.picture}>
              {shown ? (
                <ResponsiveImage
                  picture={shown.picture}
                  alt={shown.alt}
                  sizes={`${below('small-tablet')} 86vw, 45vw`}
                  className={styles.image ?? ''}
                  eager
                />
              ) : (
                <p>{t('sheet.noPictures')}</p>
              )}
            </div>
            <p className={styles.place}>
              #{info.judging_no.replace(/^#/, '')} · {info.category.name}
            </p>
            <h2 className={styles.title}>
              <Link to={paths.subJuryReviewDetails(id)}>{info.answers.title || t('untitled')}</Link>
            </h2>
            <p className={styles.total}>
              {/* The total of a draft counts missing marks as nothing, so that it is no result yet. */}
              <b>{figure(own?.is_draft ? undefined : own?.total)}</b>{' '}
              {t(own ? (own.is_draft ? 'queue.draft' : 'queue.yours') : 'compare.unscored')}
            </p>
            <dl className={styles.marks}>
              {info.criteria.map((criterion) => (
                <div key={criterion.id}>
                  <dt>{criterion.name}</dt>
                  <dd>
                    <meter
                      className={styles.meter}
                      min={0}
                      max={20}
                      value={markOf(criterion.id) ?? 0}
                      aria-hidden="true"
                    />
                    <span>{figure(markOf(criterion.id))}</span>
                  </dd>
                </div>
              ))}
            </dl>
            <p className={styles.summary}>{info.answers.summary}</p>
          </article>
        )
      }}
    </QueryState>
  )
}

const LEAST = 2

/** Two to four entries side by side: the same picture of each, and the own score beside it. */
export function ComparePage({ ids: asked, home }: { ids: string; home: string }) {
  const { t } = useTranslation('jury')
  const [at, setAt] = useState(0)
  const list = useCompareList()
  const navigate = useNavigate()
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
        <Button
          type="text"
          onClick={() => {
            list.clear()
            void navigate(home)
          }}
        >
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
