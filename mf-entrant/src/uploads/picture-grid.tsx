import type { EntryFile } from '@awards/shared/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { moved, removed, withCover } from './arrange.ts'
import { PictureCard } from './picture-card.tsx'
import styles from './picture-grid.module.css'

const DRAG_TYPE = 'application/x-entry-picture'

type PictureGridProps = {
  files: readonly EntryFile[]
  isDisabled: boolean
  isChecked: boolean
  onChange: (files: EntryFile[]) => void
}

/** The pictures in the order jurors see them; moved with buttons, or with the mouse. */
export function PictureGrid({ files, isDisabled, isChecked, onChange }: PictureGridProps) {
  const { t } = useTranslation('entrant')
  const [said, setSaid] = useState('')
  const pictures = files.filter(({ kind }) => kind !== 'pdf')
  const move = (from: number, to: number) => {
    onChange(moved(files, from, to))
    setSaid(t('picture.moved', { number: from + 1, place: to + 1 }))
  }
  return (
    <>
      <ol className={styles.grid} role="list" aria-label={t('picture.list')}>
        {pictures.map((file, place) => (
          <li
            key={file.file_id}
            className={styles.card}
            draggable={!isDisabled}
            onDragStart={(event) => event.dataTransfer.setData(DRAG_TYPE, String(place))}
            onDragOver={(event) => {
              if (event.dataTransfer.types.includes(DRAG_TYPE)) event.preventDefault()
            }}
            onDrop={(event) => {
              const from = event.dataTransfer.getData(DRAG_TYPE)
              if (from === '') return
              event.preventDefault()
              move(Number(from), place)
            }}
          >
            <PictureCard
              file={file}
              place={place}
              count={pictures.length}
              isDisabled={isDisabled}
              isChecked={isChecked}
              onMove={(to) => move(place, to)}
              onCover={() => onChange(withCover(files, file.file_id))}
              onRemove={() => onChange(removed(files, file.file_id))}
              onChange={(part) =>
                onChange(files.map((one) => (one === file ? { ...one, ...part } : one)))
              }
            />
          </li>
        ))}
      </ol>
      <p className={styles.said} role="status">
        {said}
      </p>
    </>
  )
}
