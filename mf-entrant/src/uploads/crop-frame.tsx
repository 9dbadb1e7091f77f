import type { Picture } from '@awards/shared/contract'
import type { CropArea } from '@awards/shared/domain'
import { Slider } from 'antd'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
import { useTranslation } from 'react-i18next'
import { areaOf, largestZoom, placeOf, reachOf, shiftOf } from './crop-geometry.ts'
import styles from './crop-frame.module.css'

const NOTHING = { width: 0, height: 0 }
const STEP_PIXELS = 8

type CropFrameProps = { picture: Picture; shape: number; onChange: (area: CropArea) => void }

/** A picture under a frame: moved with the mouse, the arrow keys or two sliders, enlarged with a third. */
export function CropFrame({ picture, shape, onChange }: CropFrameProps) {
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
