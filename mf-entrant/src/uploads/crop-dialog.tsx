import { callApi, failureOf } from '@awards/shared/client'
import { uploads, type Picture, type UploadedFile } from '@awards/shared/contract'
import { type CropArea, IMAGE_LIMITS } from '@awards/shared/domain'
import { translateMessage, useFormat } from '@awards/shared/i18n'
import { Modal, Radio, Slider } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './crop-dialog.module.css'
import Cropper from 'react-easy-crop'

type Size = { width: number; height: number }
type Point = { x: number; y: number }

/** The largest part of a picture in a shape (width by height). */
export function largestPart({ width, height }: Size, shape: number): Size {
  const across = Math.min(width, height * shape)
  return { width: across, height: across / shape }
}

/** How far a picture can be enlarged until its part gets too small to be shown; 1 where not at all. */
export function largestZoom(picture: Size, shape: number): number {
  const { width, height } = largestPart(picture, shape)
  return Math.max(1, Math.max(width, height) / IMAGE_LIMITS.longSide)
}

/** The pixels that a part has. */
export const pixelsOf = (picture: Size, area: CropArea): Size => ({
  width: Math.round(area.width * picture.width),
  height: Math.round(area.height * picture.height),
})

export const isLargeEnough = ({ width, height }: Size) =>
  Math.max(width, height) >= IMAGE_LIMITS.longSide

/** From the cropper's percentages to fractions that never leave the picture. */
export function areaOf(percent: Size & Point): CropArea {
  const x = clamp(percent.x / 100)
  const y = clamp(percent.y / 100)
  return {
    x,
    y,
    width: Math.min(clamp(percent.width / 100), 1 - x),
    height: Math.min(clamp(percent.height / 100), 1 - y),
  }
}

/** How far the picture can be moved from the middle under its frame, in pixels of the screen. */
export const reachOf = (shown: Size, frame: Size, zoom: number): Point => ({
  x: Math.max(0, (shown.width * zoom - frame.width) / 2),
  y: Math.max(0, (shown.height * zoom - frame.height) / 2),
})

/** Place of the part, 0 at the left or upper edge and 100 at the other, from the picture's shift. */
export const placeOf = (shift: number, reach: number) =>
  reach === 0 ? 50 : Math.round(50 - (shift / reach) * 50)

export const shiftOf = (place: number, reach: number) => ((50 - place) / 50) * reach

const clamp = (value: number) => Math.min(1, Math.max(0, value))

const NOTHING = { width: 0, height: 0 }
const STEP_PIXELS = 8

type CropFrameProps = { picture: Picture; shape: number; onChange: (area: CropArea) => void }

/** A picture under a frame: moved with the mouse, the arrow keys or two sliders, enlarged with a third. */
function CropFrame({ picture, shape, onChange }: CropFrameProps) {
  const { t } = useTranslation('entrant')
  const [shift, setShift] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [shown, setShown] = useState(NOTHING)
  const [frame, setFrame] = useState(NOTHING)
  const most = largestZoom(picture, shape)
  const reach = reachOf(shown, frame, zoom)
  return (
    <>
      <div className={styles.stage}>
        <Cropper
          image={picture.url}
          crop={shift}
          zoom={zoom}
          minZoom={1}
          maxZoom={most}
          aspect={shape}
          keyboardStep={STEP_PIXELS}
          disableAutomaticStylesInjection
          classes={{
            containerClassName: styles.container ?? '',
            mediaClassName: styles.media ?? '',
            cropAreaClassName: styles.area ?? '',
          }}
          mediaProps={{ alt: '' }}
          cropperProps={{ 'aria-label': t('crop.frame') }}
          onCropChange={setShift}
          onZoomChange={setZoom}
          onMediaLoaded={({ width, height }) => setShown({ width, height })}
          onCropSizeChange={setFrame}
          onCropAreaChange={(percent) => onChange(areaOf(percent))}
        />
      </div>
      <div className={styles.sliders}>
        <Control
          label={t('crop.zoom')}
          minimum={100}
          maximum={Math.max(101, Math.floor(most * 100))}
          value={Math.round(zoom * 100)}
          isDisabled={most <= 1}
          onChange={(value) => setZoom(Math.min(most, value / 100))}
        />
        <Control
          label={t('crop.across')}
          value={placeOf(shift.x, reach.x)}
          isDisabled={reach.x < 1}
          onChange={(place) => setShift({ ...shift, x: shiftOf(place, reach.x) })}
        />
        <Control
          label={t('crop.down')}
          value={placeOf(shift.y, reach.y)}
          isDisabled={reach.y < 1}
          onChange={(place) => setShift({ ...shift, y: shiftOf(place, reach.y) })}
        />
      </div>
    </>
  )
}

type ControlProps = {
  label: string
  value: number
  minimum?: number
  maximum?: number
  isDisabled: boolean
  onChange: (value: number) => void
}

const Control = ({
  label,
  value,
  minimum = 0,
  maximum = 100,
  isDisabled,
  onChange,
}: ControlProps) => (
  <div>
    <span className={styles.label}>{label}</span>
    <Slider
      min={minimum}
      max={maximum}
      value={value}
      disabled={isDisabled}
      tooltip={{ open: false }}
      ariaLabelForHandle={label}
      onChange={onChange}
    />
  </div>
)

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
