import { useTranslation } from 'react-i18next'
import { SearchField } from '../ui/form/search-field.tsx'
import styles from './faq.module.css'

type FaqSearchProps = { keyword: string; onSearch: (keyword: string) => void }

/** The most that is looked for. */
export const KEYWORD_LENGTH = 80

const keywordOf = (form: HTMLFormElement) => String(new FormData(form).get('q') ?? '')

/** Looks through the questions: with every letter, or where no script runs with the button. */
export function FaqSearch({ keyword, onSearch }: FaqSearchProps) {
  const { t } = useTranslation('public')
  return (
    <form
      role="search"
      method="get"
      className={styles.search}
      onChange={({ currentTarget }) => onSearch(keywordOf(currentTarget))}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(keywordOf(event.currentTarget))
      }}
    >
      <SearchField
        name="q"
        label={t('faq.search')}
        action={t('faq.find')}
        defaultValue={keyword}
        maxLength={KEYWORD_LENGTH}
      />
    </form>
  )
}
