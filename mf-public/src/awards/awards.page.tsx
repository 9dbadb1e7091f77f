import { paths } from '@awards/shared/paths'
import { Page, PageHeader, SectionHeading, TextLink, usePageHead } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useBreadcrumbs } from '../facts/use-breadcrumbs.ts'
import { usePublicAwardsQuery, usePublicSectionsQuery } from '../public.api.ts'
import { Answered } from '../ui/answered.tsx'
import { AwardRow } from './award-row.tsx'
import styles from './awards.module.css'

export function Component() {
  const { t } = useTranslation('public')
  const awards = usePublicAwardsQuery()
  const sections = usePublicSectionsQuery()
  const names = awards.data?.map(({ name }) => name).join(', ')
  usePageHead({
    title: t('awards.title'),
    description: [t('awards.lead'), names].filter(Boolean).join(' '),
    facts: [useBreadcrumbs({ name: t('awards.title'), path: paths.awardLevels })],
  })
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
              {list.map(({ id, code, name, description, levels }) => (
                <li key={id}>
                  <h3 className={styles.name}>{name}</h3>
                  <p>{description}</p>
                  <p className={styles.levels}>{levels.map((level) => level.name).join(', ')}</p>
                  <TextLink to={paths.winners({ section: code })}>
                    {t('awards.winners', { name })}
                  </TextLink>
                </li>
              ))}
            </ul>
          )}
        </Answered>
      </section>
    </Page>
  )
}
