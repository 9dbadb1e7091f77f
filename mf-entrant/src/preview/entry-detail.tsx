import type { EntryFile } from '@awards/shared/contract'
import { AI_USE, REALISATION, type EntryDraft } from '@awards/shared/domain'
import { FORMAT_LOCALES, useFormat, useLanguage } from '@awards/shared/i18n'
import { DefinitionList, EntryGallery } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './entry-detail.module.css'

type EntryDetailProps = { answers: EntryDraft; files: readonly EntryFile[]; section: string }

const nameOf = (names: Record<string, number>, value: number | null | undefined) =>
  Object.entries(names).find(([, one]) => one === value)?.[0]

const paragraphs = (text: string | undefined) => text?.split(/\n+/) ?? []

/** An entry as the jury reads it, in the order of the jury's own sheet: pictures first, then the words. */
export function EntryDetail({ answers, files, section }: EntryDetailProps) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const regions = new Intl.DisplayNames(FORMAT_LOCALES[useLanguage()], { type: 'region' })
  const realisation = nameOf(REALISATION, answers.realisation)
  const aiUse = nameOf(AI_USE, answers.ai_use)
  return (
    <div className={styles.sheet}>
      <EntryGallery
        files={files}
        label={t('sheet.pictures', { title: answers.title ?? '' })}
        none={t('sheet.noPictures')}
        open={(number) => t('sheet.open', { number })}
      />
      <div className={styles.words}>
        <p className={styles.summary}>{answers.summary || t('sheet.noSummary')}</p>
        {paragraphs(answers.description).map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
        {answers.design_statement && (
          <>
            <h2 className={styles.heading}>{t('field.design_statement.label')}</h2>
            {paragraphs(answers.design_statement).map((paragraph, index) => (
              <p key={index}>{paragraph}</p>
            ))}
          </>
        )}
        <h2 className={styles.heading}>{t('sheet.facts')}</h2>
        <DefinitionList
          items={[
            { term: t('begin.section'), detail: section },
            {
              term: t('field.realisation.label'),
              detail: realisation && t(`realisation.${realisation}`),
            },
            {
              term: t('field.completion_date.label'),
              detail: answers.completion_date && format.date(answers.completion_date, 'month'),
            },
            {
              term: t('field.location_country.label'),
              detail: answers.location_country && regions.of(answers.location_country),
            },
            { term: t('field.materials.label'), detail: answers.materials },
            { term: t('field.dimensions.label'), detail: answers.dimensions },
            { term: t('field.ai_use.short'), detail: aiUse && t(`aiUse.${aiUse}`) },
            { term: t('field.ai_statement.label'), detail: answers.ai_statement },
          ]}
        />
      </div>
    </div>
  )
}

type HiddenAnswersProps = { answers: EntryDraft; files: readonly EntryFile[] }

/** What an entry says about its authors, and what jurors are therefore not shown. */
export function HiddenAnswers({ answers, files }: HiddenAnswersProps) {
  const { t } = useTranslation('entrant')
  const credits = [...new Set(files.flatMap(({ credit }) => credit ?? []))]
  const pdf = files.find(({ kind }) => kind === 'pdf')
  const items = [
    {
      term: t('field.designers.label'),
      detail: answers.designers
        ?.map(({ name, role }) => [name, role].filter(Boolean).join(', '))
        .join(' · '),
    },
    { term: t('field.company.label'), detail: answers.company },
    { term: t('field.client.label'), detail: answers.client },
    { term: t('field.title_local.label'), detail: answers.title_local },
    { term: t('field.location_city.label'), detail: answers.location_city },
    { term: t('field.video_url.label'), detail: answers.video_url },
    { term: t('field.website_url.label'), detail: answers.website_url },
    { term: t('sheet.photographs'), detail: credits.join(', ') },
    { term: t('sheet.document'), detail: pdf && (pdf.original_name ?? 'PDF') },
  ]
  if (items.every(({ detail }) => !detail)) return null
  return (
    <section className={styles.hidden} aria-labelledby="hidden">
      <h2 id="hidden">{t('sheet.hidden')}</h2>
      <p>{t('sheet.hiddenHelp')}</p>
      <DefinitionList items={items} />
    </section>
  )
}
