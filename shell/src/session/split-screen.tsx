import { DAY_MS } from '@awards/shared/domain'
import { publication } from '@awards/shared/calls'
import { programmeName, useApiQuery } from '@awards/shared/client'
import { useLanguage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { useCurrentUser } from '@awards/shared/session'
import { TextLink, AwardMark, LinkButton, ResponsiveImage, below } from '@awards/shared/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { sameSitePath } from './redirect.ts'
import styles from './split-screen.module.css'

/** A winning work, another one each day; until there is one, the ring of the programme. */
function WinnerPicture() {
  const { t } = useTranslation('shell')
  const { data } = useApiQuery(publication.indexWinnerList, { pageSize: 6 })
  const works = data?.list.filter((work) => work.cover) ?? []
  const work = works[Math.floor(Date.now() / DAY_MS) % Math.max(works.length, 1)]
  if (!work?.cover) {
    return (
      <div className={`${styles.frame} ${styles.plain}`} aria-hidden="true">
        <span className={styles.ring} />
      </div>
    )
  }
  return (
    <figure className={styles.frame}>
      <ResponsiveImage
        picture={work.cover}
        sizes={`${below('desktop')} 100vw, max(54vw, 150vh)`}
        eager
        className={styles.picture}
      />
      <figcaption className={styles.caption}>
        <Link to={paths.winner(work.apply_order_id)} className={styles.work}>
          {work.title}
        </Link>
        <span className={styles.maker}>{work.company ?? work.designers}</span>
        <AwardMark
          code={work.award.code}
          name={t('session.pictureOf', { award: work.award.name, edition: work.edition.name })}
        />
      </figcaption>
    </figure>
  )
}

type SplitScreenProps = { title: string; lead: string; children: ReactNode }

/** A winning work at one side, a form at the other, and the way on to the public site. */
export function SplitScreen({ title, lead, children }: SplitScreenProps) {
  const { t } = useTranslation('shell')
  const user = useCurrentUser()
  return (
    <div className={styles.split}>
      <WinnerPicture />
      <div className={styles.side}>
        <div className={styles.column}>
          <p className={styles.eyebrow}>{programmeName(useLanguage())}</p>
          <h1 className={styles.title} tabIndex={-1}>
            {title}
          </h1>
          <p className={styles.lead}>{lead}</p>
          {children}
          {user ? null : (
            <p className={styles.onward}>
              <TextLink to={paths.home}>{t('session.publicSite')}</TextLink>
            </p>
          )}
        </div>
      </div>
    </div>
  )
}

/** Stands until the session of a form that was sent before the application ran is taken over. */
export function SigningIn() {
  const { t } = useTranslation('shell')
  const [search] = useSearchParams()
  return (
    <SplitScreen title={t('session.signInTitle')} lead={t('session.signedIn')}>
      <LinkButton
        to={sameSitePath(search.get('redirect')) ?? '/'}
        block
        type="primary"
        size="large"
      >
        {t('session.goOn')}
      </LinkButton>
    </SplitScreen>
  )
}
