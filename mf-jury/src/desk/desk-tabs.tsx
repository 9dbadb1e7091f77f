import { paths } from '@awards/shared/paths'
import { ViewTabs } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { DeskView } from './use-desk-views.ts'

type DeskTabsProps = { views: readonly DeskView[]; current: DeskView }

/** The parts of the desk; the edition and the category stay as they were chosen. */
export function DeskTabs({ views, current }: DeskTabsProps) {
  const { t } = useTranslation('jurydesk')
  const [search] = useSearchParams()
  const kept = Object.fromEntries(
    ['edition_id', 'category_id'].map((name) => [name, search.get(name) ?? undefined]),
  )
  return (
    <ViewTabs
      label={t('view.label')}
      current={current}
      views={views.map((key) => ({
        key,
        label: t(`view.${key}`),
        to: paths.juryDesk({ view: key === 'table' ? undefined : key, ...kept }),
      }))}
    />
  )
}
