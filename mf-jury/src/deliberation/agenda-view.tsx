import { useApiMutation, useApiQuery } from '@awards/shared/client'
import { type AGENDA_STEPS, type AgendaItem, deliberation } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { EmptyState, QueryState, Tag } from '@awards/shared/ui'
import { Button } from 'antd'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { ErrorNote, useProblem } from '../common/error-note.tsx'
import { useFilters } from '../common/use-filters.ts'
import { DeskBar } from '../desk/desk-bar.tsx'
import { POLL_MS, titleOf } from './now-discussing.tsx'
import styles from './deliberation.module.css'

type Step = (typeof AGENDA_STEPS)[number]

type LineProps = {
  item: AgendaItem
  isFirst: boolean
  isLast: boolean
  isFrozen: boolean
  isBusy: boolean
  onStep: (step: Step) => void
}

function AgendaLine({ item, isFirst, isLast, isFrozen, isBusy, onStep }: LineProps) {
  const { t } = useTranslation('juryroom')
  const title = titleOf(item)
  const isNow = item.state === 'now'
  const isUntouched = item.begun_at === null && item.comments === 0 && item.summary === 'none'
  const step = (key: string, step: Step, isOff = false) => {
    const words = t(`agenda.${key}`)
    return (
      // A button that is disabled loses the keyboard's focus: it says so instead, and does nothing.
      <Button
        size="small"
        name={key}
        type={step === 'now' ? 'primary' : 'default'}
        className={isOff ? styles.off : undefined}
        aria-disabled={isBusy || isOff}
        aria-label={t('agenda.about', { step: words, title })}
        onClick={() => !isBusy && !isOff && onStep(step)}
      >
        {words}
      </Button>
    )
  }
  return (
    <li
      id={rowId(item.apply_order_id)}
      className={`${styles.item} ${styles.row}`}
      aria-current={isNow ? 'step' : undefined}
    >
      <span className={styles.grow}>
        <Link to={paths.juryReviewDetails(item.apply_order_id)}>{title}</Link>
        <small className={styles.note}>
          #{item.judging_no.replace(/^#/, '')} · {item.category.name} ·{' '}
          {t('agenda.count', { count: item.comments })} · {t(`agenda.summary.${item.summary}`)}
        </small>
      </span>
      <Tag tone={isNow ? 'success' : 'warning'}>{t(`agenda.state.${item.state}`)}</Tag>
      {!isFrozen && (
        <span className={styles.row}>
          {isNow ? step('end', 'done') : step('discuss', 'now')}
          {step('up', 'up', isFirst)}
          {step('down', 'down', isLast)}
          {isUntouched && step('remove', 'remove')}
        </span>
      )}
    </li>
  )
}

const rowId = (id: string) => `agenda-${id}`

type Pressed = { id: string; name: string }

/**
 * Keeps the keyboard's focus with the button that was pressed. A row that moves down is taken out of the document and
 * put back, and a row that is removed is gone: the browser leaves the focus nowhere.
 */
function useKeptFocus(items: readonly AgendaItem[] | undefined) {
  const pressed = useRef<Pressed>(undefined)
  const list = useRef<HTMLOListElement>(null)
  useLayoutEffect(() => {
    if (!pressed.current || document.activeElement !== document.body) return
    const row = document.getElementById(rowId(pressed.current.id))
    const name = pressed.current.name
    const target = row?.querySelector<HTMLElement>(`button[name="${name}"]`) ?? list.current
    target?.focus()
  }, [items])
  return {
    list,
    press: (id: string) => {
      const button = document.activeElement
      pressed.current = button instanceof HTMLButtonElement ? { id, name: button.name } : undefined
    },
  }
}

const NAMES = ['edition_id'] as const

/** The agenda of the meeting: the chair orders the entries and says which one is discussed. */
export function AgendaView() {
  const { t } = useTranslation('juryroom')
  const { filters, change: changeFilters } = useFilters(NAMES)
  // Without a chosen edition the server answers the current edition's agenda. The id that the phases give would be asked
  // for anew once they are read, and the loader would replace the list.
  const query = useApiQuery(deliberation.agenda, filters, { pollingInterval: POLL_MS })
  const [change, { isLoading, error }] = useApiMutation(deliberation.changeAgenda)
  const problem = useProblem(error)
  const { list, press } = useKeptFocus(query.data?.items)
  return (
    <>
      <DeskBar onChange={changeFilters} />
      <p className={styles.note}>{t('agenda.lead')}</p>
      <ErrorNote text={problem} />
      <QueryState query={query}>
        {({ items, revision, is_frozen }) => (
          <>
            {is_frozen && <p className={styles.note}>{t('frozen')}</p>}
            {items.length === 0 && (
              <EmptyState title={t('agenda.emptyTitle')}>{t('agenda.emptyText')}</EmptyState>
            )}
            <ol className={styles.list} role="list" ref={list} tabIndex={-1}>
              {items.map((item, index) => (
                <AgendaLine
                  key={item.apply_order_id}
                  item={item}
                  isFirst={index === 0}
                  isLast={index === items.length - 1}
                  isFrozen={is_frozen}
                  isBusy={isLoading}
                  onStep={(step) => {
                    press(item.apply_order_id)
                    void change({ apply_order_id: item.apply_order_id, step, revision })
                  }}
                />
              ))}
            </ol>
          </>
        )}
      </QueryState>
    </>
  )
}
