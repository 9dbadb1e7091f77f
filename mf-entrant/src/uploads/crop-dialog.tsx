import { callApi, failureOf } from '@awards/shared/client'
import { uploads, type Picture, type UploadedFile } from '@awards/shared/contract'
import type { CropArea } from '@awards/shared/domain'
import { translateMessage, useFormat } from '@awards/shared/i18n'
import { Modal, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './crop-dialog.module.css'
import { CropFrame } from './crop-frame.tsx'
import { isLargeEnough, pixelsOf } from './crop-geometry.ts'

const SHAPES = { landscape: 3 / 2, broad: 4 / 3, wide: 16 / 9, square: 1, portrait: 4 / 5 }
type Shape = keyof typeof SHAPES | 'own'

type CropDialogProps = {
  fileId: string
  picture: Picture
  number: number
  onCropped: (file: UploadedFile) => void
  onClose: () => void
}

/** Takes a part of a picture as a picture of its own; the server cuts it from what it keeps. */
export function CropDialog({ fileId, picture, number, onCropped, onClose }: CropDialogProps) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const [shape, setShape] = useState<Shape>('landscape')
  const [area, setArea] = useState<CropArea>()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const size = area && pixelsOf(picture, area)
  const isSmall = size !== undefined && !isLargeEnough(size)
  const ratio = shape === 'own' ? picture.width / picture.height : SHAPES[shape]

  const cut = async () => {
    if (!area) return
    setBusy(true)
    setRefusal('')
    try {
      onCropped(await callApi(uploads.crop, { file_id: fileId, area }, { skipErrorHandler: true }))
      onClose()
    } catch (error) {
      const { msg } = failureOf(error)
      const sentences = typeof msg === 'string' ? [msg] : Object.values(msg).flat()
      setRefusal(sentences.map(translateMessage).join(' '))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      width={760}
      title={t('crop.title', { number })}
      okText={t('crop.use')}
      cancelText={t('crop.cancel')}
      okButtonProps={{ disabled: !area || isSmall, 'aria-describedby': 'crop-size' }}
      confirmLoading={isBusy}
      onOk={() => void cut()}
      onCancel={onClose}
    >
      <p className={styles.lead}>{t('crop.lead')}</p>
      <Radio.Group
        className={styles.shapes ?? ''}
        size="small"
        optionType="button"
        buttonStyle="solid"
        aria-label={t('crop.shape')}
        value={shape}
        options={[...Object.keys(SHAPES), 'own'].map((value) => ({
          value,
          label: t(`crop.shapes.${value}`),
        }))}
        onChange={(event) => setShape(event.target.value as Shape)}
      />
      <CropFrame key={shape} picture={picture} shape={ratio} onChange={setArea} />
      <p id="crop-size" className={`${styles.size} ${isSmall ? styles.small : ''}`} role="status">
        {size &&
          t(isSmall ? 'crop.small' : 'crop.size', {
            width: format.number(size.width),
            height: format.number(size.height),
          })}
      </p>
      {refusal && (
        <p className={`${styles.size} ${styles.small}`} role="alert">
          {refusal}
        </p>
      )}
    </Modal>
  )
}
