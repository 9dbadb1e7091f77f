import { paths } from '@awards/shared/paths'
import { ViewTabs } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { VIEWS, type View } from './common/use-address.ts'

/** The parts of the desk. */
export function DeskViews({ current }: { current: View }) {
  const { t } = useTranslation('books')
  const views = VIEWS.map((key) => ({
    key,
    label: t(`view.${key}`),
    to: paths.payments(key === 'payments' ? {} : { view: key }),
  }))
  return <ViewTabs label={t('title')} views={views} current={current} />
}
