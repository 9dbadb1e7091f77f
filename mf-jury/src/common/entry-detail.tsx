import type { JurorEntryInfo, EntryFile, Picture } from '@awards/shared/contract'
import { AI_USE, REALISATION } from '@awards/shared/domain'
import { FORMAT_LOCALES, useFormat, useLanguage } from '@awards/shared/i18n'
import { DefinitionList, EntryGallery, PageHeader, TextLink } from '@awards/shared/ui'
import {
  useState,
  type MouseEvent,
  useEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { useTranslation } from 'react-i18next'
import styles from './entry-detail.module.css'
import { useShortcuts } from './use-shortcuts.ts'

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

type Shown = { picture: Picture; alt: string; file_id: string }

/** The pictures of an entry in the order in which the jury sees them: the cover first. */
export function picturesOf(files: readonly EntryFile[]): Shown[] {
  const isCover = ({ kind }: EntryFile) => kind === 'cover'
  return [...files.filter(isCover), ...files.filter((file) => !isCover(file))].flatMap(
    ({ picture, alt, file_id }) => (picture ? [{ picture, alt, file_id }] : []),
  )
}

type LightboxProps = {
  pictures: readonly Shown[]
  /** The picture that is shown first. */
  start: number
  onClose: () => void
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

const nameOf = (names: Record<string, number>, value: number | null | undefined) =>
  Object.entries(names).find(([, one]) => one === value)?.[0]

/** The entry as the jury reads it: pictures first, then the words. */
export function EntryDetail({ info }: { info: JurorEntryInfo }) {
  const { t } = useTranslation('jury')
  const format = useFormat()
  const regions = new Intl.DisplayNames(FORMAT_LOCALES[useLanguage()], { type: 'region' })
  const { answers, files } = info
  const realisation = nameOf(REALISATION, answers.realisation)
  const aiUse = nameOf(AI_USE, answers.ai_use)
  const [shown, setShown] = useState<number>()
  const pictures = picturesOf(files)
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
    <div className={styles.sheet}>
      {/* The links inside take the keyboard; this only catches what they are asked to do. */}
      <div onClickCapture={onPicture}>
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
      <div className={styles.words}>
        {answers.summary && <p className={styles.summary}>{answers.summary}</p>}
        {answers.description?.split(/\n+/).map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
        {answers.design_statement && (
          <>
            <h2 className={styles.heading}>{t('sheet.statement')}</h2>
            {answers.design_statement.split(/\n+/).map((paragraph, index) => (
              <p key={index}>{paragraph}</p>
            ))}
          </>
        )}
        <h2 className={styles.heading}>{t('sheet.facts')}</h2>
        <DefinitionList
          items={[
            { term: t('sheet.section'), detail: info.section.name },
            { term: t('sheet.realisation'), detail: realisation && t(`sheet.${realisation}`) },
            {
              term: t('sheet.completed'),
              detail: answers.completion_date && format.date(answers.completion_date, 'month'),
            },
            {
              term: t('sheet.place'),
              detail: answers.location_country && regions.of(answers.location_country),
            },
            { term: t('sheet.materials'), detail: answers.materials },
            { term: t('sheet.dimensions'), detail: answers.dimensions },
            { term: t('sheet.ai'), detail: aiUse && t(`sheet.ai_${aiUse}`) },
            { term: t('sheet.aiStatement'), detail: answers.ai_statement },
            { term: t('sheet.company'), detail: answers.company },
            {
              term: t('sheet.designers'),
              detail: answers.designers?.map(({ name }) => name).join(', '),
            },
          ]}
        />
      </div>
    </div>
  )
}
