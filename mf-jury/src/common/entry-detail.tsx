import type { JurorEntryInfo } from '@awards/shared/contract'
import { EntryDetail } from '@awards/shared/entries/entry-detail'
import { EntryGallery, entryPictures, PageHeader, TextLink } from '@awards/shared/ui'
import {
  useState,
  type MouseEvent,
  useEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type TouchEvent,
} from 'react'
import { useTranslation } from 'react-i18next'
import styles from './entry-detail.module.css'
import { useShortcuts } from '@awards/shared/browser/use-shortcuts'

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

type Shown = ReturnType<typeof entryPictures>[number]

type LightboxProps = {
  pictures: readonly Shown[]
  /** The picture that is shown first. */
  start: number
  onClose: () => void
}

const SWIPE_PX = 48

/** A finger that goes sideways turns the page: to the left the next one. Two fingers mean something else. */
function useSwipe(turn: (by: number) => void) {
  const start = useRef<{ x: number; y: number }>(undefined)
  return {
    onTouchStart({ touches }: TouchEvent) {
      const [touch] = Array.from(touches)
      start.current =
        touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : undefined
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const [touch] = Array.from(changedTouches)
      const from = start.current
      start.current = undefined
      if (!touch || !from) return
      const x = touch.clientX - from.x
      if (Math.abs(x) > SWIPE_PX && Math.abs(x) > Math.abs(touch.clientY - from.y)) {
        turn(x < 0 ? 1 : -1)
      }
    },
  }
}

const ZOOMS = ['fit', 'double', 'quadruple'] as const

/** Pictures as large as the screen; arrows turn the pages, plus and minus come closer. */
function Lightbox({ pictures, start, onClose }: LightboxProps) {
  const { t } = useTranslation('jury')
  const dialog = useRef<HTMLDialogElement>(null)
  const [at, setAt] = useState(start)
  const [zoom, setZoom] = useState(0)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])

  const turn = (by: number) => {
    setAt((before) => (before + by + pictures.length) % pictures.length)
    setZoom(0)
  }
  const swipe = useSwipe(zoom === 0 ? turn : () => {})
  const shown = pictures[at]
  if (!shown) return null
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
        {...swipe}
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

/** The entry as a juror reads it; its pictures open as large as the screen. */
export function JuryEntryDetail({ info }: { info: JurorEntryInfo }) {
  const { t } = useTranslation('jury')
  const { answers, files } = info
  const [shown, setShown] = useState<number>()
  const pictures = entryPictures(files)
  const enlarge = pictures.length > 0 ? () => setShown(0) : undefined
  useShortcuts({ z: enlarge, l: enlarge })

  /** A plain click stays on the page; with a modifier the picture opens in a tab of its own. */
  const onPicture = (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest('a')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    const at = pictures.findIndex(({ picture }) => picture.url === link.getAttribute('href'))
    if (at < 0) return
    event.preventDefault()
    setShown(at)
  }

  return (
    <EntryDetail
      namespace="jury"
      answers={answers}
      section={info.section.name}
      questions={info.questions}
      gallery={
        <>
          {/* The links inside take the keyboard; this only catches what they are asked to do. */}
          <div className={styles.pictures} onClickCapture={onPicture}>
            <EntryGallery
              files={files}
              label={t('sheet.pictures', { title: answers.title ?? '' })}
              none={t('sheet.noPictures')}
              open={(number) => t('sheet.open', { number })}
            />
          </div>
          {shown !== undefined && (
            <Lightbox pictures={pictures} start={shown} onClose={() => setShown(undefined)} />
          )}
        </>
      }
      texts={{
        facts: t('sheet.facts'),
        section: t('sheet.section'),
        choice: (field, name) => t(field === 'ai_use' ? `sheet.ai_${name}` : `sheet.${name}`),
      }}
      furtherFacts={[
        { term: t('field.company'), detail: answers.company },
        {
          term: t('field.designers'),
          detail: answers.designers?.map(({ name }) => name).join(', '),
        },
      ]}
    />
  )
}
