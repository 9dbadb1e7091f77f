import { useFormat } from '@awards/shared/i18n'
import type { Channel, ChannelShares } from '@awards/shared/releases'
import { ErrorPanel, Loader, SectionHeading, Tag } from '@awards/shared/ui'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannelSharesQuery } from '../registry-client.ts'
import { HeadingToggle, useFigures, usePartName } from '../release-parts.tsx'
import styles from './shared-packages.module.css'

type DeployedRelease = ChannelShares['releases'][number]

/** What a release takes of one package. */
type PackageUse = {
  readonly modules: readonly string[]
  /** Ranges of versions that it was built for; one, unless its build was made of several. */
  readonly ranges: readonly string[]
  /** Whether the shell provides all of it in these ranges. */
  readonly suits: boolean
}

/** A package that the page has one copy of. */
type SharedPackage = {
  readonly name: string
  /** Versions that the shell provides; none for a package that it lacks. */
  readonly versions: readonly string[]
  readonly modules: readonly string[]
  readonly uses: ReadonlyMap<DeployedRelease, PackageUse>
}

/** The package of a module: `antd` of `antd/es/button`, `@awards/shared` of `@awards/shared/ui`. */
const packageOf = (module: string) =>
  module
    .split('/')
    .slice(0, module.startsWith('@') ? 2 : 1)
    .join('/')

const unique = (list: readonly string[]) => [...new Set(list)].sort()

/** The shared packages of a channel, those with the most users first. */
export function packagesOf({ shell, releases }: ChannelShares): SharedPackage[] {
  const provided = shell?.provides ?? {}
  const modules = [
    ...Object.keys(provided),
    ...releases.flatMap(({ uses }) => uses.map(({ module }) => module)),
  ]
  const byName = Map.groupBy(unique(modules), packageOf)
  return [...byName]
    .map(([name, own]): SharedPackage => {
      const uses = new Map<DeployedRelease, PackageUse>()
      for (const release of releases) {
        const taken = release.uses.filter(({ module }) => packageOf(module) === name)
        if (taken.length === 0) continue
        uses.set(release, {
          modules: taken.map(({ module }) => module),
          ranges: unique(taken.map(({ range }) => range)),
          suits: taken.every(({ suits }) => suits),
        })
      }
      const versions = unique(own.flatMap((module) => provided[module] ?? []))
      return { name, versions, modules: own, uses }
    })
    .sort((one, other) => other.uses.size - one.uses.size || one.name.localeCompare(other.name))
}

const keyOf = ({ name, version }: DeployedRelease) => `${name} ${version}`

/** A release in few words: its part of the site, its version, and its share of the visitors. */
function useReleaseText() {
  const { t } = useTranslation('releases')
  const partName = usePartName()
  const { percent } = useFigures()
  return ({ name, version, traffic }: DeployedRelease) => ({
    part: partName(name),
    version,
    share: traffic > 0 ? percent(traffic) : t('standIn'),
  })
}

type Named = Pick<ChannelShares, 'releases'> & { packages: readonly SharedPackage[] }

/** Height of a package in the graph; the releases share the height of all packages. */
const ROW_REM = 2.875
/** Units of the drawing; it is stretched to the room between the columns. */
const DRAWN_WIDTH = 100

type Line = { key: string; from: number; to: number; isChosen: boolean; suits: boolean }

/** A curve from a package to a release that uses it. */
function Curve({ from, to, isChosen, suits }: Omit<Line, 'key'>) {
  const half = DRAWN_WIDTH / 2
  const tone = !suits ? styles.bad : isChosen ? styles.chosen : undefined
  return (
    <path
      className={`${styles.line} ${tone ?? ''}`}
      d={`M0 ${from}C${half} ${from} ${half} ${to} ${DRAWN_WIDTH} ${to}`}
      vectorEffect="non-scaling-stroke"
    />
  )
}

/** The middle of a row, in units of packages. */
const middle = (index: number, rows: number, height: number) => ((index + 0.5) / rows) * height

/** Packages at the left, releases at the right, and a line for each use; one that is chosen shows its own lines. */
function Graph({ packages, releases }: Named) {
  const { t } = useTranslation('releases')
  const textOf = useReleaseText()
  const [chosen, setChosen] = useState<string>()
  const height = Math.max(packages.length, releases.length)
  const lines = packages.flatMap((one, row) =>
    [...one.uses].map(([release, { suits }]): Line => {
      const key = keyOf(release)
      const to = middle(releases.indexOf(release), releases.length, height)
      const from = middle(row, packages.length, height)
      return {
        key: `${one.name} ${key}`,
        from,
        to,
        suits,
        isChosen: [one.name, key].includes(chosen ?? ''),
      }
    }),
  )
  const choose = (key: string) => setChosen(chosen === key ? undefined : key)
  return (
    <>
      <div className={styles.graph} style={{ height: `${height * ROW_REM}rem` }}>
        <ul role="list" className={styles.column} aria-label={t('packages.provided')}>
          {packages.map(({ name, versions, uses }) => (
            <li key={name}>
              <button
                type="button"
                className={styles.node}
                aria-pressed={chosen === name}
                onClick={() => choose(name)}
              >
                <span className={styles.name}>{name}</span>
                <span className={styles.quiet}>
                  {versions.join(', ') || t('packages.missing')}
                  {' · '}
                  {t('packages.users', { count: uses.size })}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <svg
          className={styles.lines}
          viewBox={`0 0 ${DRAWN_WIDTH} ${height}`}
          preserveAspectRatio="none"
          data-chosen={chosen !== undefined}
          aria-hidden="true"
        >
          {lines
            .toSorted((one, other) => Number(one.isChosen) - Number(other.isChosen))
            .map(({ key, ...line }) => (
              <Curve key={key} {...line} />
            ))}
        </svg>
        <ul role="list" className={styles.column} aria-label={t('packages.used')}>
          {releases.map((release) => {
            const { part, version, share } = textOf(release)
            const key = keyOf(release)
            return (
              <li key={key}>
                <button
                  type="button"
                  className={styles.node}
                  aria-pressed={chosen === key}
                  onClick={() => choose(key)}
                >
                  <span className={styles.part}>{part}</span>
                  <span className={styles.quiet}>
                    <code>{version}</code> <span className={styles.share}>· {share}</span>
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
      </div>
      <Chosen {...{ packages, releases, chosen }} />
    </>
  )
}

type ChosenProps = Named & { chosen: string | undefined }

/** What the chosen package or release is tied to, in words. */
function Chosen({ packages, releases, chosen }: ChosenProps) {
  const { t } = useTranslation('releases')
  const textOf = useReleaseText()
  const ofPackage = packages.find(({ name }) => name === chosen)
  const ofRelease = releases.find((one) => keyOf(one) === chosen)
  const rows = packages.flatMap((one) =>
    [...one.uses].flatMap(([release, use]) => {
      if (ofPackage !== one && ofRelease !== release) return []
      const { part, version } = textOf(release)
      return [{ ...use, what: ofPackage ? `${part} ${version}` : one.name }]
    }),
  )
  return (
    <div role="status" className={styles.told}>
      {!ofPackage && !ofRelease && <p className={styles.quiet}>{t('packages.choose')}</p>}
      {ofPackage && rows.length === 0 && <p>{t('packages.unused', { name: ofPackage.name })}</p>}
      {rows.length > 0 && (
        <dl className={styles.uses}>
          {rows.map(({ what, ranges, modules, suits }) => (
            <div key={what} className={styles.use}>
              <dt>{what}</dt>
              <dd>
                <code>{ranges.join(', ')}</code>
                {!suits && <Tag tone="danger">{t('packages.unsuited')}</Tag>}
                <span className={styles.modules}>{modules.join(', ')}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

/** The same as a table: a row for each package, a column for each release. */
function Table({ packages, releases }: Named) {
  const { t } = useTranslation('releases')
  const textOf = useReleaseText()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('packages.table')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('packages.package')}</th>
            <th scope="col">{t('packages.provided')}</th>
            {releases.map((release) => {
              const { part, version, share } = textOf(release)
              return (
                <th key={keyOf(release)} scope="col">
                  {part} · {share}
                  <code className={styles.quiet}>{version}</code>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {packages.map(({ name, versions, uses }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{versions.join(', ') || t('packages.missing')}</td>
              {releases.map((release) => {
                const use = uses.get(release)
                return (
                  <td key={keyOf(release)}>
                    {use ? <code>{use.ranges.join(', ')}</code> : '–'}
                    {use && !use.suits && <Tag tone="danger">{t('packages.unsuited')}</Tag>}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Who provides and who uses the shared packages of a channel, as a graph or as a table. */
export function SharedPackages({ channel }: { channel: Channel }) {
  const { t } = useTranslation('releases')
  const format = useFormat()
  const id = useId()
  const [isTable, setTable] = useState(false)
  const { data, error, isFetching, refetch } = useChannelSharesQuery(channel)
  const packages = data ? packagesOf(data) : []
  const { shell, releases = [] } = data ?? {}
  const modules = format.number(Object.keys(shell?.provides ?? {}).length)
  return (
    <article className={styles.packages} aria-labelledby={id}>
      <SectionHeading
        id={id}
        size="small"
        aside={
          packages.length > 0 && (
            <HeadingToggle isOn={isTable} onChange={setTable} label={t('chart.asTable')} />
          )
        }
      >
        {t('packages.title')}
      </SectionHeading>
      {!data && error === undefined && <Loader />}
      {!data && error !== undefined && (
        <ErrorPanel title={t('error')} onRetry={() => void refetch()} retrying={isFetching}>
          {t('errorText')}
        </ErrorPanel>
      )}
      {data && (
        <p className={styles.quiet}>
          {shell ? t('packages.lead', { version: shell.version, modules }) : t('packages.noShell')}
        </p>
      )}
      {packages.length > 0 &&
        (isTable ? <Table {...{ packages, releases }} /> : <Graph {...{ packages, releases }} />)}
    </article>
  )
}
