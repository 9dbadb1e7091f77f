import { useApiQuery } from '@awards/shared/client'
import { type OutputOf, publication } from '@awards/shared/calls'
import { paths } from '@awards/shared/paths'
import { TextLink, Page, PageHeader, usePageHead, SectionHeading } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useSearchParams, Link } from 'react-router-dom'
import { QueryState, NotFound } from '../ui/query-state.tsx'
import { useFormat, useLanguage } from '@awards/shared/i18n'
import { useBreadcrumbs, writtenText } from '../structured-data/schema-org.ts'
import { Contents, PrintButton } from '../ui/long-text.tsx'
import text from '../ui/long-text.module.css'
import { RichText } from '../ui/rich-text.tsx'
import styles from './regulations.module.css'

type Regulations = OutputOf<typeof publication.regulations>
type Version = Regulations['versions'][number]

type OtherVersionProps = { shown: Version; inForce: Version | undefined }

/** Says that the version shown is not the one in force: it came before, or is announced. */
function OtherVersionNotice({ shown, inForce }: OtherVersionProps) {
  const { t } = useTranslation('public')
  const { date } = useFormat()
  const kind = shown.is_effective ? 'earlier' : 'announced'
  return (
    <aside className={styles.notice} aria-label={t('regulations.notice')}>
      <p className={styles.noticeTitle}>
        {t(`regulations.${kind}`, { version: shown.version, date: date(shown.effective_at) })}
      </p>
      {inForce && (
        <>
          <p>
            {t('regulations.inForce', {
              version: inForce.version,
              date: date(inForce.effective_at),
            })}
          </p>
          <p className={styles.noticeLink}>
            <TextLink to={paths.regulations}>{t('regulations.toCurrent')}</TextLink>
          </p>
        </>
      )}
    </aside>
  )
}

type VersionListProps = {
  /** The one in force first; before there is one, the next to come. */
  versions: readonly Version[]
  shown: string
}

/** All versions of the regulations; entrants are bound by the one they accepted. */
function VersionList({ versions, shown }: VersionListProps) {
  const { t } = useTranslation('public')
  const { date } = useFormat()
  if (versions.length < 2) return null
  return (
    <section className={styles.versions} aria-labelledby="versions-title">
      <SectionHeading id="versions-title">{t('regulations.versions')}</SectionHeading>
      <p className={styles.versionsLead}>{t('regulations.versionsText')}</p>
      <ul role="list">
        {versions.map(({ version, effective_at, is_effective }, index) => (
          <li key={version}>
            <Link
              to={
                index === 0
                  ? paths.regulations
                  : `${paths.regulations}?${new URLSearchParams({ version })}`
              }
              className={styles.version}
              aria-current={version === shown ? 'page' : undefined}
            >
              <span className={styles.versionName}>{t('regulations.version', { version })}</span>
              <span>{t('regulations.from', { date: date(effective_at) })}</span>
              {index === 0 && is_effective && (
                <span className={styles.current}>{t('regulations.now')}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The regulations in one version, article by article. */
function RegulationsDetail({ regulations }: { regulations: Regulations }) {
  const { t } = useTranslation('public')
  const { date } = useFormat()
  const language = useLanguage()
  const { version, versions, effective_at, chapters, pdf_url } = regulations
  const [first] = versions
  const shown = versions.find((one) => one.version === version)
  const isFirst = shown === first
  const inForce = first?.is_effective ? first : undefined
  const isInForce = shown === inForce
  const title = t('nav.regulations')
  const breadcrumbs = useBreadcrumbs({ name: title, path: paths.regulations })
  usePageHead({
    title: isFirst ? title : t('regulations.titleOf', { version }),
    description: t('regulations.describe', { version, date: date(effective_at) }),
    facts: [
      breadcrumbs,
      writtenText({ title, path: paths.regulations, version, effective_at }, language),
    ],
    index: isFirst,
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
      {shown && !isInForce && <OtherVersionNotice shown={shown} inForce={inForce} />}
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

export function Component() {
  const { t } = useTranslation('public')
  const [query] = useSearchParams()
  const version = query.get('version')?.trim() || undefined
  const regulations = useApiQuery(publication.regulations, { version })
  return (
    <QueryState
      query={regulations}
      minHeight="page"
      missing={
        version ? (
          <NotFound title={t('regulations.missing')}>
            <TextLink to={paths.regulations}>{t('regulations.toCurrent')}</TextLink>
          </NotFound>
        ) : (
          <NotFound />
        )
      }
    >
      {(found) => <RegulationsDetail regulations={found} />}
    </QueryState>
  )
}
