import { ResponsiveImage, Tag } from '@awards/shared/ui'
import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { useJuryEntryInfoQuery } from '../../jury.api.ts'
import styles from './sheet-pictures.module.css'

type SheetPicturesProps = {
  id: string
  hidden: readonly string[]
  /** Pictures that a juror has named. */
  reported: readonly string[]
  onChange: (ids: readonly string[]) => void
}

/** The pictures of the sheet; those that show a name are left out of what jurors see. */
export function SheetPictures({ id, hidden, reported, onChange }: SheetPicturesProps) {
  const { t } = useTranslation('jurydesk')
  const { data } = useJuryEntryInfoQuery({ apply_order_id: id })
  const files = data?.files ?? []
  const unseen = hidden.filter((one) => !files.some(({ file_id }) => file_id === one))
  const toggle = (one: string, isHidden: boolean) =>
    onChange(isHidden ? [...hidden, one] : hidden.filter((other) => other !== one))
  if (files.length === 0 && unseen.length === 0) return null
  return (
    <section aria-labelledby="sheet-pictures">
      <h3 id="sheet-pictures" className={styles.heading}>
        {t('redact.pictures')}
      </h3>
      <ul className={styles.pictures} role="list">
        {files.map(({ file_id, picture }, index) => (
          <li key={file_id} className={hidden.includes(file_id) ? styles.hidden : ''}>
            {picture && <ResponsiveImage picture={picture} sizes="200px" ratio="3 / 2" alt="" />}
            <Checkbox
              checked={hidden.includes(file_id)}
              onChange={(event) => toggle(file_id, event.target.checked)}
            >
              {t('redact.leaveOut', { number: index + 1 })}
            </Checkbox>
            {reported.includes(file_id) && <Tag tone="warning">{t('redact.named')}</Tag>}
          </li>
        ))}
        {unseen.map((file_id) => (
          <li key={file_id}>
            <Checkbox checked onChange={() => toggle(file_id, false)}>
              {t('redact.leftOut')}
            </Checkbox>
          </li>
        ))}
      </ul>
    </section>
  )
}
