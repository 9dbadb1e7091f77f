import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './profile.module.css'

type FormButtonsProps = { label: string; isBusy: boolean; onCancel: () => void }

/** Saves a form, or leaves everything as it was. */
export function FormButtons({ label, isBusy, onCancel }: FormButtonsProps) {
  const { t } = useTranslation('entrant')
  return (
    <div className={styles.buttons}>
      <Button type="primary" htmlType="submit" loading={isBusy}>
        {label}
      </Button>
      <Button onClick={onCancel}>{t('profile.cancel')}</Button>
    </div>
  )
}
