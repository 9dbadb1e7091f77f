import type { JurorEntryInfo } from '@awards/shared/contract'
import { AI_USE, REALISATION } from '@awards/shared/domain'
import { FORMAT_LOCALES, useFormat, useLanguage } from '@awards/shared/i18n'
import { DefinitionList, EntryGallery } from '@awards/shared/ui'
import { useState, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Lightbox } from './lightbox.tsx'
import { picturesOf } from './pictures-of.ts'
import styles from './entry-detail.module.css'
import { useShortcuts } from './use-shortcuts.ts'

const nameOf = (names: Record<string, number>, value: number | null | undefined) =>
  Object.entries(names).find(([, one]) => one === value)?.[0]

/** The entry as the jury reads it: pictures first, then the words. */
export function Sheet({ info }: { info: JurorEntryInfo }) {
  const { t } = useTranslation('jury')
  const format = useFormat()
  const regions = new Intl.DisplayNames(FORMAT_LOCALES[useLanguage()], { type: 'region' })
  const { answers, files } = info
  const realisation = nameOf(REALISATION, answers.realisation)
  const aiUse = nameOf(AI_USE, answers.ai_use)
  const [shown, setShown] = useState<number>()
  const pictures = picturesOf(files)
  const enlarge = pictures.length > 0 ? () => setShown(0) : undefined
  useShortcuts({ z: enlarge, l: enlarge })

  /** A plain click stays on the page; with a modifier the picture opens in a tab of its own. */
  const onPicture = (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest('a')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    const at = pictures.findIndex(({ picture }) => picture.url === link.getAttribute('href'))
    if (at < 0) return
    event.preventDefault()
    setShown(at)
  }

  return (
    <div className={styles.sheet}>
      {/* The links inside take the keyboard; this only catches what they are asked to do. */}
      <div onClickCapture={onPicture}>
        <EntryGallery
          files={files}
          label={t('sheet.pictures', { title: answers.title ?? '' })}
          none={t('sheet.noPictures')}
          open={(number) => t('sheet.open', { number })}
        />
      </div>
      {shown !== undefined && (
        <Lightbox pictures={pictures} start={shown} onClose={() => setShown(undefined)} />
      )}
      <div className={styles.words}>
        {answers.summary && <p className={styles.summary}>{answers.summary}</p>}
        {answers.description?.split(/\n+/).map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
        {answers.design_statement && (
          <>
            <h2 className={styles.heading}>{t('sheet.statement')}</h2>
            {answers.design_statement.split(/\n+/).map((paragraph, index) => (
              <p key={index}>{paragraph}</p>
            ))}
          </>
        )}
        <h2 className={styles.heading}>{t('sheet.facts')}</h2>
        <DefinitionList
          items={[
            { term: t('sheet.section'), detail: info.section.name },
            { term: t('sheet.realisation'), detail: realisation && t(`sheet.${realisation}`) },
            {
              term: t('sheet.completed'),
              detail: answers.completion_date && format.date(answers.completion_date, 'month'),
            },
            {
              term: t('sheet.place'),
              detail: answers.location_country && regions.of(answers.location_country),
            },
            { term: t('sheet.materials'), detail: answers.materials },
            { term: t('sheet.dimensions'), detail: answers.dimensions },
            { term: t('sheet.ai'), detail: aiUse && t(`sheet.ai_${aiUse}`) },
            { term: t('sheet.aiStatement'), detail: answers.ai_statement },
            { term: t('sheet.company'), detail: answers.company },
            {
              term: t('sheet.designers'),
              detail: answers.designers?.map(({ name }) => name).join(', '),
            },
          ]}
        />
      </div>
    </div>
  )
}
