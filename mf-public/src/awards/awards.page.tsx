import { Page, PageHeader, SectionHeading } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { usePublicAwardsQuery, usePublicSectionsQuery } from '../public.api.ts'
import { Answered } from '../ui/answered.tsx'
import { AwardRow } from './award-row.tsx'
import styles from './awards.module.css'

export function Component() {
  const { t } = useTranslation('public')
  const awards = usePublicAwardsQuery()
  const sections = usePublicSectionsQuery()
  return (
    <Page width="wide">
      <PageHeader size="display" title={t('awards.title')} lead={t('awards.lead')} />
      <Answered query={awards} room="page">
        {(levels) => (
          <ul role="list">
            {levels.map((award) => (
              <li key={award.id}>
                <AwardRow award={award} />
              </li>
            ))}
          </ul>
        )}
      </Answered>
      <section className={styles.sections} aria-labelledby="sections-title">
        <SectionHeading id="sections-title">{t('awards.sections')}</SectionHeading>
        <Answered query={sections}>
          {(list) => (
            <ul role="list" className={styles.grid}>
              {list.map(({ id, name, description, levels }) => (
                <li key={id}>
                  <h3 className={styles.name}>{name}</h3>
                  <p>{description}</p>
                  <p className={styles.levels}>{levels.map((level) => level.name).join(', ')}</p>
                </li>
              ))}
            </ul>
          )}
        </Answered>
      </section>
    </Page>
  )
}
