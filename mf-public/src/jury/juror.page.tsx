import { useApiQuery } from '@awards/shared/client'
import { publication } from '@awards/shared/calls'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { QueryState, NotFound } from '../ui/query-state.tsx'
import type { JurorPublic } from '@awards/shared/contract'
import { useFormat, useLanguage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { DefinitionList, ResponsiveImage, usePageHead, from } from '@awards/shared/ui'
import type { Language } from '@awards/shared/domain'
import {
  pageAddress,
  imageObject,
  organiser,
  useBreadcrumbs,
} from '../structured-data/schema-org.ts'
import { summaryOf } from '../ui/rich-text.tsx'
import { Neighbours } from '../ui/neighbours.tsx'
import styles from './juror.module.css'

/** A juror as a schema.org Person. */
const jurorPerson = (language: Language, juror: JurorPublic) => ({
  '@context': 'https://schema.org',
  '@type': 'Person',
  name: juror.name,
  jobTitle: juror.title,
  description: juror.bio,
  url: pageAddress(paths.juror(juror.slug), language),
  ...(juror.company && { worksFor: { '@type': 'Organization', name: juror.company } }),
  ...(juror.expertise.length > 0 && { knowsAbout: juror.expertise }),
  ...(juror.photo && { image: imageObject(juror.photo) }),
  memberOf: organiser(language),
})

type JurorSheetProps = {
  juror: JurorPublic
  previous: JurorPublic | undefined
  next: JurorPublic | undefined
}

const PORTRAIT_SIZES = `${from('desktop')} 42vw, 100vw`

const linkOf = (juror: JurorPublic | undefined) =>
  juror ? { to: paths.juror(juror.slug), title: juror.name } : null

/** A juror: portrait, life, and what they read. */
function JurorDetail({ juror, previous, next }: JurorSheetProps) {
  const { t } = useTranslation('public')
  const { countryName } = useFormat()
  const language = useLanguage()
  usePageHead({
    title: juror.name,
    description: summaryOf(`${juror.title}. ${juror.bio}`),
    type: 'profile',
    image: juror.photo ?? undefined,
    hero: juror.photo ? { picture: juror.photo, sizes: PORTRAIT_SIZES } : undefined,
    facts: [
      jurorPerson(language, juror),
      useBreadcrumbs(
        { name: t('jury.title'), path: paths.jury },
        { name: juror.name, path: paths.juror(juror.slug) },
      ),
    ],
  })
  return (
    <article>
      <div className={styles.sheet}>
        <div className={styles.portrait}>
          {juror.photo && (
            <ResponsiveImage
              key={juror.id}
              picture={juror.photo}
              ratio="4 / 5"
              sizes={PORTRAIT_SIZES}
              eager
            />
          )}
        </div>
        <div>
          <h1 className={styles.name} tabIndex={-1}>
            {juror.name}
          </h1>
          <p className={styles.title}>{juror.title}</p>
          <p className={styles.bio}>{juror.bio}</p>
          <DefinitionList
            items={[
              { term: t('jury.company'), detail: juror.company },
              { term: t('jury.country'), detail: countryName(juror.country) },
              { term: t('jury.role'), detail: t(`jury.level.${juror.level}.name`) },
              { term: t('jury.reads'), detail: juror.expertise.join(', ') },
            ]}
          />
        </div>
      </div>
      <Neighbours
        label={t('jury.neighbours')}
        previous={linkOf(previous)}
        next={linkOf(next)}
        all={{ to: paths.jury, title: t('jury.all') }}
      />
    </article>
  )
}

export function Component() {
  const { t } = useTranslation('public')
  const { juror: slug } = useParams()
  const jury = useApiQuery(publication.jury)
  return (
    <QueryState query={jury} minHeight="page">
      {({ list }) => {
        const index = list.findIndex((juror) => juror.slug === slug)
        const juror = list[index]
        if (!juror) {
          return <NotFound title={t('jury.missing')}>{t('jury.missingText')}</NotFound>
        }
        return <JurorDetail juror={juror} previous={list[index - 1]} next={list[index + 1]} />
      }}
    </QueryState>
  )
}
