import { useApiQuery } from '@awards/shared/client'
import {
  EmptyState,
  NARROW,
  QueryState,
  SectionHeading,
  useMedia,
  Tag,
  AwardMark,
} from '@awards/shared/ui'
import { Pagination, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { PageBeyond } from '@awards/shared/list/page-links'
import { useFilters } from '../../common/use-filters.ts'
import { WrongFilters } from '@awards/shared/list/filters'
import { DeskBar, DeskSelect, useDeskScope } from '../desk-bar.tsx'
import { DecisionTag, Picture } from '../../common/entry-marks.tsx'
import { EntryLink } from '../desk-rows.tsx'
import { useFigure } from '../../common/format.ts'
import { CastVoteDialog, RowActions, type Board, type BoardProps } from './ranking-actions.tsx'
import styles from './ranking-view.module.css'
import { type Aggregate, type BoardRow, judgeAdded } from '@awards/shared/contract'
import { boardColumn, metricOf, NO_AWARD, UNDECIDED } from '@awards/shared/domain'
import { useEffect, useEffectEvent, useState } from 'react'
import { useCapability } from '../../common/use-capability.ts'

type PlaceLineProps = { row: BoardRow; board: Board }

/** Shows the facts behind an undecided rank: tie rule, discussion, the jurors' recommendations. */
function PlaceLine({ row, board }: PlaceLineProps) {
  const { t } = useTranslation('jurydesk')
  const nameOf = (id: string | null) => board.levels.find((level) => level.id === id)?.name
  const reached = nameOf(row.eligible_award_id)
  return (
    <span className={styles.line}>
      {row.is_to_discuss && <Tag tone="warning">{t('board.discuss')}</Tag>}
      {reached && <span>{t('board.reaches', { level: reached })}</span>}
      {row.tie_rule && <span>{t(`board.rule.${row.tie_rule}`)}</span>}
      {row.recommendations.map(({ award_id, count }) => (
        <span key={award_id}>{t('board.wish', { count, level: nameOf(award_id) })}</span>
      ))}
    </span>
  )
}

type LevelFiguresProps = { first: Aggregate; second: Aggregate }
const FIGURES = ['mean', 'median', 'trimmed', 'balanced', 'deviation'] as const

/** What both levels say of an entry, each in its line; the figure that counts stands out. */
function LevelFigures({ first, second }: LevelFiguresProps) {
  const { t } = useTranslation(['jurydesk', 'jury'])
  const figure = useFigure()
  const lines = [
    { level: 'first', figures: first },
    { level: 'second', figures: second },
  ].filter(({ level, figures }) => level === 'first' || figures.votes > 0)
  return (
    <table className={styles.figures}>
      <thead>
        <tr>
          <th scope="col">{t('board.level')}</th>
          <th scope="col">{t('board.votes')}</th>
          {FIGURES.map((name) => (
            <th key={name} scope="col">
              {t(`jury:figures.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ level, figures }) => (
          <tr key={level}>
            <th scope="row">{t(`board.${level}`)}</th>
            <td className={figures.votes < figures.quorum ? styles.few : ''}>
              {figures.votes}/{figures.quorum}
            </td>
            {FIGURES.map((name) => (
              <td key={name} className={name === metricOf(figures) ? styles.counts : ''}>
                {figure(figures[name])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The ranking as one column per award level, one for entries that get no award and one for undecided ones. */
function RankingColumns({ board, canAward }: BoardProps) {
  const { t } = useTranslation('jurydesk')
  const figure = useFigure()
  const columns = [
    ...board.levels.map((level) => ({ key: level.id, name: level.name, level })),
    { key: NO_AWARD, name: t('board.without'), level: undefined },
    { key: UNDECIDED, name: t('board.undecided'), level: undefined },
  ]
  // Of the whole category: the cards below are those of the page.
  const counts = new Map(board.decided.map(({ award_id, count }) => [award_id ?? UNDECIDED, count]))
  return (
    <div className={styles.columns}>
      {columns.map(({ key, name, level }) => {
        const rows = board.entries.filter((row) => boardColumn(row) === key)
        return (
          <div key={key} role="group" className={styles.column} aria-label={name}>
            <h2 className={styles.columnHead}>
              {level ? (
                <AwardMark code={level.code} name={name} colour={level.colour} />
              ) : (
                <span>{name}</span>
              )}
              <small>{key === NO_AWARD ? board.no_award : (counts.get(key) ?? 0)}</small>
            </h2>
            <ul className={styles.columnCards} role="list">
              {rows.map((row) => (
                <li key={row.apply_order_id} className={styles.columnCard}>
                  <EntryLink entry={{ ...row, category: { name: row.section.name } }} />
                  <p className={styles.score}>
                    <b>{figure(row.final_score)}</b>
                    {row.rank !== null && <span>{t('board.place', { place: row.rank })}</span>}
                  </p>
                  <PlaceLine row={row} board={board} />
                  <p className={styles.actions}>
                    <RowActions row={row} board={board} canAward={canAward} />
                  </p>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </div>
  )
}

/** The category by place, for a telephone. */
function RankingCards({ board, canAward }: BoardProps) {
  const { t } = useTranslation('jurydesk')
  const figure = useFigure()
  return (
    <ol className={styles.cards} role="list" aria-label={t('board.by.places')}>
      {board.entries.map((row) => (
        <li key={row.apply_order_id} className={styles.card}>
          <p className={styles.head}>
            <span className={styles.place}>{row.rank ?? '–'}</span>
            <EntryLink entry={row} />
            <b className={styles.final}>{figure(row.final_score)}</b>
          </p>
          <PlaceLine row={row} board={board} />
          <LevelFigures first={row.first_level} second={row.second_level} />
          <p className={styles.foot}>
            <DecisionTag
              award={board.levels.find(({ id }) => id === row.award_id) ?? null}
              status={row.decision_status}
            />
            <RowActions row={row} board={board} canAward={canAward} />
          </p>
        </li>
      ))}
    </ol>
  )
}

/** The category by place, with all figures of both levels. */
function BoardTable({ board, canAward }: BoardProps) {
  const { t } = useTranslation(['jurydesk', 'jury'])
  const figure = useFigure()
  return (
    <ol className={styles.rows} role="list" aria-label={t('board.by.places')}>
      {board.entries.map((row) => (
        <li key={row.apply_order_id} className={styles.row}>
          <span className={row.rank === null ? styles.unplaced : styles.tablePlace}>
            {row.rank ?? '–'}
          </span>
          <Picture picture={row.cover} sizes="120px" code={row.category.code} />
          <span className={styles.entry}>
            <EntryLink entry={row} />
            <PlaceLine row={row} board={board} />
          </span>
          <LevelFigures first={row.first_level} second={row.second_level} />
          <span className={styles.tableFinal}>
            <b>{figure(row.final_score)}</b>
            <small>{t('jury:figures.result')}</small>
          </span>
          <span className={styles.decision}>
            <DecisionTag
              award={board.levels.find(({ id }) => id === row.award_id) ?? null}
              status={row.decision_status}
            />
            <RowActions row={row} board={board} canAward={canAward} />
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Ties that no rule resolves; they need the chair's casting vote. */
function TieNotices({ board }: { board: Board }) {
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

const ARRANGEMENTS = ['places', 'levels'] as const
const NAMES = ['edition_id', 'category_id', 'arrange'] as const

type CategoryBoardProps = {
  editionId: string | undefined
  category: { id: string; name: string }
  current: number
  pageSize?: number
  isByLevel: boolean
  canAward: boolean
  onPage: (page: number) => void
  /** The first answer is there, or has failed. */
  onAnswer?: () => void
}

/** The ranking of one category, a page at a time. */
function CategoryBoard(props: CategoryBoardProps) {
  const { editionId: edition_id, category, current, pageSize, isByLevel, canAward, onPage } = props
  const { t } = useTranslation('jurydesk')
  const isNarrow = useMedia(NARROW)
  const query = useApiQuery(
    judgeAdded.board,
    { edition_id, category_id: category.id, current, ...(pageSize && { pageSize }) },
    { skip: !edition_id },
  )
  const answer = useEffectEvent(() => props.onAnswer?.())
  const isAnswered = query.data !== undefined || query.isError
  useEffect(() => {
    if (isAnswered) answer()
  }, [isAnswered])
  return (
    <QueryState query={query}>
      {(board) => {
        const Shown = isNarrow ? RankingCards : isByLevel ? RankingColumns : BoardTable
        return (
          <>
            <p className={styles.facts}>
              {t('board.entries', { count: board.total })}
              {' · '}
              {t(`board.metric.${board.metric}`)}
              {board.is_frozen && ` · ${t('board.frozen')}`}
              {!canAward && ` · ${t('board.closed')}`}
            </p>
            <TieNotices board={board} />
            {board.total === 0 ? (
              <EmptyState title={t('board.nothing')}>{t('board.nothingText')}</EmptyState>
            ) : board.entries.length === 0 ? (
              <PageBeyond {...board} onPage={onPage} />
            ) : (
              <Shown board={board} canAward={canAward} />
            )}
            {board.total > board.pageSize && (
              <Pagination
                className={styles.pages ?? ''}
                current={board.current}
                pageSize={board.pageSize}
                total={board.total}
                showSizeChanger={false}
                onChange={onPage}
              />
            )}
          </>
        )
      }}
    </QueryState>
  )
}

/** Rows of each category where all of them stand on one page. */
const OF_ALL = 10

type BoardSectionProps = Omit<CategoryBoardProps, 'current' | 'pageSize' | 'onPage'> & {
  isHidden: boolean
}

/** A category among all others, with pages of its own. */
function BoardSection({ isHidden, ...props }: BoardSectionProps) {
  const [current, setCurrent] = useState(1)
  const { id, name } = props.category
  return (
    <section aria-labelledby={`board-${id}`} hidden={isHidden}>
      <SectionHeading id={`board-${id}`} size="small">
        {name}
      </SectionHeading>
      <CategoryBoard {...props} current={current} pageSize={OF_ALL} onPage={setCurrent} />
    </section>
  )
}

type AllCategoriesProps = Omit<BoardSectionProps, 'category' | 'isHidden' | 'onAnswer'> & {
  categories: readonly { id: string; name: string }[]
}

/** The categories below one another: each waits for those above it, so that none pushes down what is read already. */
function AllCategories({ categories, ...shared }: AllCategoriesProps) {
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set())
  const waiting = categories.findIndex(({ id }) => !answered.has(id))
  return categories.map((category, index) => (
    <BoardSection
      key={category.id}
      {...shared}
      category={category}
      isHidden={waiting !== -1 && index > waiting}
      onAnswer={() => setAnswered((before) => new Set(before).add(category.id))}
    />
  ))
}

/** The ranking: all categories of the panel on one page, or one of them; by place or by the level given. */
export function RankingView() {
  const { t } = useTranslation('jurydesk')
  const isNarrow = useMedia(NARROW)
  const { filters, wrong, current, change, clear } = useFilters(NAMES)
  const { editionId, categories, categoryId, hasCategories, phase } = useDeskScope()
  const isByLevel = filters.arrange === 'levels' && !isNarrow
  const canAward = phase?.capabilities.can_award_levels.includes(1) ?? false
  const shared = { editionId, isByLevel, canAward }
  // An address that names an unknown category gets the refusal of the server.
  const only = categoryId ?? (categories.length === 1 ? categories[0]?.id : undefined)

  return (
    <>
      <DeskBar category="optional" onChange={change}>
        {!isNarrow && (
          <DeskSelect
            label={t('board.arrange')}
            value={isByLevel ? 'levels' : 'places'}
            options={ARRANGEMENTS.map((value) => ({ value, label: t(`board.by.${value}`) }))}
            onChange={(arrange) => change({ arrange: arrange === 'levels' ? arrange : undefined })}
          />
        )}
      </DeskBar>
      <WrongFilters namespace="jury" names={wrong} onClear={clear} />
      {!hasCategories ? (
        <EmptyState title={t('board.nothing')}>{t('board.nothingText')}</EmptyState>
      ) : only ? (
        <CategoryBoard
          {...shared}
          category={{ id: only, name: '' }}
          current={current}
          onPage={(page) => change({ page })}
        />
      ) : (
        <AllCategories key={editionId} {...shared} categories={categories} />
      )}
    </>
  )
}
