import type { Output, publication } from '@awards/shared/contract'
import { useFormat, useLanguage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { Page, PageHeader, usePageHead } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useBreadcrumbs } from '../structured-data/schema-org.ts'
import { writtenText } from '../structured-data/written-text.ts'
import { Contents, PrintButton } from '../ui/long-text.tsx'
import text from '../ui/long-text.module.css'
import { RichText } from '../ui/rich-text.tsx'
import { OtherVersionNotice } from './other-version-notice.tsx'
import { VersionList } from './version-list.tsx'
import styles from './regulations.module.css'

export type Regulations = Output<typeof publication.regulations>

/** The regulations in one version, article by article. */
export function RegulationsSheet({ regulations }: { regulations: Regulations }) {
  const { t } = useTranslation('public')
  const { date } = useFormat()
  const language = useLanguage()
  const { version, versions, effective_at, chapters, pdf_url } = regulations
  const [inForce] = versions
  const isInForce = !inForce || inForce.version === version
  const title = t('nav.regulations')
  const breadcrumbs = useBreadcrumbs({ name: title, path: paths.regulations })
  usePageHead({
    title: isInForce ? title : t('regulations.titleOf', { version }),
    description: t('regulations.describe', { version, date: date(effective_at) }),
    facts: [
      breadcrumbs,
      writtenText({ title, path: paths.regulations, version, effective_at }, language),
    ],
    index: isInForce,
  })
  return (
    <Page width="wide">
      <PageHeader
        size="display"
        title={title}
        lead={
          isInForce
            ? t('policy.version', { version, date: date(effective_at) })
            : t('regulations.version', { version })
        }
        actions={
          <>
            {pdf_url && (
              <a href={pdf_url} className={styles.pdf}>
                {t('regulations.pdf')}
              </a>
            )}
            <PrintButton />
          </>
        }
      />
      {!isInForce && <OtherVersionNotice shown={{ version, effective_at }} inForce={inForce} />}
      <div className={text.columns}>
        <Contents
          label={t('regulations.contents')}
          entries={chapters.map(({ number, title: name }) => ({
            id: `article-${number}`,
            title: name,
            number,
          }))}
        />
        <div>
          {chapters.map(({ number, title: name, html }) => (
            <section
              key={number}
              id={`article-${number}`}
              className={text.part}
              aria-labelledby={`article-${number}-title`}
            >
              <p className={text.textNumber}>{t('regulations.article', { number })}</p>
              <h2 id={`article-${number}-title`} className={text.title}>
                {name}
              </h2>
              <RichText html={html} />
            </section>
          ))}
        </div>
      </div>
      <VersionList versions={versions} shown={version} />
    </Page>
  )
}
