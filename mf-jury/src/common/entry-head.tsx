import type { JurorEntryInfo } from '@awards/shared/contract'
import { PageHeader, TextLink } from '@awards/shared/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type EntryHeadProps = { info: JurorEntryInfo; back: string; actions?: ReactNode }

/** Number, title and place of the entry under review, with the way back to the list. */
export function EntryHead({ info, back, actions }: EntryHeadProps) {
  const { t } = useTranslation('jury')
  const title = info.answers.title || t('untitled')
  return (
    <PageHeader
      eyebrow={`#${info.judging_no.replace(/^#/, '')} · ${info.category.name}`}
      title={title}
      documentTitle={title}
      lead={info.is_blind ? t('sheet.blind') : undefined}
      actions={
        <>
          {actions}
          <TextLink to={back} isBack>
            {t('back')}
          </TextLink>
        </>
      }
    />
  )
}
