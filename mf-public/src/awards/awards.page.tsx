import { useApiQuery } from '@awards/shared/client'
import { publication } from '@awards/shared/calls'
import { paths } from '@awards/shared/paths'
import { Page, PageHeader, SectionHeading, TextLink, usePageHead } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useBreadcrumbs } from '../structured-data/schema-org.ts'
import { QueryState } from '../ui/query-state.tsx'
import type { AwardLevel } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import styles from './awards.module.css'

const HUE = /^#[0-9a-f]{6}$/i

/** The ring of the trophy in the colour of a level: its shade for the theme, else what the programme says. */
const AwardRing = ({ code, colour }: { code: string; colour: string }) => (
  <svg
    className={`${styles.ring} ${styles[code] ?? ''}`}
    viewBox="0 0 100 100"
    stroke={HUE.test(colour) ? colour : 'currentColor'}
    aria-hidden="true"
  >
    <path d="M78.4 19.6A40 40 0 1 0 88.7 61.1" fill="none" strokeWidth="20" />
  </svg>
)

/** An award level, with the ring of the trophy in its colour. */
function AwardRow({ award }: { award: AwardLevel }) {
  const { t } = useTranslation('public')
  const { number } = useFormat()
  const { code, name, description, min_score, colour } = award
  return (
    <article className={styles.row}>
      <AwardRing code={code} colour={colour} />
      <h2 className={styles.levelName}>{name}</h2>
      <div className={styles.words}>
        <p className={styles.description}>{description}</p>
        <p className={styles.links}>
          {min_score !== null && <span>{t('awards.score', { score: number(min_score) })}</span>}
          <TextLink to={paths.winners({ award: code })}>{t('awards.winners', { name })}</TextLink>
        </p>
      </div>
    </article>
  )
}

export function Component() {
  const { t } = useTranslation('public')
  const awards = useApiQuery(publication.getAward)
  const sections = useApiQuery(publication.awardClassification)
  const names = awards.data?.map(({ name }) => name).join(', ')
  usePageHead({
    title: t('awards.title'),
    description: [t('awards.lead'), names].filter(Boolean).join(' '),
    facts: [useBreadcrumbs({ name: t('awards.title'), path: paths.awardLevels })],
  })
  return (
    <Page width="wide">
      <PageHeader size="display" title={t('awards.title')} lead={t('awards.lead')} />
      <QueryState query={awards} minHeight="page">
        {(levels) => (
          <ul role="list">
            {levels.map((award) => (
              <li key={award.id}>
                <AwardRow award={award} />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      <section className={styles.sections} aria-labelledby="sections-title">
        <SectionHeading id="sections-title">{t('awards.sections')}</SectionHeading>
        <QueryState query={sections}>
          {(list) => (
            <ul role="list" className={styles.grid}>
              {list.map(({ id, code, name, description, levels }) => (
                <li key={id}>
                  <h3 className={styles.sectionName}>{name}</h3>
                  <p>{description}</p>
                  <p className={styles.levels}>{levels.map((level) => level.name).join(', ')}</p>
                  <TextLink to={paths.winners({ section: code })}>
                    {t('awards.winners', { name })}
                  </TextLink>
                </li>
              ))}
            </ul>
          )}
        </QueryState>
      </section>
    </Page>
  )
}
