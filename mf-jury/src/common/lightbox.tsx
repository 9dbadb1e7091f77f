import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './entry-detail.module.css'
import type { Shown } from './pictures-of.ts'

type LightboxProps = {
  pictures: readonly Shown[]
  /** The picture that is shown first. */
  start: number
  onClose: () => void
}

const ZOOMS = ['fit', 'double', 'quadruple'] as const

/** Pictures as large as the screen; arrows turn the pages, plus and minus come closer. */
export function Lightbox({ pictures, start, onClose }: LightboxProps) {
  const { t } = useTranslation('jury')
  const dialog = useRef<HTMLDialogElement>(null)
  const [at, setAt] = useState(start)
  const [zoom, setZoom] = useState(0)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])

  const shown = pictures[at]
  if (!shown) return null
  const turn = (by: number) => {
    setAt((before) => (before + by + pictures.length) % pictures.length)
    setZoom(0)
  }
  const closer = (by: number) =>
    setZoom((before) => Math.min(ZOOMS.length - 1, Math.max(0, before + by)))
  const onKey = (event: KeyboardEvent) => {
    const keys: Record<string, (() => void) | undefined> = {
      ...(zoom === 0 && { ArrowRight: () => turn(1), ArrowLeft: () => turn(-1) }),
      j: () => turn(1),
      k: () => turn(-1),
      '+': () => closer(1),
      '=': () => closer(1),
      '-': () => closer(-1),
      z: () => setZoom((before) => (before + 1) % ZOOMS.length),
      l: onClose,
    }
    const run = keys[event.key]
    if (!run || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    run()
  }
  return (
    <dialog
      ref={dialog}
      className={styles.lightbox}
      aria-label={t('lightbox.label', { number: at + 1, of: pictures.length })}
      onClose={onClose}
      onKeyDown={onKey}
    >
      <header className={styles.bar}>
        <p className={styles.count} role="status">
          {at + 1} / {pictures.length}
          {shown.alt && <span className={styles.alt}>{shown.alt}</span>}
        </p>
        <button type="button" disabled={zoom === 0} onClick={() => closer(-1)}>
          <span aria-hidden="true">−</span>
          <span className={styles.name}>{t('lightbox.farther')}</span>
        </button>
        <button type="button" disabled={zoom === ZOOMS.length - 1} onClick={() => closer(1)}>
          <span aria-hidden="true">+</span>
          <span className={styles.name}>{t('lightbox.closer')}</span>
        </button>
        <button type="button" onClick={onClose}>
          <span aria-hidden="true">×</span>
          <span className={styles.name}>{t('lightbox.close')}</span>
        </button>
      </header>
      {/* The zoomed picture is wider than its place: the keyboard has to reach it to move it. */}
      <div
        className={styles.place}
        tabIndex={zoom > 0 ? 0 : undefined}
        role={zoom > 0 ? 'region' : undefined}
        aria-label={zoom > 0 ? t('lightbox.move') : undefined}
      >
        <img
          className={styles[ZOOMS[zoom] ?? 'fit']}
          src={shown.picture.url}
          alt={shown.alt || t('lightbox.label', { number: at + 1, of: pictures.length })}
          onDoubleClick={() => setZoom((before) => (before === 0 ? 1 : 0))}
        />
      </div>
      {pictures.length > 1 && (
        <footer className={styles.pages}>
          <button type="button" onClick={() => turn(-1)}>
            <span aria-hidden="true">←</span>
            <span className={styles.name}>{t('lightbox.previous')}</span>
          </button>
          <button type="button" onClick={() => turn(1)}>
            <span className={styles.name}>{t('lightbox.next')}</span>
            <span aria-hidden="true">→</span>
          </button>
        </footer>
      )}
    </dialog>
  )
}
