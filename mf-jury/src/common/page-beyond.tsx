import { EmptyState } from '@awards/shared/ui'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'

type PageBeyondProps = {
  page: { total: number; current: number; pageSize: number }
  onPage: (page: number) => void
}

/** Stands where an address asks for a page that a list does not reach. */
export function PageBeyond({ page, onPage }: PageBeyondProps) {
  const { t } = useTranslation('jury')
  const last = Math.max(1, Math.ceil(page.total / page.pageSize))
  return (
    <EmptyState
      title={t('beyond.title', { page: page.current })}
      action={<Button onClick={() => onPage(last)}>{t('beyond.last', { page: last })}</Button>}
    >
      {t('beyond.text', { count: last })}
    </EmptyState>
  )
}
