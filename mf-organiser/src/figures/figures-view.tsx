import { openFile, useApiMutation, useApiQuery } from '@awards/shared/client'
import { figures, type Figures } from '@awards/shared/contract'
import { FUNNEL_STEPS, type FigureTable } from '@awards/shared/domain'
import { registerNamespace, useFormat } from '@awards/shared/i18n'
import { QueryState, SectionHeading } from '@awards/shared/ui'
import { App, Button, Select } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { DaysChart } from './days-chart.tsx'
import { DaysTable, GroupTable, JuryTable, MoneyTable } from './figure-tables.tsx'
import styles from './figures.module.css'

// The texts of this view come with its chunk: the other views of the desk do not load them.
void registerNamespace('figures', (language) => import(`./texts/${language}.json`))

const PERCENT = { style: 'percent', maximumFractionDigits: 0 } as const

/** What an edition has brought so far: each figure as a chart, as a table and as a file. */
export function FiguresView() {
  const [search, setSearch] = useSearchParams()
  const { t } = useTranslation('figures')
  const edition_id = search.get('edition') ?? ''
  const query = useApiQuery(figures.figures, { edition_id })
  const choose = (id: string) => {
    const next = new URLSearchParams(search)
    next.set('edition', id)
    setSearch(next, { replace: true })
  }
  return (
    <QueryState query={query}>
      {(found) => (
        <>
          <div className={styles.head}>
            <Select
              aria-label={t('edition')}
              value={found.edition.id}
              options={found.editions.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={choose}
              popupMatchSelectWidth={false}
            />
            <Compared found={found} />
            <SaveEntries editionId={found.edition.id} />
          </div>
          <Funnel found={found} />
          <Part found={found} table="days">
            <DaysChart found={found} />
            <DaysTable found={found} />
          </Part>
          {(['categories', 'countries', 'codes'] as const).map((table) => (
            <Part key={table} found={found} table={table}>
              <GroupTable rows={found[table]} label={t(`table.${table}`)} />
            </Part>
          ))}
          <Part found={found} table="money">
            <MoneyTable rows={found.money} />
          </Part>
          <Part found={found} table="jury">
            <JuryTable rows={found.jury} />
          </Part>
        </>
      )}
    </QueryState>
  )
}

/** Every entry with its answers, as a file. */
function SaveEntries({ editionId }: { editionId: string }) {
  const { t } = useTranslation('figures')
  const { message } = App.useApp()
  const [save, { isLoading }] = useApiMutation(figures.exportEntries)
  const send = async () => {
    const { data } = await save({ edition_id: editionId })
    if (!data) return
    openFile(data.url)
    void message.success(t('saved', { count: data.rows }))
  }
  return (
    <Button size="small" loading={isLoading} onClick={() => void send()}>
      {t('saveEntries')}
    </Button>
  )
}

/** What the figures stand beside. */
function Compared({ found: { before, before_until } }: { found: Figures }) {
  const { t } = useTranslation('figures')
  const format = useFormat()
  return (
    <p className={styles.hint}>
      {before && before_until
        ? t('compared', { edition: before.name, date: format.date(before_until, 'datetime') })
        : t('alone')}
    </p>
  )
}

/**
 * The steps of the way, each beside what it was, and how many of the step before took it. That is said of entries alone:
 * one visitor may come often, and one account may enter many works.
 */
function Funnel({ found }: { found: Figures }) {
  const { t } = useTranslation('figures')
  const format = useFormat()
  const most = Math.max(
    1,
    ...FUNNEL_STEPS.flatMap((step) => Object.values(found.funnel[step]).map(Number)),
  )
  return (
    <ol role="list" className={styles.funnel} aria-label={t('funnel')}>
      {FUNNEL_STEPS.map((step, index) => {
        const { now, before } = found.funnel[step]
        const last =
          index > FUNNEL_STEPS.indexOf('draft')
            ? found.funnel[FUNNEL_STEPS[index - 1] ?? step].now
            : 0
        return (
          <li key={step}>
            <span className={styles.step}>{t(`step.${step}`)}</span>
            <strong>{format.number(now)}</strong>
            <svg
              className={styles.bars}
              viewBox="0 0 100 10"
              preserveAspectRatio="none"
              aria-hidden
            >
              {before !== null && (
                <rect className={styles.before} y="6" height="4" width={(100 * before) / most} />
              )}
              <rect className={styles.now} height="5" width={(100 * now) / most} />
            </svg>
            <span className={styles.hint}>
              {[
                before !== null && t('was', { count: before, number: format.number(before) }),
                last > 0 && t('share', { share: format.number(now / last, PERCENT) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

type PartProps = { found: Figures; table: FigureTable; children: ReactNode }

/** A part of the page with the button that saves its table. */
function Part({ found, table, children }: PartProps) {
  const { t } = useTranslation('figures')
  const { message } = App.useApp()
  const [save, { isLoading }] = useApiMutation(figures.exportFigures)
  const name = t(`table.${table}`)
  const send = async () => {
    const { data } = await save({ edition_id: found.edition.id, table })
    if (!data) return
    openFile(data.url)
    void message.success(t('saved', { count: data.rows }))
  }
  return (
    <section className={styles.part}>
      <SectionHeading
        size="small"
        aside={
          found[table].length > 0 && (
            <Button
              size="small"
              loading={isLoading}
              aria-label={t('saveOf', { table: name })}
              onClick={() => void send()}
            >
              {t('save')}
            </Button>
          )
        }
      >
        {name}
      </SectionHeading>
      {found[table].length === 0 ? <p className={styles.hint}>{t('nothing')}</p> : children}
    </section>
  )
}
