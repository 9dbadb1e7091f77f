import { EmptyState, NARROW, QueryView, useMedia } from '@awards/shared/ui'
import { Pagination } from 'antd'
import { useTranslation } from 'react-i18next'
import { PageBeyond } from '../../common/page-beyond.tsx'
import { useFilters } from '../../common/use-filters.ts'
import { WrongFilters } from '../../common/wrong-filters.tsx'
import { DeskBar } from '../common/desk-bar.tsx'
import { DeskSelect } from '../common/desk-select.tsx'
import { usePlace } from '../common/use-place.ts'
import { useDeskBoardQuery } from '../desk.api.ts'
import { BoardCards } from './board-cards.tsx'
import { BoardColumns } from './board-columns.tsx'
import { BoardTable } from './board-table.tsx'
import styles from './board-view.module.css'
import { TieNotices } from './tie-notices.tsx'

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
