import type { EntryInfo } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { LinkButton, PageHeader } from '@awards/shared/ui'
import { Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './preview.module.css'

type PreviewHeadProps = { info: EntryInfo; isBlind: boolean; onBlind: (isBlind: boolean) => void }

/** Number and title as on the jury's sheet; above it the owner's switch and the way back. */
export function PreviewHead({ info, isBlind, onBlind }: PreviewHeadProps) {
  const { t } = useTranslation('entrant')
  const isOwner = info.projection === 'owner'
  const number = isOwner ? t('preview.number') : `#${info.judging_no.replace(/^#/, '')}`
  return (
    <>
      {isOwner && (
        <div className={styles.bar}>
          <label className={styles.toggle}>
            <Switch checked={isBlind} onChange={onBlind} />
            <span>
              <strong>{t('preview.blind')}</strong>
              <span className={styles.help}>
                {t(isBlind ? 'preview.blindHelp' : 'preview.openHelp')}
              </span>
            </span>
          </label>
          <LinkButton
            to={info.is_editable ? paths.steps({ id: info.apply_order_id }) : paths.account()}
          >
            {t(info.is_editable ? 'preview.edit' : 'footer.account')}
          </LinkButton>
        </div>
      )}
      <PageHeader
        eyebrow={`${number} · ${info.category.name}`}
        title={info.answers.title || t('untitled')}
        lead={t('preview.asJuror')}
      />
    </>
  )
}
