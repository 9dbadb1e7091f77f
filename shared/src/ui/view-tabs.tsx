import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import styles from './view-tabs.module.css'

type ViewTabsProps = {
  /** What the parts belong to, for those who hear the page. */
  label: string
  views: readonly { key: string; label: string; to: string }[]
  current: string
}

/** The parts of a page; each has an address of its own. */
export function ViewTabs({ label, views, current }: ViewTabsProps) {
  const row = useRef<HTMLElement>(null)

  // On a telephone the row is wider than the screen: the part that is shown comes into view.
  useLayoutEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (row.current && tab) row.current.scrollLeft = tab.offsetLeft - row.current.offsetLeft - 24
  }, [current, views.length])

  return (
    <nav ref={row} className={styles.nav} aria-label={label}>
      <ul className={styles.tabs} role="list">
        {views.map((view) => (
          <li key={view.key}>
            <Link
              className={styles.tab}
              to={view.to}
              preventScrollReset
              aria-current={view.key === current ? 'page' : undefined}
            >
              {view.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
