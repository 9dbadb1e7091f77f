import { useApiQuery } from '@awards/shared/client'
import { publication } from '@awards/shared/calls'
import { useLanguage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import {
  Page,
  PageHeader,
  ResponsiveImage,
  SectionHeading,
  usePageHead,
  from,
} from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { organization, useBreadcrumbs } from '../structured-data/schema-org.ts'
import { ActionLink } from '../ui/links.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Figures, PartnerList } from '../ui/figures.tsx'
import { plainText, summaryOf, RichText } from '../ui/rich-text.tsx'
import styles from './about.module.css'

const SIZES = `${from('desktop')} min(40vw, 36rem), 100vw`

export function Component() {
  const { t } = useTranslation('public')
  const language = useLanguage()
  const about = useApiQuery(publication.about)
  const { data: blocks, isFetching } = useApiQuery(publication.other, { position: 'home_mid' })
  const picture = blocks?.find(({ image }) => image)?.image
  const breadcrumbs = useBreadcrumbs({ name: t('nav.about'), path: paths.about })
  const description = about.data && summaryOf(plainText(about.data.html))
  usePageHead({
    title: t('nav.about'),
    description,
    hero: picture ? { picture, sizes: SIZES } : undefined,
    facts: about.data
      ? [breadcrumbs, organization(language, { name: about.data.programme, description })]
      : [breadcrumbs],
  })
  return (
    <QueryState query={about} minHeight="page">
      {({ programme, tagline, html, figures, team, partners }) => (
        <Page width="wide">
          <PageHeader size="display" eyebrow={programme} title={tagline} />
          <div className={styles.story}>
            {(picture || isFetching) && (
              <div className={styles.frame}>
                {picture && <ResponsiveImage picture={picture} ratio="4 / 5" sizes={SIZES} eager />}
              </div>
            )}
            <RichText html={html} size="large" />
          </div>
          <Figures figures={figures} />
          <section className={styles.part} aria-labelledby="team-title">
            <SectionHeading id="team-title">{t('about.team')}</SectionHeading>
            <ul role="list" className={styles.team}>
              {team.map(({ name, role }) => (
                <li key={name} className={styles.person}>
                  <p className={styles.name}>{name}</p>
                  <p className={styles.role}>{role}</p>
                </li>
              ))}
            </ul>
          </section>
          <section className={styles.part} aria-labelledby="partners-title">
            <SectionHeading id="partners-title">{t('home.partners')}</SectionHeading>
            <PartnerList partners={partners} />
          </section>
          <p className={styles.ways}>
            <ActionLink to={paths.jury}>{t('about.jury')}</ActionLink>
            <ActionLink to={paths.contact} tone="outline">
              {t('faq.ask')}
            </ActionLink>
          </p>
        </Page>
      )}
    </QueryState>
  )
}
