import { useTranslation } from 'react-i18next'
import { Fragment, useState, type ReactNode } from 'react'
import { useApiQuery } from '@awards/shared/client'
import {
  scoreSheets,
  type DerivedLevel,
  type DerivedVote,
  type FigureDerivation as Derivation,
} from '@awards/shared/contract'
import { SECOND_LEVEL_SHARE, TOTAL_MAXIMUM } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { QueryState, VisuallyHidden } from '@awards/shared/ui'
import styles from './figure-derivation.module.css'

/** The remote that bundles the view and has its texts under `derivation`. */
type Namespace = 'entrant' | 'jury'
type OfLevel = { level: DerivedLevel; namespace: Namespace }

/** Formats figures as they are compared: two decimals, marks with one. */
function useNumbers() {
  const format = useFormat()
  const fixed = (digits: number) => (value: number | null) =>
    value === null
      ? '–'
      : format.number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return { figure: fixed(2), mark: fixed(1), count: (value: number) => format.number(value) }
}

/** The votes of a level on a line from 0 to 100, with a tick at the figure that counts. */
function Distribution({ level, namespace }: OfLevel) {
  const { t } = useTranslation(namespace)
  const { figure, count } = useNumbers()
  const totals = level.votes.map(({ total }) => total)
  const words = t('derivation.distribution', {
    votes: count(totals.length),
    lowest: figure(Math.min(...totals)),
    highest: figure(Math.max(...totals)),
    figure: figure(level.official),
    outliers: count(level.votes.filter(({ is_outlier }) => is_outlier).length),
  })
  const at = (value: number) => `${(100 * value) / TOTAL_MAXIMUM}%`
  return (
    <svg className={styles.distribution} width="100%" height="28" role="img" aria-label={words}>
      <line className={styles.axis} x1="0" x2="100%" y1="14" y2="14" />
      {level.official !== null && (
        <line
          className={styles.official}
          x1={at(level.official)}
          x2={at(level.official)}
          y1="0"
          y2="28"
        />
      )}
      {level.votes.map((vote) => (
        <circle
          key={vote.juror}
          className={vote.is_outlier ? styles.outlier : styles.vote}
          cx={at(vote.total)}
          cy="14"
          r="5"
        />
      ))}
    </svg>
  )
}

function JurorName({ vote, namespace }: { vote: DerivedVote; namespace: Namespace }) {
  const { t } = useTranslation(namespace)
  const name = vote.is_named ? vote.juror : t('derivation.juror', { letter: vote.juror })
  return (
    <>
      {name}
      {vote.is_own && <small className={styles.flag}>{t('derivation.own')}</small>}
      {vote.is_outlier && <small className={styles.flagged}>{t('derivation.outlier')}</small>}
    </>
  )
}

type TableProps = { caption: string; head: readonly string[]; children: ReactNode }

/** A table of numbers that scrolls by itself where the window is too narrow for it. */
function Numbers({ caption, head, children }: TableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard
    <div className={styles.scroll} role="region" aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

/** Who gave which marks; columns by criterion only where the reader sees marks. */
function Votes({ level, criteria, namespace }: OfLevel & Pick<Derivation, 'criteria'>) {
  const { t } = useTranslation(namespace)
  const { figure, mark, count } = useNumbers()
  const shown = level.votes.some(({ marks }) => marks !== null) ? criteria : []
  const head = shown.map(({ name, weight }) => (weight === 1 ? name : `${name} × ${count(weight)}`))
  const marksOf = ({ marks }: DerivedVote, id: string) =>
    mark(marks?.find(({ criterion_id }) => criterion_id === id)?.value ?? null)
  return (
    <>
      <Distribution level={level} namespace={namespace} />
      <Numbers
        caption={`${t(`derivation.level.${level.level}`)}: ${t('derivation.votes')}`}
        head={[t('derivation.who'), ...head, t('derivation.total')]}
      >
        {level.votes.map((vote) => (
          <Fragment key={vote.juror}>
            <tr>
              <th scope="row">
                <JurorName vote={vote} namespace={namespace} />
              </th>
              {shown.map(({ id }) => (
                <td key={id}>{marksOf(vote, id)}</td>
              ))}
              <td className={styles.total}>{figure(vote.total)}</td>
            </tr>
            {vote.note !== null && (
              <tr className={styles.noted}>
                <td colSpan={shown.length + 2}>{vote.note}</td>
              </tr>
            )}
          </Fragment>
        ))}
      </Numbers>
    </>
  )
}

/** `(74.00 + 86.00) ÷ 2 = 80.00`; what is left out is struck through. */
function MeanOf({
  values,
  result,
}: {
  values: readonly [number, boolean][]
  result: number | null
}) {
  const { figure, count } = useNumbers()
  const counted = values.filter(([, isLeftOut]) => !isLeftOut).length
  return (
    <p className={styles.formula}>
      (
      {values.map(([value, isLeftOut], index) => (
        <span key={index}>
          {index > 0 && ' + '}
          {isLeftOut ? <del>{figure(value)}</del> : figure(value)}
        </span>
      ))}
      ) ÷ {count(counted)} = <b>{figure(result)}</b>
    </p>
  )
}

/** How each total is brought to the scale of all jurors. Scales are shown where the reader may see them. */
function Balance({ level, namespace }: OfLevel) {
  const { t } = useTranslation(namespace)
  const { figure, count } = useNumbers()
  const scaled = level.votes.filter(({ scale }) => scale !== null)
  const heads = ['who', 'given', 'ownMean', 'ownSpread', 'weight', 'centre', 'spread', 'balanced']
  return (
    <>
      <p className={styles.words}>
        {t('derivation.balance', {
          count: level.all.votes,
          mean: figure(level.all.mean),
          deviation: figure(level.all.deviation),
        })}
      </p>
      {scaled.length > 0 && (
        <Numbers
          caption={`${t(`derivation.level.${level.level}`)}: ${t('derivation.balanceCaption')}`}
          head={heads.map((name) => t(`derivation.${name}`))}
        >
          {scaled.map((vote) => (
            <tr key={vote.juror}>
              <th scope="row">
                <JurorName vote={{ ...vote, is_outlier: false }} namespace={namespace} />
              </th>
              <td>{count(vote.scale?.votes ?? 0)}</td>
              <td>{figure(vote.scale?.mean ?? null)}</td>
              <td>{figure(vote.scale?.deviation ?? null)}</td>
              <td>{figure(vote.scale?.weight ?? null)}</td>
              <td>{figure(vote.scale?.centre ?? null)}</td>
              <td>{figure(vote.scale?.spread ?? null)}</td>
              <td className={styles.total}>{figure(vote.balanced)}</td>
            </tr>
          ))}
        </Numbers>
      )}
      <p className={styles.formula}>
        {t('derivation.balanceFormula', {
          mean: figure(level.all.mean),
          deviation: figure(level.all.deviation),
        })}
      </p>
      <MeanOf
        values={level.votes.map(({ balanced }) => [balanced ?? 0, false])}
        result={level.balanced}
      />
    </>
  )
}

type StepProps = { title: string; counts?: boolean; children: ReactNode }

const Step = ({ title, counts = false, children }: StepProps) => (
  <li className={counts ? styles.counts : styles.step}>
    <h4 className={styles.stepTitle}>{title}</h4>
    {children}
  </li>
)

/** The steps of one level, ending with the figure that counts. */
function LevelSteps({ level, criteria, namespace }: OfLevel & Pick<Derivation, 'criteria'>) {
  const { t } = useTranslation(namespace)
  const { figure, count } = useNumbers()
  const { votes, metric, quorum, official } = level
  return (
    <div className={styles.level}>
      <header className={styles.levelHead}>
        <h3>{t(`derivation.level.${level.level}`)}</h3>
        <b className={styles.levelFigure}>{figure(official)}</b>
      </header>
      <ol role="list" className={styles.steps}>
        <Step title={t('derivation.votes')}>
          <Votes level={level} criteria={criteria} namespace={namespace} />
        </Step>
        {metric === null ? (
          <Step title={t('derivation.noFigure')}>
            <p className={styles.words}>
              {t('derivation.belowQuorum', { count: quorum, votes: count(votes.length) })}
            </p>
          </Step>
        ) : (
          <>
            <Step title={t('derivation.trimmedTitle')} counts={metric === 'trimmed'}>
              <p className={styles.words}>{t('derivation.trimmed')}</p>
              <MeanOf
                values={votes.map(({ total, dropped }) => [total, dropped !== null])}
                result={level.trimmed}
              />
            </Step>
            <Step title={t('derivation.balancedTitle')} counts={metric === 'balanced'}>
              <Balance level={level} namespace={namespace} />
            </Step>
            <Step title={t('derivation.countsTitle', { figure: figure(official) })}>
              <p className={styles.words}>{t(`derivation.counts.${metric}`)}</p>
            </Step>
          </>
        )}
      </ol>
    </div>
  )
}

/** How the levels make the official figure of the entry. */
function Final({ derivation, namespace }: { derivation: Derivation; namespace: Namespace }) {
  const { t } = useTranslation(namespace)
  const { figure } = useNumbers()
  const { levels, final_score, is_frozen } = derivation
  const [first, second] = [2, 3].map((one) => levels.find(({ level }) => level === one)?.official)
  const share = SECOND_LEVEL_SHARE / 100
  if (final_score === null || first === undefined || first === null) return null
  return (
    <div className={styles.final}>
      <p className={styles.finalFigure}>
        <span>{t('derivation.final')}</span> <b>{figure(final_score)}</b>
      </p>
      <p className={styles.formula}>
        {typeof second === 'number'
          ? `${figure(share)} × ${figure(second)} + ${figure(1 - share)} × ${figure(first)} = ${figure(final_score)}`
          : t('derivation.firstAlone')}
      </p>
      <p className={styles.words}>{t(is_frozen ? 'derivation.frozen' : 'derivation.live')}</p>
    </div>
  )
}

type FigureDerivationProps = { id: string; namespace: Namespace }

/**
 * How the official figure of an entry came about, step by step from the votes: for the chair with names and marks, for
 * jurors and the owner as far as the server lets them see. Each remote bundles it and gives the texts.
 */
function FigureDerivation({ id, namespace }: FigureDerivationProps) {
  const { t } = useTranslation(namespace)
  const query = useApiQuery(scoreSheets.figureDerivation, { apply_order_id: id })
  return (
    <QueryState query={query}>
      {(derivation) => {
        const { hidden, levels, criteria } = derivation
        if (hidden) return <p className={styles.words}>{t(`derivation.hidden.${hidden}`)}</p>
        if (levels.length === 0) return <p className={styles.words}>{t('derivation.noVotes')}</p>
        return (
          <div className={styles.derivation}>
            <Final derivation={derivation} namespace={namespace} />
            <div className={styles.levels}>
              {levels.map((level) => (
                <LevelSteps
                  key={level.level}
                  level={level}
                  criteria={criteria}
                  namespace={namespace}
                />
              ))}
            </div>
          </div>
        )
      }}
    </QueryState>
  )
}

type DisclosureProps = FigureDerivationProps & { isOpen?: boolean }

/** The derivation below a heading that opens it; the steps are asked for once it is open. */
export function FigureDisclosure({ isOpen = false, ...derivation }: DisclosureProps) {
  const { t } = useTranslation(derivation.namespace)
  const [isShown, setIsShown] = useState(isOpen)
  return (
    <details
      className={styles.disclosure}
      open={isShown}
      onToggle={(event) => setIsShown(event.currentTarget.open)}
    >
      <summary className={styles.summary}>
        <h2>{t('derivation.title')}</h2>
      </summary>
      {isShown && <FigureDerivation {...derivation} />}
    </details>
  )
}
