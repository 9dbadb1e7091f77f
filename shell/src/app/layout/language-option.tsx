import type { MouseEvent } from 'react'
import choice from './choice.module.css'
import { Icon } from './icon.tsx'
import { switchLanguage } from '../switch-language.ts'
import type { LanguageChoice } from './use-language-choices.ts'

type LanguageOptionProps = { option: LanguageChoice; className?: string | undefined }

const opensElsewhere = (event: MouseEvent) =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey

/** One language: a link where the page has an address in it, else a button. */
export function LanguageOption({ option, className = choice.choice }: LanguageOptionProps) {
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
        <span className={choice.mark}>
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
