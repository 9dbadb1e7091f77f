import { useRoving } from '@awards/shared/browser/focus'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router-dom'
import styles from './desk-menu.module.css'
import tabStyles from './view-tabs.module.css'

/** The id of the place in the shell's bar that a desk fills; releases of remotes rely on it. */
export const DESK_SLOT = 'desk-bar'

/**
 * Puts the desk's own part into the bar of the shell: it is one row for the parts of all remotes. A shell of before has
 * no such place; there the part stands where it is written.
 */
export function InDeskBar({ children }: { children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>()
  useLayoutEffect(() => setSlot(document.getElementById(DESK_SLOT)), [])
  if (slot === undefined) return null
  return slot ? createPortal(children, slot) : children
}

/** On a telephone a row of views is wider than the screen: the one that is shown comes into view. */
function showCurrent(row: HTMLElement | null) {
  const view = row?.querySelector<HTMLElement>('[aria-current]')
  if (row && view) row.scrollLeft = view.offsetLeft - row.offsetLeft - 24
}

export type DeskView = { readonly key: string; readonly label: string; readonly to: string }

type DeskMenuProps = {
  /** What the row is, for those who hear the page. */
  label: string
  /** Whose desk it is, and of which season; it leads to where the desk begins. */
  desk: { readonly name: string; readonly season?: string | undefined; readonly to: string }
  /** The views of the desk, with the one on screen or the one that the page belongs to. */
  views?: { readonly label: string; readonly list: readonly DeskView[]; readonly current?: string }
  /** What stands at the end of the row, for instance the search. */
  children?: ReactNode
}

/** The desk's part of the bar of the shell. It is one stop of the tab key; left and right go on in it. */
export const DeskMenu = (props: DeskMenuProps) => (
  <InDeskBar>
    <DeskRow {...props} />
  </InDeskBar>
)

/** The row inside the bar. The ref wants an element of its own: the slot may come later than the page. */
function DeskRow({ label, desk, views, children }: DeskMenuProps) {
  const row = useRoving<HTMLDivElement>()
  const list = useRef<HTMLElement>(null)
  useLayoutEffect(() => showCurrent(list.current), [views?.current])
  return (
    <div ref={row} role="toolbar" aria-label={label} className={styles.part}>
      <Link to={desk.to} className={styles.desk}>
        <strong>{desk.name}</strong>
        {desk.season && <span className={styles.season}>{desk.season}</span>}
      </Link>
      {views ? (
        <nav ref={list} className={styles.views} aria-label={views.label} data-desk-views>
          <ul role="list">
            {views.list.map(({ key, label: name, to }) => (
              <li key={key}>
                <Link
                  to={to}
                  className={styles.view}
                  aria-current={key === views.current ? 'page' : undefined}
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ) : (
        <span className={styles.room} />
      )}
      {children}
    </div>
  )
}

type ViewTabsProps = {
  /** What the parts belong to, for those who hear the page. */
  label: string
  views: readonly { key: string; label: string; to: string }[]
  current: string
}

/** The parts of a page; each has an address of its own. */
export function ViewTabs({ label, views, current }: ViewTabsProps) {
  const row = useRef<HTMLElement>(null)
  useLayoutEffect(() => showCurrent(row.current), [current, views.length])
  return (
    <nav ref={row} className={tabStyles.nav} aria-label={label}>
      <ul className={tabStyles.tabs} role="list">
        {views.map((view) => (
          <li key={view.key}>
            <Link
              className={tabStyles.tab}
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
