import { Page, PageHeader, ResponsiveImage, SectionHeading } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { usePublicAboutQuery, usePublicBlocksQuery } from '../public.api.ts'
import { Answered } from '../ui/answered.tsx'
import { Figures } from '../ui/figures.tsx'
import { PartnerList } from '../ui/partner-list.tsx'
import { RichText } from '../ui/rich-text.tsx'
import styles from './about.module.css'

export function Component() {
  const { t } = useTranslation('public')
  const about = usePublicAboutQuery()
  const { data: blocks, isFetching } = usePublicBlocksQuery({ position: 'home_mid' })
  const picture = blocks?.find(({ image }) => image)?.image
  return (
    <Answered query={about} room="page">
      {({ programme, tagline, html, figures, team, partners }) => (
        <Page width="wide">
          <PageHeader size="display" eyebrow={programme} title={tagline} />
          <div className={styles.story}>
            {(picture || isFetching) && (
              <div className={styles.frame}>
                {picture && (
                  <ResponsiveImage
                    picture={picture}
                    ratio="4 / 5"
                    sizes="(min-width: 60rem) 75vw, 188vw"
                  />
                )}
              </div>
            )}
            <RichText html={html} size="large" />
          </div>
          <Figures figures={figures} />
          <section className={styles.part} aria-labelledby="team-title">
            <SectionHeading id="team-title">{t('about.team')}</SectionHeading>
            <ul role="list" className={styles.team}>
              {team.map(({ name, role }) => (
                <li key={name}>
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
        </Page>
      )}
    </Answered>
  )
}
