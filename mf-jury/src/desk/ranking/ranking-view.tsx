import { EmptyState, NARROW, QueryView, useMedia } from '@awards/shared/ui'
import { Pagination, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { PageBeyond } from '../../common/page-beyond.tsx'
import { useFilters } from '../../common/use-filters.ts'
import { WrongFilters } from '../../common/wrong-filters.tsx'
import { DeskBar } from '../desk-bar.tsx'
import { DeskSelect } from '../desk-select.tsx'
import { usePlace } from '../use-desk-scope.ts'
import { useDeskBoardQuery } from '../desk.api.ts'
import { DecisionTag } from '../../common/decision-tag.tsx'
import { Mention } from '../entry-link.tsx'
import { useFigure } from '../../common/use-figure.ts'
import type { BoardProps, Board } from './ranking.ts'
import styles from './ranking-view.module.css'
import { LevelFigures } from './level-figures.tsx'
import { PlaceLine } from './place-line.tsx'
import { RowActions } from './row-actions.tsx'
import { BoardColumns } from './board-columns.tsx'
import { Picture } from '../../common/picture.tsx'
import { useState } from 'react'
import { useCapability } from '../../common/use-capability.ts'
import { CastVoteDialog } from './cast-vote-dialog.tsx'

/** The category by place, for a telephone. */
function BoardCards({ board, canAward }: BoardProps) {
  const { t } = useTranslation('jurydesk')
  const figure = useFigure()
  return (
    <ol className={styles.cards} role="list" aria-label={t('board.by.places')}>
      {board.entries.map((row) => (
        <li key={row.apply_order_id} className={styles.card}>
          <p className={styles.head}>
            <span className={styles.place}>{row.rank ?? '–'}</span>
            <Mention entry={row} />
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
            <Mention entry={row} />
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

/** Places that no rule has told apart: they wait for the chair. */
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

/** One category at a time: its entries by place, and the level that each is to have. */
export function BoardView() {
  const { t } = useTranslation('jurydesk')
  const isNarrow = useMedia(NARROW)
  const { filters, wrong, current, change, clear } = useFilters(NAMES)
  const {
    editionId: edition_id,
    categories,
    categoryId = categories[0]?.id,
    hasCategories,
    phase,
  } = usePlace()
  const query = useDeskBoardQuery(
    { edition_id, category_id: categoryId ?? '', current },
    { skip: !categoryId || !edition_id },
  )
  const isByLevel = filters.arrange === 'levels' && !isNarrow
  const canAward = phase?.capabilities.can_award_levels.includes(1) ?? false

  const toPage = (page: number) => change({ page })

  return (
    <>
      <DeskBar category="needed" categoryId={categoryId} onChange={change}>
        {!isNarrow && (
          <DeskSelect
            label={t('board.arrange')}
            value={isByLevel ? 'levels' : 'places'}
            options={ARRANGEMENTS.map((value) => ({ value, label: t(`board.by.${value}`) }))}
            onChange={(arrange) => change({ arrange: arrange === 'levels' ? arrange : undefined })}
          />
        )}
      </DeskBar>
      <WrongFilters names={wrong} onClear={clear} />
      {hasCategories ? (
        <QueryView query={query}>
          {(board) => {
            const Shown = isNarrow ? BoardCards : isByLevel ? BoardColumns : BoardTable
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
                  <PageBeyond page={board} onPage={toPage} />
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
                    onChange={toPage}
                  />
                )}
              </>
            )
          }}
        </QueryView>
      ) : (
        <EmptyState title={t('board.nothing')}>{t('board.nothingText')}</EmptyState>
      )}
    </>
  )
}
