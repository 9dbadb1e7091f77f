import { useFormat } from '@awards/shared/i18n'
import { Switch } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSlowLine, LARGE_BYTES, SHRUNK_EDGE } from './shrink-picture.ts'
import styles from './upload-list.module.css'
import { isUnderway, type Upload } from './upload-queue.types.ts'
import { kindOf } from './file-check.ts'

type ShrinkOfferProps = { list: readonly Upload[]; onChange: (isWanted: boolean) => void }

/** Offers smaller copies for the way, where a file is large or the line is slow. */
export function ShrinkOffer({ list, onChange }: ShrinkOfferProps) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const id = useId()
  const [isWanted, setWanted] = useState(false)
  const pictures = list.filter((upload) => isUnderway(upload) && kindOf(upload.file) === 'image')
  const isUseful = pictures.some(({ file }) => file.size > LARGE_BYTES) || isSlowLine()
  if (!isWanted && (pictures.length === 0 || !isUseful)) return null
  return (
    <div className={styles.offer}>
      <Switch
        id={id}
        size="small"
        checked={isWanted}
        aria-describedby={`${id}-text`}
        onChange={(next) => {
          setWanted(next)
          onChange(next)
        }}
      />
      <div>
        <label htmlFor={id} className={styles.name}>
          {t('upload.shrink')}
        </label>
        <p id={`${id}-text`} className={styles.state}>
          {t('upload.shrinkText', { edge: format.number(SHRUNK_EDGE) })}
        </p>
      </div>
    </div>
  )
}
