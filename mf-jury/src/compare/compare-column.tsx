import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { QueryView, ResponsiveImage } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { picturesOf } from '../common/pictures-of.ts'
import { useJuryEntryInfoQuery } from '../jury.api.ts'
import styles from './compare.module.css'

/** One of the entries that are compared. */
export function CompareColumn({ id, at }: { id: string; at: number }) {
  const { t } = useTranslation('jury')
  const format = useFormat()
  const figure = (value: number | undefined) =>
    value === undefined ? '–' : format.number(value, { maximumFractionDigits: 1 })
  const query = useJuryEntryInfoQuery({ apply_order_id: id })
  return (
    <QueryView query={query}>
      {(info) => {
        if (info.projection !== 'juror') return null
        const { own_score: own } = info
        const pictures = picturesOf(info.files)
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
                  sizes="(width < 40rem) 86vw, 45vw"
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
              <b>{figure(own?.total)}</b>{' '}
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
    </QueryView>
  )
}
