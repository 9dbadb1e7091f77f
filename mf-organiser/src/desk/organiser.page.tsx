import { Desk, DeskMenu, Loader, PageHeader } from '@awards/shared/ui'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeskViews } from './desk-views.ts'

/** The organiser's desk: the bar, and the view of the address below it. */
export function Component() {
  const { t } = useTranslation('organiser')
  const { home, view, views, Part } = useDeskViews()
  if (!view || !Part) return null
  return (
    <Desk>
      <DeskMenu
        label={t('bar.label')}
        desk={{ name: t('desk'), to: home }}
        views={{ label: t('bar.views'), list: views, current: view }}
      />
      <PageHeader title={t(`heading.${view}`)} lead={t(`lead.${view}`)} />
      <Suspense fallback={<Loader />}>
        <Part />
      </Suspense>
    </Desk>
  )
}
