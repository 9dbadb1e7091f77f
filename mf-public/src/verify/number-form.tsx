import { paths } from '@awards/shared/paths'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import styles from './verify.module.css'

/** Asks for the number of another certificate. */
export function NumberForm() {
  const { t } = useTranslation('public')
  const navigate = useNavigate()
  return (
    <div role="search" className={styles.form}>
      <label htmlFor="certificate-number" className={styles.label}>
        {t('verify.another')}
      </label>
      <Input.Search
        id="certificate-number"
        size="large"
        maxLength={40}
        enterButton={t('verify.check')}
        placeholder={t('verify.placeholder')}
        onSearch={(value) => {
          const number = value.trim()
          if (number) void navigate(paths.verify(number))
        }}
      />
    </div>
  )
}
