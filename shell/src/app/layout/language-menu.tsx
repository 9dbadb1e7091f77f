import { isPublicPage, LANGUAGES, type Language } from '@awards/shared/domain'
import { LANGUAGE_NAMES, LANGUAGE_TAGS, useLanguage } from '@awards/shared/i18n'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { addressOf, choiceAddress, switchLanguage } from '../addresses.ts'
import styles from './popover.module.css'
import { Icon } from './icon.tsx'
import { Popover } from './popover.tsx'

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
