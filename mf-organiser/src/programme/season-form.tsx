import { useApiQuery } from '@awards/shared/client'
import { programmeDesk, type PackagesDocument, type SeasonDocument } from '@awards/shared/contract'
import { majorUnits, minorUnits } from '@awards/shared/domain'
import { amountField } from '@awards/shared/forms/amount-field'
import { useLanguage } from '@awards/shared/i18n'
import { Button, Form, Input, InputNumber, type FormInstance } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateField, TextsField } from './fields.tsx'
import { RecordsField } from './records-field.tsx'
import { extendCall } from './new-documents.ts'
import styles from './programme.module.css'

type Span = { code: string; starts_at: string; ends_at: string }

const time = (text: string | undefined) =>
  Date.parse(`${(text ?? '').slice(0, 16).replace(' ', 'T')}Z`)

/** Phases and fee periods of a season on one line of time; the form below says the same in words. */
function SeasonTimeline({ season }: { season: SeasonDocument }) {
  const { t } = useTranslation('organiser')
  const phases = season.phases ?? []
  const periods = season.fee_periods ?? []
  const times = [...phases, ...periods].flatMap(({ starts_at, ends_at }) => [
    time(starts_at),
    time(ends_at),
  ])
  const known = times.filter((at) => !Number.isNaN(at))
  if (known.length < 2) return null
  const [first, last] = [Math.min(...known), Math.max(...known)]
  const share = (at: number) => ((at - first) / Math.max(last - first, 1)) * 100
  const bars = (spans: readonly Span[], kind: 'phase' | 'period') =>
    spans.map((span) => {
      const [from, to] = [time(span.starts_at), time(span.ends_at)]
      if (Number.isNaN(from) || Number.isNaN(to)) return null
      return (
        <span
          key={span.code}
          className={to < from ? styles.wrong : styles.span}
          style={{
            insetInlineStart: `${share(Math.min(from, to))}%`,
            width: `${Math.max(Math.abs(share(to) - share(from)), 0.4)}%`,
          }}
          title={t(`programme.${kind}.${span.code}`)}
        >
          {t(`programme.${kind}.${span.code}`)}
        </span>
      )
    })
  return (
    <div className={styles.timeline} aria-hidden="true">
      <div className={styles.track}>{bars(phases, 'phase')}</div>
      <div className={styles.track} data-kind="period">
        {bars(periods, 'period')}
      </div>
    </div>
  )
}

type SeasonFormProps = {
  form: FormInstance
  initial: SeasonDocument
  isNew: boolean
  currency: string
}

/** The highest prices, in minor units: what is more has been typed by mistake. */
const MOST = { fee: 9_999_900, package: 99_999_900 }

/** A price is typed in units of the currency and kept in minor ones. */
const inUnits = (currency: string) => ({
  getValueProps: (value: unknown) => ({
    value: typeof value === 'number' ? majorUnits({ amount_minor: value, currency }) : null,
  }),
  normalize: (value: unknown) => (typeof value === 'number' ? minorUnits(value, currency) : value),
})

/** A season: its names, dates, phases, fee periods and prices. */
export function SeasonForm({ form, initial, isNew, currency }: SeasonFormProps) {
  const { t } = useTranslation('organiser')
  const season = (Form.useWatch([], { form, preserve: true }) ?? initial) as SeasonDocument
  return (
    <>
      <SeasonTimeline season={season} />
      <div className={styles.row}>
        <Form.Item
          name={['code']}
          label={t('programme.field.code')}
          rules={[
            { required: true, pattern: /^[A-Za-z0-9-]+$/, message: t('programme.codeNeeded') },
          ]}
        >
          <Input disabled={!isNew} maxLength={20} />
        </Form.Item>
        <Form.Item name={['year']} label={t('programme.field.year')} rules={[{ required: true }]}>
          <InputNumber min={2000} max={2200} precision={0} />
        </Form.Item>
        <Form.Item
          name={['season']}
          label={t('programme.field.season')}
          rules={[{ required: true }]}
        >
          <InputNumber min={1} max={12} precision={0} />
        </Form.Item>
        <Form.Item
          name={['rules_version']}
          label={t('programme.field.rules_version')}
          rules={[{ required: true, whitespace: true, message: t('programme.needed') }]}
        >
          <Input maxLength={40} />
        </Form.Item>
      </div>
      <TextsField name={['name']} label={t('programme.field.name')} />
      <div className={styles.row}>
        <DateField name={['opens_at']} label={t('programme.field.opens_at')} />
        <DateField name={['closes_at']} label={t('programme.field.closes_at')} />
        <DateField name={['results_at']} label={t('programme.field.results_at')} />
      </div>
      {!isNew && <ExtendCall form={form} />}
      <Spans title={t('programme.phases')} list="phases" spans={initial.phases} kind="phase" />
      <Spans
        title={t('programme.periods')}
        list="fee_periods"
        spans={initial.fee_periods}
        kind="period"
      />
      <Prices season={initial} currency={currency} />
    </>
  )
}

/** Moves the end of the call, of its phase and of the last fee period, and what begins right after. */
function ExtendCall({ form }: { form: FormInstance }) {
  const { t } = useTranslation('organiser')
  const [days, setDays] = useState(3)
  return (
    <div className={styles.extend}>
      <label>
        {t('programme.extendBy')}
        <InputNumber
          min={1}
          max={60}
          precision={0}
          value={days}
          onChange={(value) => setDays(value ?? 1)}
        />
        {t('programme.days', { count: days })}
      </label>
      <Button onClick={() => form.setFieldsValue(extendCall(form.getFieldsValue(true), days))}>
        {t('programme.extend')}
      </Button>
    </div>
  )
}

type SpansProps = {
  title: string
  list: 'phases' | 'fee_periods'
  spans: readonly { code: string }[]
  kind: 'phase' | 'period'
}

/** Beginning and end of each phase or fee period. */
function Spans({ title, list, spans, kind }: SpansProps) {
  const { t } = useTranslation('organiser')
  return (
    <fieldset className={styles.spans}>
      <legend>{title}</legend>
      {spans.map(({ code }, index) => {
        const name = t(`programme.${kind}.${code}`)
        return (
          <div key={code} className={styles.spanRow}>
            <span>{name}</span>
            <DateField
              isLabelShown={false}
              name={[list, index, 'starts_at']}
              label={t('programme.begins', { name })}
            />
            <DateField
              isLabelShown={false}
              name={[list, index, 'ends_at']}
              label={t('programme.ends', { name })}
            />
          </div>
        )
      })}
    </fieldset>
  )
}

/** Price of a first and of a further entry for each section and fee period, before VAT. */
function Prices({ season, currency }: { season: SeasonDocument; currency: string }) {
  const { t } = useTranslation('organiser')
  const language = useLanguage()
  const periods = season.fee_periods.map(({ code }) => code)
  return (
    <fieldset className={styles.prices}>
      <legend>{t('programme.prices', { currency })}</legend>
      <p className={styles.hint}>{t('programme.pricesHint')}</p>
      <div className={styles.scroller}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('programme.section')}</th>
              {periods.map((period) => (
                <th key={period} scope="col">
                  {t(`programme.period.${period}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Object.keys(season.entry_fees).map((section) => (
              <tr key={section}>
                <th scope="row">{t(`programme.sections.${section}`)}</th>
                {periods.map((period) => (
                  <td key={period}>
                    {(['first', 'further'] as const).map((kind, index) => (
                      <Form.Item
                        key={kind}
                        name={['entry_fees', section, period, index]}
                        {...inUnits(currency)}
                        rules={[{ required: true, message: t('programme.needed') }]}
                      >
                        <InputNumber<number>
                          {...amountField(language, currency)}
                          min={0}
                          max={majorUnits({ amount_minor: MOST.fee, currency })}
                          aria-label={`${t(`programme.sections.${section}`)}, ${t(`programme.period.${period}`)}, ${t(`programme.price.${kind}`)}`}
                        />
                      </Form.Item>
                    ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </fieldset>
  )
}

type Package = PackagesDocument['winner_packages'][number]
type Level = { code: string; name: { en: string; fr?: string; zh?: string } }

/** What winners may buy: what each package has, and its price by award level, before VAT. */
export function PackagesForm({ currency }: { currency: string }) {
  const { t } = useTranslation('organiser')
  const language = useLanguage()
  const { data } = useApiQuery(programmeDesk.document, { file: 'awards.yaml' })
  const levels = ((data?.document ?? data?.live)?.['list'] ?? []) as Level[]
  const nameOf = ({ code, name }: Level) => name[language] || name.en || code
  const amount = (name: (string | number)[], label: string) => (
    <Form.Item key={String(name.at(-1))} name={name} label={label} {...inUnits(currency)}>
      <InputNumber<number>
        {...amountField(language, currency)}
        min={0}
        max={majorUnits({ amount_minor: MOST.package, currency })}
      />
    </Form.Item>
  )
  return (
    <>
      <p className={styles.hint}>{t('programme.packagesHint', { currency })}</p>
      <RecordsField<Package>
        name={['winner_packages']}
        words={{ add: '', untitled: t('programme.untitled') }}
        begin={() => ({ code: '', name: { en: '' }, includes: { en: '' }, prices: {} })}
        titleOf={({ name }) => name}
        factsOf={({ code }) => code}
        isFixed
        isOrdered={false}
      >
        {(place) => (
          <>
            <TextsField
              within={['winner_packages']}
              name={[place, 'name']}
              label={t('programme.field.name')}
            />
            <TextsField
              within={['winner_packages']}
              name={[place, 'includes']}
              label={t('programme.field.includes')}
              rows={3}
            />
            <div className={styles.row}>
              {levels.map((level) => amount([place, 'prices', level.code], nameOf(level)))}
              {amount([place, 'event_share'], t('programme.field.event_share'))}
            </div>
          </>
        )}
      </RecordsField>
      <div className={styles.row}>
        <Form.Item
          name={['student_package_percent']}
          label={t('programme.field.student_package_percent')}
          rules={[{ required: true, message: t('programme.needed') }]}
        >
          <InputNumber min={0} max={100} precision={0} />
        </Form.Item>
      </div>
    </>
  )
}
