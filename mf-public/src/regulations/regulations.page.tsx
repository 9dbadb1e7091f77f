import { useFormat } from '@awards/shared/i18n'
import { Page, PageHeader } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { usePublicRegulationsQuery } from '../public.api.ts'
import { Answered } from '../ui/answered.tsx'
import { RichText } from '../ui/rich-text.tsx'
import styles from './regulations.module.css'

export function Component() {
  const { t } = useTranslation('public')
  const { date } = useFormat()
  const regulations = usePublicRegulationsQuery()
  const { data } = regulations
  return (
    <Page width="wide">
      <PageHeader
        size="display"
        title={t('nav.regulations')}
        lead={data && t('policy.version', { version: data.version, date: date(data.effective_at) })}
        actions={
          data?.pdf_url && (
            <a href={data.pdf_url} className={styles.pdf}>
              {t('regulations.pdf')}
            </a>
          )
        }
      />
      <Answered query={regulations} room="page">
        {({ chapters }) => (
          <div className={styles.columns}>
            <nav className={styles.contents} aria-label={t('regulations.contents')}>
              <ol role="list">
                {chapters.map(({ number, title }) => (
                  <li key={number}>
                    <a href={`#article-${number}`} className={styles.entry}>
                      <span className={styles.index}>{number}</span>
                      {title}
                    </a>
                  </li>
                ))}
              </ol>
            </nav>
            <div>
              {chapters.map(({ number, title, html }) => (
                <section
                  key={number}
                  id={`article-${number}`}
                  className={styles.article}
                  aria-labelledby={`article-${number}-title`}
                >
                  <p className={styles.number}>{t('regulations.article', { number })}</p>
                  <h2 id={`article-${number}-title`} className={styles.title}>
                    {title}
                  </h2>
                  <RichText html={html} />
                </section>
              ))}
            </div>
          </div>
        )}
      </Answered>
    </Page>
  )
}
