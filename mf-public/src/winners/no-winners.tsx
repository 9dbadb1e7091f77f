import { paths } from '@awards/shared/paths'
import { EmptyState, SectionHeading } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { usePublicFeaturedWinnersQuery } from '../public.api.ts'
import { ActionLink } from '../ui/action-link.tsx'
import styles from './no-winners.module.css'
import { WinnerGrid } from './winner-grid.tsx'

const SUGGESTED = 3

/** Where no work matches: a way out, and works worth a look meanwhile. */
export function NoWinners() {
  const { t } = useTranslation('public')
  const { data } = usePublicFeaturedWinnersQuery({ current: 1, pageSize: SUGGESTED })
  return (
    <>
      <EmptyState
        title={t('winners.none')}
        action={
          <ActionLink to={paths.winners()} tone="outline">
            {t('winners.all')}
          </ActionLink>
        }
      >
        {t('winners.noneText')}
      </EmptyState>
      {data && data.list.length > 0 && (
        <section className={styles.suggested} aria-labelledby="suggested-title">
          <SectionHeading id="suggested-title">{t('winners.suggested')}</SectionHeading>
          <WinnerGrid winners={data.list} leads={false} level={3} />
        </section>
      )}
    </>
  )
}
