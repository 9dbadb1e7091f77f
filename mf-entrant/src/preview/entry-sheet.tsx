import type { EntryFile } from '@awards/shared/contract'
import { AI_USE, REALISATION, type EntryDraft } from '@awards/shared/domain'
import { LANGUAGE_TAGS, useFormat, useLanguage } from '@awards/shared/i18n'
import { DefinitionList, ResponsiveImage } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './entry-sheet.module.css'

type EntrySheetProps = {
  answers: EntryDraft
  files: readonly EntryFile[]
  /** Without the names of people, company and client, and without links: what jurors see. */
  isBlind: boolean
}

const nameOf = (names: Record<string, number>, value: number | null | undefined) =>
  Object.entries(names).find(([, one]) => one === value)?.[0]

/** An entry to read and look at. */
export function EntrySheet({ answers, files, isBlind }: EntrySheetProps) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const regions = new Intl.DisplayNames(LANGUAGE_TAGS[useLanguage()], { type: 'region' })
  const country = (code: string | null | undefined) => (code ? regions.of(code) : undefined)
  const pictures = files.filter(({ kind, picture }) => kind !== 'pdf' && picture)
  const cover = pictures.find(({ kind }) => kind === 'cover') ?? pictures[0]
  const realisation = nameOf(REALISATION, answers.realisation)
  const aiUse = nameOf(AI_USE, answers.ai_use)
  const open = (detail: string | null | undefined) => (isBlind ? undefined : detail)

  return (
    <div className={styles.sheet}>
      {cover?.picture && (
        <ResponsiveImage
          className={styles.cover ?? ''}
          picture={cover.picture}
          sizes="(width < 60rem) 100vw, 60rem"
          alt={cover.alt}
          eager
        />
      )}
      <div className={styles.columns}>
        <div className={styles.words}>
          <p className={styles.summary}>{answers.summary || t('sheet.noSummary')}</p>
          {answers.description?.split(/\n+/).map((paragraph, index) => (
            <p key={index}>{paragraph}</p>
          ))}
          {answers.design_statement && (
            <>
              <h2 className={styles.heading}>{t('field.design_statement.label')}</h2>
              <p>{answers.design_statement}</p>
            </>
          )}
        </div>
        <DefinitionList
          items={[
            {
              term: t('field.realisation.label'),
              detail: realisation && t(`realisation.${realisation}`),
            },
            {
              term: t('field.completion_date.label'),
              detail: answers.completion_date && format.date(answers.completion_date, 'month'),
            },
            {
              term: t('sheet.place'),
              detail: [open(answers.location_city), country(answers.location_country)]
                .filter(Boolean)
                .join(', '),
            },
            { term: t('field.materials.label'), detail: answers.materials },
            { term: t('field.dimensions.label'), detail: answers.dimensions },
            {
              term: t('credits.designers'),
              detail: open(
                answers.designers
                  ?.map(({ name, role }) => [name, role].filter(Boolean).join(', '))
                  .join(' · '),
              ),
            },
            { term: t('field.company.label'), detail: open(answers.company) },
            { term: t('field.client.label'), detail: open(answers.client) },
            { term: t('field.ai_use.short'), detail: aiUse && t(`aiUse.${aiUse}`) },
            { term: t('field.ai_statement.label'), detail: answers.ai_statement },
            { term: t('field.video_url.label'), detail: open(answers.video_url) },
            { term: t('field.website_url.label'), detail: open(answers.website_url) },
          ]}
        />
      </div>
      <div className={styles.gallery}>
        {pictures
          .filter((file) => file !== cover)
          .map(({ file_id, picture, alt, credit }) => (
            <figure key={file_id}>
              {picture && (
                <ResponsiveImage picture={picture} sizes="(width < 40rem) 100vw, 30rem" alt={alt} />
              )}
              <figcaption>
                {alt}
                {!isBlind && credit && ` © ${credit}`}
              </figcaption>
            </figure>
          ))}
      </div>
    </div>
  )
}
