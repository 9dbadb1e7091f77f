import { LANGUAGE_NAMES, useLanguage } from '@awards/shared/i18n'
import { useTranslation } from 'react-i18next'
import { Icon } from './icon.tsx'
import { LanguageOption } from './language-option.tsx'
import { Popover } from './popover.tsx'
import { useLanguageChoices } from './use-language-choices.ts'

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
