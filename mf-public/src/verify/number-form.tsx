import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { SearchField } from '../ui/form/search-field.tsx'
import styles from './verify.module.css'

/** The longest number that is asked for. */
export const NUMBER_LENGTH = 40

/** Asks for the number of another certificate; without scripts the number goes into the query. */
export function NumberForm() {
  const { t } = useTranslation('public')
  const navigate = useNavigate()
  return (
    <form
      role="search"
      method="get"
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        const number = String(new FormData(event.currentTarget).get('number') ?? '').trim()
        if (number) void navigate(paths.verify(number))
      }}
    >
      <SearchField
        name="number"
        label={t('verify.another')}
        hint={t('verify.placeholder')}
        action={t('verify.check')}
        maxLength={NUMBER_LENGTH}
        required
      />
    </form>
  )
}
