import type { EntryFile } from '@awards/shared/contract'
import type { EntryDraft } from '@awards/shared/domain'
import { DefinitionList } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './entry-sheet.module.css'

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
