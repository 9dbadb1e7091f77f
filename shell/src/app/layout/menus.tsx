import { isPublicPage, LANGUAGES, type Language } from '@awards/shared/domain'
import { LANGUAGE_NAMES, LANGUAGE_TAGS, useLanguage } from '@awards/shared/i18n'
import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { addressOf, choiceAddress, switchLanguage } from '../addresses.ts'
import { Icon } from './icon.tsx'
import styles from './popover.module.css'

/**
 * The ref for a `<details>` that is used as a menu. It is closed with Escape, by a press or the focus outside of it,
 * and when another page is opened.
 */
function useDismiss() {
  const details = useRef<HTMLDetailsElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    if (details.current) details.current.open = false
  }, [pathname])
  useEffect(() => {
    const element = details.current
    if (!element) return
    const isOutside = ({ target }: Event) => target instanceof Node && !element.contains(target)
    const leave = (event: Event) => {
      if (element.open && isOutside(event)) element.open = false
    }
    const escape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || !element.open) return
      const hadFocus = element.contains(document.activeElement)
      element.open = false
      if (hadFocus) element.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
      document.removeEventListener('keydown', escape)
    }
  }, [])
  return details
}

type PopoverProps = {
  /** Name of the button; begins with its visible text. */
  label: string
  trigger: ReactNode
  /** A list of links and buttons. */
  children: ReactNode
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** The arrow keys go through the choices as the tab key does, and around the end. */
function move(event: KeyboardEvent<HTMLDetailsElement>) {
  const step = STEPS[event.key]
  if (!step || !event.currentTarget.open) return
  const choices = [...event.currentTarget.querySelectorAll<HTMLElement>('ul :is(a, button)')]
  const from = choices.findIndex((choice) => choice === document.activeElement)
  const next = from < 0 ? (step > 0 ? 0 : choices.length - 1) : from + step
  event.preventDefault()
  choices.at(next % choices.length)?.focus()
}

/** A button of the header with choices below it. It opens without JavaScript too. */
export function Popover({ label, trigger, children }: PopoverProps) {
  const details = useDismiss()
  return (
    <details ref={details} className={styles.popover} onKeyDown={move}>
      <summary className={styles.trigger} aria-label={label}>
        {trigger}
        <span className={styles.chevron}>
          <Icon name="chevron" size={14} />
        </span>
      </summary>
      <div className={styles.panel}>{children}</div>
    </details>
  )
}

/** A language to choose; public pages have an address in each. */
type LanguageChoice = {
  readonly language: Language
  readonly name: string
  readonly tag: string
  readonly isCurrent: boolean
  readonly href: string | undefined
}

/** The languages of the site, and where this page stands in each. */
export function useLanguageChoices(): LanguageChoice[] {
  const current = useLanguage()
  const { pathname, search } = useLocation()
  return LANGUAGES.map((language) => {
    const isCurrent = language === current
    const address = isCurrent ? addressOf : choiceAddress
    return {
      language,
      name: LANGUAGE_NAMES[language],
      tag: LANGUAGE_TAGS[language],
      isCurrent,
      href: isPublicPage(pathname) ? address(language, pathname + search) : undefined,
    }
  })
}

type LanguageOptionProps = { option: LanguageChoice; className?: string | undefined }

const opensElsewhere = (event: MouseEvent) =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey

/** One language: a link where the page has an address in it, else a button. */
export function LanguageOption({ option, className = styles.choice }: LanguageOptionProps) {
  const { language, name, tag, isCurrent, href } = option
  const choose = (event: MouseEvent<HTMLElement>) => {
    if (opensElsewhere(event)) return
    event.preventDefault()
    const menu = event.currentTarget.closest('details')
    if (menu) {
      menu.open = false
      menu.querySelector('summary')?.focus()
    }
    void switchLanguage(language)
  }
  const common = { className, lang: tag, 'aria-current': isCurrent || undefined, onClick: choose }
  const content = (
    <>
      {name}
      {isCurrent && (
        <span className={styles.mark}>
          <Icon name="check" size={16} />
        </span>
      )}
    </>
  )
  return href ? (
    <a {...common} href={href} hrefLang={tag}>
      {content}
    </a>
  ) : (
    <button {...common} type="button">
      {content}
    </button>
  )
}

/** Chooses the language of the whole site. */
export function LanguageSwitch() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const code = language.toUpperCase()
  return (
    <Popover
      label={`${code}, ${t('language', { name: LANGUAGE_NAMES[language] })}`}
      trigger={
        <>
          <Icon name="globe" />
          {code}
        </>
      }
    >
      <ul role="list">
        {useLanguageChoices().map((option) => (
          <li key={option.language}>
            <LanguageOption option={option} />
          </li>
        ))}
      </ul>
    </Popover>
  )
}
