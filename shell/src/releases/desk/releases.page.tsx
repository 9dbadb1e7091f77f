import { errorCode } from '@awards/shared/client'
import { registerNamespace } from '@awards/shared/i18n'
import { CHANNELS, isChannel, type Channel } from '@awards/shared/releases'
import { Desk, EmptyState, ErrorPanel, Loader, usePageHead } from '@awards/shared/ui'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import {
  inOrder,
  type Releases,
  type Remote,
  stateOf,
  useReleasesQuery,
} from './registry-client.ts'
import { RemoteDetail } from './remote-detail.tsx'
import { StateMark, usePartName } from './release-parts.tsx'
import styles from './releases.module.css'

registerNamespace('releases', (language) => import(`./texts/${language}.json`))

/** A canary moves at most once a minute, and figures come in within seconds. */
const POLL_MS = 15_000
const UNAUTHORISED = [401, 403]

/** In the place of a remote: the packages that all of them share. */
const PACKAGES = 'packages'
const SharedPackages = lazy(() =>
  import('./packages/shared-packages.tsx').then((module) => ({ default: module.SharedPackages })),
)

const addressOf = (channel: Channel, part: string) => `?channel=${channel}&part=${part}`

type Choice = { channel: Channel; part: string }

/** Which channel is looked at; every remote has one state in each. */
function ChannelSwitch({ channel, part }: Choice) {
  const { t } = useTranslation('releases')
  return (
    <nav className={styles.channels} aria-label={t('channelLabel')}>
      {CHANNELS.map((one) => (
        <Link
          key={one}
          className={styles.channel}
          to={addressOf(one, part)}
          replace
          preventScrollReset
          aria-current={one === channel ? 'page' : undefined}
        >
          {t(`channel.${one}`)}
        </Link>
      ))}
    </nav>
  )
}

type ListProps = Choice & { releases: Releases; remotes: readonly Remote[] }

/** The remotes with the one thing to know of each. */
function RemoteList({ releases, remotes, channel, part }: ListProps) {
  const { t } = useTranslation('releases')
  const partName = usePartName()
  return (
    <nav className={styles.list} aria-label={t('partsLabel')}>
      <ul role="list">
        {remotes.map((remote) => {
          const { name } = remote
          return (
            <li key={name}>
              <Link
                className={styles.part}
                to={addressOf(channel, name)}
                replace
                preventScrollReset
                aria-current={name === part ? 'page' : undefined}
              >
                <span className={styles.partName}>{partName(name)}</span>
                <StateMark state={stateOf(releases, remote, channel)} />
              </Link>
            </li>
          )
        })}
        <li>
          <Link
            className={styles.part}
            to={addressOf(channel, PACKAGES)}
            replace
            preventScrollReset
            aria-current={part === PACKAGES ? 'page' : undefined}
          >
            <span className={styles.partName}>{t('packages.title')}</span>
          </Link>
        </li>
      </ul>
    </nav>
  )
}

function Board({ releases, channel }: { releases: Releases; channel: Channel }) {
  const { t } = useTranslation('releases')
  const [search] = useSearchParams()
  const remotes = inOrder(releases.remotes, channel)
  const part = search.get('part')
  const chosen = remotes.find(({ name }) => name === part) ?? remotes[0]
  if (!chosen) return <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>
  return (
    <div className={styles.board}>
      <RemoteList
        {...{ releases, remotes, channel }}
        part={part === PACKAGES ? PACKAGES : chosen.name}
      />
      {part === PACKAGES ? (
        <Suspense fallback={<Loader />}>
          <SharedPackages channel={channel} />
        </Suspense>
      ) : (
        <RemoteDetail
          key={`${channel} ${chosen.name}`}
          {...{ releases, channel }}
          remote={chosen}
        />
      )}
    </div>
  )
}

/** Who the browser acts for, and what it may change. */
function ActsFor({ caller }: Pick<Releases, 'caller'>) {
  const { t } = useTranslation('releases')
  const { owner, scope } = caller
  const may = scope === 'none' ? 'reads' : scope === '*' ? 'all' : 'one'
  return (
    <p className={styles.caller}>
      {t('caller', { owner })} · {t(`may.${may}`, { name: scope })}
    </p>
  )
}

/** `/releases`: what each channel gives of each remote, how that fares, and what to do about it. */
export function Component() {
  const { t } = useTranslation('releases')
  usePageHead({ title: t('title'), index: false })
  const [search] = useSearchParams()
  const wanted = search.get('channel') ?? ''
  const channel = isChannel(wanted) ? wanted : 'production'
  const { data, error, isFetching, refetch } = useReleasesQuery(channel, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  })
  // What was there before stays while the registry is away; without a token nothing does.
  const isRefused = UNAUTHORISED.includes(errorCode(error) ?? 0)
  const shown = isRefused ? undefined : data
  return (
    <Desk>
      <header className={styles.head}>
        <div>
          <h1 className={styles.title} tabIndex={-1}>
            {t('title')}
          </h1>
          {shown && <ActsFor caller={shown.caller} />}
        </div>
        {shown && <ChannelSwitch channel={channel} part={search.get('part') ?? ''} />}
      </header>
      {shown && error !== undefined && (
        <p className={styles.stale} role="status">
          {t('stale')}
        </p>
      )}
      {shown && <Board releases={shown} channel={channel} />}
      {!shown && isRefused && <Closed />}
      {!shown && !isRefused && error !== undefined && (
        <ErrorPanel title={t('error')} onRetry={() => void refetch()} retrying={isFetching}>
          {t('errorText')}
        </ErrorPanel>
      )}
      {!shown && error === undefined && <Loader />}
    </Desk>
  )
}

const Closed = () => {
  const { t } = useTranslation('releases')
  return (
    <EmptyState title={t('closed')}>
      <p>{t('closedText')}</p>
      <pre className={styles.command}>
        npm run mfe -- staff-link --owner &apos;Nadia&apos; --remote mf-jury
      </pre>
    </EmptyState>
  )
}
