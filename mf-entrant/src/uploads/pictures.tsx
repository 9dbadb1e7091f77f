import type { EntryFile } from '@awards/shared/contract'
import { VisuallyHidden } from '@awards/shared/ui'
import { useLayoutEffect, useRef, useState, type DragEvent, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { moved, removed, replaced, withCover } from './arrange.ts'
import { PictureCard } from './picture-card.tsx'
import styles from './pictures.module.css'
import { Button } from 'antd'

const DRAG_TYPE = 'application/x-entry-picture'

/** Moves a picture with the mouse. It is taken by its image alone, so that text can be selected. */
function usePictureDrag(isDisabled: boolean, onMove: (from: number, to: number) => void) {
  const [held, setHeld] = useState<number>()
  const [over, setOver] = useState<number>()
  const isPicture = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(DRAG_TYPE)
  return {
    /** The place under the picture that is being moved. */
    over,
    handlersOf: (place: number) => ({
      draggable: !isDisabled && held === place,
      onMouseDown: ({ target }: MouseEvent) =>
        setHeld(target instanceof Element && target.closest('[data-picture]') ? place : undefined),
      onDragStart: ({ dataTransfer }: DragEvent) => {
        dataTransfer.effectAllowed = 'move'
        dataTransfer.setData(DRAG_TYPE, String(place))
      },
      onDragOver: (event: DragEvent) => {
        if (!isPicture(event)) return
        event.preventDefault()
        setOver(place)
      },
      onDragLeave: (event: DragEvent) => {
        const inside = event.relatedTarget instanceof Node ? event.relatedTarget : null
        if (!event.currentTarget.contains(inside)) setOver(undefined)
      },
      onDragEnd: () => setOver(undefined),
      onDrop: (event: DragEvent) => {
        if (!isPicture(event)) return
        event.preventDefault()
        setOver(undefined)
        const from = Number(event.dataTransfer.getData(DRAG_TYPE))
        if (from !== place) onMove(from, place)
      },
    }),
  }
}

type PictureGridProps = {
  files: readonly EntryFile[]
  isDisabled: boolean
  isChecked: boolean
  /** Identifier of a picture → identifier of another that looks the same. */
  lookalikes: ReadonlyMap<string, string>
  onKeepBoth: (id: string) => void
  /** Files may have arrived since this was drawn, so a change says what is done to those there are. */
  onChange: (change: (files: readonly EntryFile[]) => EntryFile[]) => void
}

/** The pictures in the order jurors see them; moved with buttons, or with the mouse. */
export function PictureGrid(props: PictureGridProps) {
  const { files, isDisabled, isChecked, lookalikes, onKeepBoth, onChange } = props
  const { t } = useTranslation('entrant')
  const [said, setSaid] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const pressed = useRef<{ place: number; way: string }>(undefined)
  const pictures = files.filter(({ kind }) => kind !== 'pdf')
  const placeOf = (id: string | undefined) => {
    const place = pictures.findIndex(({ file_id }) => file_id === id)
    return place < 0 ? undefined : place + 1
  }
  const move = (from: number, to: number) => {
    onChange((all) => moved(all, from, to))
    setSaid(t('picture.moved', { number: from + 1, place: to + 1 }))
  }
  const { over, handlersOf } = usePictureDrag(isDisabled, move)

  // The button that was pressed goes along with its picture, and so does the focus.
  useLayoutEffect(() => {
    const { place, way } = pressed.current ?? {}
    pressed.current = undefined
    if (place === undefined) return
    const buttons =
      list.current?.children[place]?.querySelectorAll<HTMLButtonElement>('[data-move]')
    const [same, other] = [...(buttons ?? [])].toSorted(
      (a, b) => Number(b.dataset['move'] === way) - Number(a.dataset['move'] === way),
    )
    ;(same?.disabled ? other : same)?.focus()
  }, [files])

  return (
    <>
      <ol ref={list} className={styles.grid} role="list" aria-label={t('picture.list')}>
        {pictures.map((file, place) => (
          <li
            key={file.file_id}
            className={`${styles.card} ${over === place ? styles.cardOver : ''}`}
            {...handlersOf(place)}
          >
            <PictureCard
              file={file}
              place={place}
              count={pictures.length}
              isDisabled={isDisabled}
              isChecked={isChecked}
              lookalike={placeOf(lookalikes.get(file.file_id))}
              onMove={(to) => {
                pressed.current = { place: to, way: to < place ? 'earlier' : 'later' }
                move(place, to)
              }}
              onCover={() => onChange((all) => withCover(all, file.file_id))}
              onCropped={(crop) => onChange((all) => replaced(all, file.file_id, crop))}
              onRemove={() => onChange((all) => removed(all, file.file_id))}
              onKeepBoth={() => onKeepBoth(file.file_id)}
              onChange={(part) =>
                onChange((all) =>
                  all.map((one) => (one.file_id === file.file_id ? { ...one, ...part } : one)),
                )
              }
            />
          </li>
        ))}
      </ol>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </>
  )
}

type DropZoneProps = {
  accept: string
  isDisabled: boolean
  onFiles: (files: File[]) => void
}

/** Takes files dropped on it, chosen in the file dialogue or pasted into it, several at once. */
export function DropZone({ accept, isDisabled, onFiles }: DropZoneProps) {
  const { t } = useTranslation('entrant')
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | null) => {
    if (files && files.length > 0 && !isDisabled) onFiles([...files])
  }
  return (
    <div
      className={`${styles.zone} ${isOver ? styles.zoneOver : ''}`}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(!isDisabled)
      }}
      onDragLeave={(event) => {
        const inside = event.relatedTarget instanceof Node ? event.relatedTarget : null
        if (!event.currentTarget.contains(inside)) setOver(false)
      }}
      onDrop={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
      onPaste={(event) => take(event.clipboardData.files)}
    >
      <p className={styles.title}>{t('upload.title')}</p>
      <p className={styles.text} id="entry_images_help">
        {t('upload.text')}
      </p>
      <Button
        disabled={isDisabled}
        onClick={() => input.current?.click()}
        id="entry_images"
        aria-describedby="entry_images_help"
      >
        {t('upload.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accept}
        aria-label={t('upload.choose')}
        onChange={(event) => {
          take(event.target.files)
          event.target.value = ''
        }}
      />
    </div>
  )
}
