import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './palette.module.css'
import { GROUPS, useFinds, type Find } from './use-finds.ts'

type PaletteProps = { isOpen: boolean; onClose: () => void }

/** Leads to entries, jurors, views and actions by their names. A native dialog: it keeps the focus and gives it back. */
export function Palette({ isOpen, onClose }: PaletteProps) {
  const { t } = useTranslation('juryframe')
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    // The focus goes to the first that takes it: the field.
    if (isOpen && element && !element.open) element.showModal()
    if (!isOpen && element?.open) element.close()
  }, [isOpen])
  const close = () => dialog.current?.close()
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={t('palette.title')}
      onClose={onClose}
      onClick={(event) => {
        // A press on the backdrop has the dialog itself as target.
        if (event.target === event.currentTarget) close()
      }}
    >
      {isOpen && <Finder onClose={close} />}
    </dialog>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

function Finder({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('juryframe')
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState<string>()
  // Enter before the answer is there: it is meant for what comes.
  const [isWaiting, setIsWaiting] = useState(false)
  const { finds, isSearching, isError } = useFinds(words)
  const at = Math.max(
    0,
    finds.findIndex(({ key }) => key === chosen),
  )
  const current = finds[at]

  const run = ({ run: act }: Find) => {
    // First away: what is done may open a dialog of its own.
    onClose()
    act()
  }
  const latest = useRef({ run, current })
  latest.current = { run, current }
  useEffect(() => {
    if (!isWaiting || isSearching) return
    setIsWaiting(false)
    if (latest.current.current) latest.current.run(latest.current.current)
  }, [isWaiting, isSearching])
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [current?.key])

  const onKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step && finds.length > 0) setChosen(finds.at((at + step) % finds.length)?.key)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      if (isSearching) setIsWaiting(true)
      else if (current) run(current)
    } else if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) onClose()
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className={styles.head}>
        <input
          className={styles.field}
          type="text"
          role="combobox"
          aria-label={t('palette.field')}
          aria-autocomplete="list"
          aria-expanded={finds.length > 0}
          aria-controls={finds.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={current ? `${id}-${current.key}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={80}
          placeholder={t('palette.field')}
          value={words}
          onChange={(event) => {
            setWords(event.target.value)
            setChosen(undefined)
            setIsWaiting(false)
          }}
          onKeyDown={onKey}
        />
        <button type="button" className={styles.close} onClick={onClose}>
          <kbd>Esc</kbd>
          <span className={styles.said}>{t('palette.close')}</span>
        </button>
      </div>
      {finds.length > 0 && (
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label={t('palette.results')}
          aria-busy={isSearching}
          className={styles.list}
        >
          {GROUPS.map((group) => {
            const own = finds.filter((find) => find.group === group)
            if (own.length === 0) return null
            return (
              <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
                <p id={`${id}-${group}`} role="presentation" className={styles.group}>
                  {t(`palette.group.${group}`)}
                </p>
                {own.map((find) => (
                  <div
                    key={find.key}
                    id={`${id}-${find.key}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={find === current}
                    className={styles.option}
                    onMouseMove={() => setChosen(find.key)}
                    onClick={() => run(find)}
                  >
                    <span className={styles.label}>{find.label}</span>
                    {find.detail && <span className={styles.detail}>{find.detail}</span>}
                  </div>
                ))}
              </div>
            )
          })}
        </div>
      )}
      <p className={styles.foot} role="status">
        {isError
          ? t('palette.failed')
          : isSearching
            ? t('palette.searching')
            : finds.length === 0
              ? t('palette.none', { words })
              : t('palette.count', { count: finds.length })}
        <span className={styles.hint} aria-hidden="true">
          {t('palette.hint')}
        </span>
      </p>
    </>
  )
}
