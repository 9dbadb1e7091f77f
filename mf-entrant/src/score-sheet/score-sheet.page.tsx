import { useApiQuery } from '@awards/shared/client'
import { FigureDisclosure } from '@awards/shared/entries/figure-derivation'
import {
  Page,
  QueryState,
  LinkButton,
  PageHeader,
  Button,
  SectionHeading,
  AwardMark,
} from '@awards/shared/ui'
import { useSearchParams } from 'react-router-dom'
import { NoEntry } from '../common/owner-entry.tsx'
import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import { type ScoreSheet, scoreSheets } from '@awards/shared/contract'
import { SCORE_MAXIMUM, COMPARED_FROM } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import styles from './score-sheet.module.css'

type MarkBarProps = { own: number; mean: number | null; maximum: number }

/** The own mark as a bar, the mean of the others as a line across it; the numbers stand beside. */
function MarkBar({ own, mean, maximum }: MarkBarProps) {
  const share = (value: number) => `${(100 * value) / maximum}%`
  return (
    <svg className={styles.bar} width="100%" height="20" aria-hidden="true">
      <rect className={styles.track} y="6" width="100%" height="8" />
      <rect className={styles.own} y="6" width={share(own)} height="8" />
      {mean !== null && (
        <line className={styles.line} x1={share(mean)} x2={share(mean)} y1="0" y2="20" />
      )}
    </svg>
  )
}

type Level = ScoreSheet['levels'][number]

/** Marks of one level by criterion: a table, in which each row draws itself. */
function LevelMarks({ level }: { level: Level }) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const name = t(`scores.level.${level.level}`)
  const number = (value: number, digits: number) =>
    format.number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return (
    <section className={styles.level}>
      <SectionHeading
        aside={<p className={styles.quiet}>{t('scores.votes', { count: level.votes })}</p>}
      >
        {name}
      </SectionHeading>
      <table className={styles.marks}>
        <caption className={styles.caption}>{t('scores.caption', { level: name })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('scores.criterion')}</th>
            <td className={styles.drawn} />
            <th scope="col" className={styles.value}>
              <span className={styles.keyOwn} aria-hidden="true" />
              {t('scores.own')}
            </th>
            {level.compared_with && (
              <th scope="col" className={styles.value}>
                <span className={styles.keyMean} aria-hidden="true" />
                {t(`scores.mean.${level.compared_with}`)}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {level.criteria.map((one) => (
            <tr key={one.id}>
              <th scope="row">
                {one.name}
                {one.weight !== 1 && (
                  <small className={styles.weight}>
                    {t('scores.weight', { weight: format.number(one.weight) })}
                  </small>
                )}
              </th>
              <td className={styles.drawn}>
                <MarkBar own={one.mean} mean={one.compared_mean} maximum={SCORE_MAXIMUM} />
              </td>
              <td className={styles.value}>{number(one.mean, 1)}</td>
              {one.compared_mean !== null && (
                <td className={styles.mean}>{number(one.compared_mean, 1)}</td>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('scores.total')}</th>
            <td className={styles.drawn} />
            <td className={styles.value}>{number(level.score, 2)}</td>
            {level.compared_mean !== null && (
              <td className={styles.mean}>{number(level.compared_mean, 2)}</td>
            )}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

/** What jurors wrote for the entrant, under letters; what is still being read is counted. */
function SheetComments({ sheet }: { sheet: ScoreSheet }) {
  const { t } = useTranslation('entrant')
  const { comments, comments_pending: pending, levels, summary } = sheet
  return (
    <section className={styles.comments}>
      <SectionHeading>{t('scores.comments')}</SectionHeading>
      {summary && (
        <figure className={styles.quote}>
          <blockquote>{summary}</blockquote>
          <figcaption>{t('scores.summary')}</figcaption>
        </figure>
      )}
      {comments.length > 0 && <p className={styles.lettered}>{t('scores.lead')}</p>}
      <div className={styles.quotes}>
        {comments.map(({ juror, level, comment }) => (
          <figure key={`${juror} ${level}`} className={styles.quote}>
            <blockquote>{comment}</blockquote>
            <figcaption>
              {t('scores.juror', { letter: juror })}
              {levels.length > 1 && ` · ${t(`scores.level.${level}`)}`}
            </figcaption>
          </figure>
        ))}
      </div>
      {pending > 0 && <p className={styles.note}>{t('scores.pending', { count: pending })}</p>}
      {comments.length === 0 && pending === 0 && (
        <p className={styles.note}>{t('scores.noComments')}</p>
      )}
    </section>
  )
}

/** The score in large, the award, and where the entry stands among the others of its category. */
function SheetResult({ sheet }: { sheet: ScoreSheet }) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const { award, final_score: score, percentile, entries_in_category: count } = sheet
  const percent = format.number((percentile ?? 0) / 100, { style: 'percent' })
  return (
    <section className={styles.result} aria-label={t('scores.final')}>
      {score === null ? (
        <p className={styles.noScore}>{t('scores.noScore')}</p>
      ) : (
        <p className={styles.score}>
          <span className={styles.label}>{t('scores.final')}</span>{' '}
          <span className={styles.figure}>{format.number(score, DIGITS)}</span>{' '}
          <span className={styles.of}>{t('scores.of100')}</span>
        </p>
      )}
      <div className={styles.standing}>
        <p className={styles.award}>
          {award ? <AwardMark code={award.code} name={award.name} /> : t('scores.notAwarded')}
        </p>
        {percentile !== null && <p>{t('scores.percentile', { percent })}</p>}
        <p className={styles.quiet}>{t('scores.compared', { count })}</p>
        {count < COMPARED_FROM && <p className={styles.quiet}>{t('scores.fewEntries')}</p>}
      </div>
    </section>
  )
}

const DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 2 }

/** The sheet: the result, the marks of each level, and what the jurors wrote. */
function ScoreSheetDetail({ sheet }: { sheet: ScoreSheet }) {
  const { t } = useTranslation('entrant')
  const { title, judging_no, category, edition, levels } = sheet
  const hasBoth = levels.length > 1
  return (
    <article className={styles.sheet}>
      <PageHeader
        eyebrow={`${t('action.score_sheet')} · ${edition.name}`}
        title={title || t('untitled')}
        documentTitle={`${t('action.score_sheet')}: ${title || t('untitled')}`}
        lead={`#${judging_no.replace(/^#/, '')} · ${category.name}`}
        actions={
          <div className={styles.acts}>
            <Button onClick={() => window.print()}>{t('scores.print')}</Button>
            <LinkButton to={paths.account('history')}>{t('footer.account')}</LinkButton>
          </div>
        }
      />
      <SheetResult sheet={sheet} />
      {levels.map((level) => (
        <LevelMarks key={level.level} level={level} />
      ))}
      {levels.length > 0 && (
        <p className={styles.note}>{t(hasBoth ? 'scores.shares' : 'scores.even')}</p>
      )}
      {levels.length > 0 && <FigureDisclosure id={sheet.apply_order_id} namespace="entrant" />}
      <SheetComments sheet={sheet} />
    </article>
  )
}

/** Says why an entry has no score sheet, yet or at all. */
function NoSheet({ reason }: { reason: 'waiting' | 'left' }) {
  const { t } = useTranslation('entrant')
  return (
    <PageHeader
      eyebrow={t('action.score_sheet')}
      title={t(`scores.${reason}.title`)}
      lead={t(`scores.${reason}.text`)}
      actions={
        <LinkButton type="primary" to={paths.account()}>
          {t('footer.account')}
        </LinkButton>
      }
    />
  )
}

/** How the jury saw one entry, once the results are out. */
export function Component() {
  const id = useSearchParams()[0].get('id') ?? ''
  const query = useApiQuery(scoreSheets.scoreSheet, { apply_order_id: id }, { skip: !id })
  const refusal = query.isError && 'code' in query.error ? query.error : undefined
  const hasLeft = refusal?.code === 404 && JSON.stringify(refusal).includes('"LEFT"')
  const content = () => {
    if (hasLeft) return <NoSheet reason="left" />
    if (refusal?.code === 423) return <NoSheet reason="waiting" />
    if (!id || refusal?.code === 404) return <NoEntry />
    return <QueryState query={query}>{(sheet) => <ScoreSheetDetail sheet={sheet} />}</QueryState>
  }
  return <Page>{content()}</Page>
}
