import { GlobalOutlined } from '@ant-design/icons'
import { LANGUAGES } from '@awards/shared/domain'
import { changeLanguage, LANGUAGE_NAMES, LANGUAGE_TAGS, useLanguage } from '@awards/shared/i18n'
import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'

/** Chooses the language of the whole site. */
export function LanguageSwitch() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        selectedKeys: [language],
        items: LANGUAGES.map((each) => ({
          key: each,
          label: <span lang={LANGUAGE_TAGS[each]}>{LANGUAGE_NAMES[each]}</span>,
          onClick: () => void changeLanguage(each),
        })),
      }}
    >
      <Button
        type="text"
        icon={<GlobalOutlined />}
        aria-label={`${language.toUpperCase()}, ${t('language', { name: LANGUAGE_NAMES[language] })}`}
      >
        {language.toUpperCase()}
      </Button>
    </Dropdown>
  )
}
