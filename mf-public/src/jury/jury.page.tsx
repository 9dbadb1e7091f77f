import { useApiQuery } from '@awards/shared/client'
import { publication } from '@awards/shared/calls'
import type { JurorPublic } from '@awards/shared/contract'
import {
  Page,
  PageHeader,
  SectionHeading,
  usePageHead,
  ResponsiveImage,
  TextLink,
  from,
} from '@awards/shared/ui'
import { useLanguage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import type { Language } from '@awards/shared/domain'
import { pageAddress, useBreadcrumbs } from '../structured-data/schema-org.ts'
import { QueryState } from '../ui/query-state.tsx'
import { JurorTile } from '../ui/juror-tile.tsx'
import styles from './jury.module.css'

/** The jury as a schema.org ItemList. */
const jurorList = (language: Language, name: string, jurors: readonly JurorPublic[]) => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  name,
  numberOfItems: jurors.length,
  itemListElement: jurors.map((juror, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: juror.name,
    url: pageAddress(paths.juror(juror.slug), language),
  })),
})

const PRESIDENT_SIZES = `${from('desktop')} 40vw, 100vw`

/** Who presides over the jury, in large. */
function President({ juror }: { juror: JurorPublic }) {
  const { t } = useTranslation('public')
  return (
    <section className={styles.president} aria-labelledby="president-name">
      {juror.photo && (
        <ResponsiveImage picture={juror.photo} ratio="4 / 5" sizes={PRESIDENT_SIZES} eager />
      )}
      <div>
        <p className={styles.title}>{juror.title}</p>
        <h2 id="president-name" className={styles.name}>
          {juror.name}
        </h2>
        <p className={styles.bio}>{juror.bio}</p>
        <TextLink to={paths.juror(juror.slug)}>{t('jury.more', { name: juror.name })}</TextLink>
      </div>
    </section>
  )
}

/** The three levels on which the jury reads, in their order (domain page §2.5). */
const LEVELS = [1, 2, 3] as const

export function Component() {
  const { t } = useTranslation('public')
  const jury = useApiQuery(publication.jury)
  const { data: banners } = useApiQuery(publication.banner, { position: 'jury_top' })
  const language = useLanguage()
  const lead = banners?.[0]?.subtitle ?? t('jury.lead')
  const jurors = jury.data?.list ?? []
  const president = jurors.find(({ is_president }) => is_president)?.photo ?? undefined
  usePageHead({
    title: t('jury.title'),
    description: `${lead} ${t('jury.members', { count: jurors.length })}`,
    image: president,
    hero: president && { picture: president, sizes: PRESIDENT_SIZES },
    facts: [
      jurorList(language, t('jury.title'), jurors),
      useBreadcrumbs({ name: t('jury.title'), path: paths.jury }),
    ],
  })
  return (
    <Page width="wide">
      <PageHeader size="display" title={t('jury.title')} lead={lead} />
      <QueryState query={jury} minHeight="page">
        {({ list }) => <Members jurors={list} />}
      </QueryState>
    </Page>
  )
}

function Members({ jurors }: { jurors: readonly JurorPublic[] }) {
  const { t } = useTranslation('public')
  const president = jurors.find(({ is_president }) => is_president)
  return (
    <>
      {president && <President juror={president} />}
      {LEVELS.map((level) => {
        const members = jurors.filter((juror) => juror.level === level && juror !== president)
        if (members.length === 0) return null
        return (
          <section key={level} className={styles.level} aria-labelledby={`level-${level}`}>
            <SectionHeading id={`level-${level}`}>{t(`jury.level.${level}.name`)}</SectionHeading>
            <p className={styles.task}>{t(`jury.level.${level}.task`)}</p>
            <ul role="list" className={styles.grid}>
              {members.map((juror) => (
                <li key={juror.id}>
                  <JurorTile juror={juror} sizes={`${from('desktop')} 24vw, 46vw`} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </>
  )
}
