import type { EntryFile } from '@awards/shared/contract'
import type { EntryDraft } from '@awards/shared/domain'
import { EntryDetail } from '@awards/shared/entries/entry-detail'
import { DefinitionList, EntryGallery } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './hidden-answers.module.css'

type OwnEntryDetailProps = { answers: EntryDraft; files: readonly EntryFile[]; section: string }

/** The entrant's entry as the jury reads it, with the terms of the entry form. */
export function OwnEntryDetail({ answers, files, section }: OwnEntryDetailProps) {
  const { t } = useTranslation('entrant')
  return (
    <EntryDetail
      answers={answers}
      section={section}
      gallery={
        <EntryGallery
          files={files}
          label={t('sheet.pictures', { title: answers.title ?? '' })}
          none={t('sheet.noPictures')}
          open={(number) => t('sheet.open', { number })}
        />
      }
      texts={{
        noSummary: t('sheet.noSummary'),
        statement: t('field.design_statement.label'),
        facts: t('sheet.facts'),
        terms: {
          section: t('begin.section'),
          realisation: t('field.realisation.label'),
          completion_date: t('field.completion_date.label'),
          location_country: t('field.location_country.label'),
          materials: t('field.materials.label'),
          dimensions: t('field.dimensions.label'),
          ai_use: t('field.ai_use.short'),
          ai_statement: t('field.ai_statement.label'),
        },
        realisation: (name) => t(`realisation.${name}`),
        aiUse: (name) => t(`aiUse.${name}`),
      }}
    />
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
