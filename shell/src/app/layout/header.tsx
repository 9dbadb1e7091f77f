import { readToken } from '@awards/shared/client'
import { useLanguage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { useSession, useCurrentUser, signOut } from '@awards/shared/session'
import { chooseTheme, useThemeMode } from '@awards/shared/theme'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, NavLink, Link, useNavigate } from 'react-router-dom'
import { knownDiscovery } from '../../releases/discovery.ts'
import { extraPages } from '../../releases/routes/remote-pages.ts'
import { notifySuccess } from '../../design/load-design.tsx'
import { redirectOf } from '../guard.tsx'
import { IconButton, Icon, Wordmark } from './icon.tsx'
import { LanguageOption, LanguageSwitch, Popover, useLanguageChoices } from './menus.tsx'
import styles from './header.module.css'
import { menuPath, PUBLIC_SECTIONS, releaseMenu } from './navigation.ts'
import popoverStyles from './popover.module.css'
import { useHydrated } from '@awards/shared/browser/use-hydrated'

/** Light or dark. */
export function ThemeSwitch() {
  const { t } = useTranslation('shell')
  const isDark = useThemeMode() === 'dark'
  return (
    <IconButton
      name="halves"
      label={isDark ? t('theme.light') : t('theme.dark')}
      onClick={() => chooseTheme(isDark ? 'light' : 'dark')}
    />
  )
}

const MENU_SECTIONS = [...PUBLIC_SECTIONS, 'faq'] as const

/** Content of the menu of small screens: sections, languages, theme. */
function MenuSections() {
  const { t } = useTranslation('shell')
  const options = useLanguageChoices()
  const language = useLanguage()
  return (
    <>
      <nav className={styles.menuSections} aria-label={t('mainNavigation')}>
        {MENU_SECTIONS.map((name) => (
          <NavLink key={name} to={menuPath(name)} className={styles.menuSection}>
            {t(`nav.${name}`)}
          </NavLink>
        ))}
        {releaseMenu('header', language).map(({ path, label }) => (
          <NavLink key={path} to={path} className={styles.menuSection}>
            {label}
          </NavLink>
        ))}
        <NavLink to={paths.steps()} className={styles.menuSection}>
          {t('enterWork')}
        </NavLink>
      </nav>
      <div className={styles.menuTools}>
        <ul role="list" className={styles.menuLanguages} aria-label={t('languages')}>
          {options.map((option) => (
            <li key={option.language}>
              <LanguageOption option={option} className={styles.menuLanguage} />
            </li>
          ))}
        </ul>
        <ThemeSwitch />
      </div>
    </>
  )
}

/** Older browsers know no `command`; there the handlers open and close the dialog. */
const hasCommands = () => 'commandForElement' in HTMLButtonElement.prototype

/**
 * The sections on small screens, in a native dialog: it traps the focus and closes with Escape. Its buttons carry a
 * `command`, so that the menu of a server-rendered page opens before the application has loaded.
 */
export function MobileMenu() {
  const { t } = useTranslation('shell')
  const [isOpen, setOpen] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const { pathname } = useLocation()
  const shownOn = useRef(pathname)
  const close = () => dialog.current?.close()
  const open = () => {
    dialog.current?.showModal()
    setOpen(true)
  }
  // May have been opened before hydration.
  useEffect(() => setOpen(dialog.current?.open ?? false), [])
  useEffect(() => {
    if (pathname === shownOn.current) return
    shownOn.current = pathname
    dialog.current?.close()
  }, [pathname])
  return (
    <div className={styles.menu}>
      <IconButton
        name="menu"
        size={24}
        label={t('openMenu')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        command="show-modal"
        commandfor={id}
        onClick={() => hasCommands() || open()}
      />
      {/* Without JavaScript the footer leads to the same pages. */}
      <a className={styles.without} href="#footer">
        {t('menu')}
      </a>
      <dialog
        ref={dialog}
        id={id}
        className={styles.dialog}
        aria-labelledby={`${id}-title`}
        {...{ closedby: 'any' }}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        onClose={() => setOpen(false)}
        onClick={(event) => {
          // A press on the backdrop has the dialog itself as target.
          if (event.target === event.currentTarget) close()
        }}
      >
        <div className={styles.sheet}>
          <div className={styles.menuHead}>
            <h2 id={`${id}-title`} className={styles.menuTitle}>
              {t('menu')}
            </h2>
            <IconButton
              name="close"
              size={24}
              label={t('closeMenu')}
              command="close"
              commandfor={id}
              onClick={() => hasCommands() || close()}
            />
          </div>
          <MenuSections />
        </div>
      </dialog>
    </div>
  )
}

type AccountLink = { readonly label: string; readonly to: string }

/** Pages of remotes that name themselves for the account menu, if the account may see them. */
function useRemoteLinks(): AccountLink[] {
  const { user } = useSession()
  const language = useLanguage()
  if (!user) return []
  return extraPages(knownDiscovery()).flatMap((page) =>
    page.menu && !redirectOf(page, user, page.path)
      ? [{ label: page.menu[language], to: page.path }]
      : [],
  )
}

/** How long a sign-out waits for the home page. */
const HOME_TIMEOUT_MS = 1_000

/** Links of the account menu: reviews for jurors, entries for entrants, and what releases of remotes add. */
function useAccountLinks() {
  const { t } = useTranslation('shell')
  const { user, isJury } = useSession()
  const navigate = useNavigate()
  const remote = useRemoteLinks()
  const isOrganiser = !isJury && remote.some(({ to }) => to === user?.home_route)
  const own: AccountLink[] = isJury
    ? [
        { label: t('account.reviews'), to: user?.home_route ?? paths.home },
        ...(user?.juror?.capabilities.includes('can_manage_fees')
          ? [{ label: t('account.payments'), to: paths.payments() }]
          : []),
      ]
    : isOrganiser
      ? []
      : [
          { label: t('account.entries'), to: paths.account() },
          { label: t('account.newEntry'), to: paths.steps() },
        ]
  const leave = async () => {
    let ended: Promise<void> | undefined
    const end = () => (ended ??= signOut())
    window.addEventListener('pagehide', end)
    // First away, and that at once, from a page that would send a visitor to /login; a form that is left saves its last
    // letters in its session. The home page may load for minutes, and the session ends before it; on this device also with the
    // document, whose last call may not reach the server.
    await Promise.race([
      navigate(paths.home, { flushSync: true }),
      new Promise((resolve) => setTimeout(resolve, HOME_TIMEOUT_MS)),
    ])
    window.removeEventListener('pagehide', end)
    await end()
    notifySuccess(t('account.signedOut'))
  }
  return {
    links: [
      ...own,
      ...remote,
      { label: t('account.password'), to: paths.changePassword },
      { label: t('account.keys'), to: paths.keys },
    ],
    leave,
  }
}

/** Sign-in link, or the menu of the signed-in user; `isBrief` where the name has no room on most screens. */
export function AccountMenu({ isBrief = false }: { isBrief?: boolean }) {
  const { t } = useTranslation('shell')
  const user = useCurrentUser()
  const { links, leave } = useAccountLinks()
  const { pathname } = useLocation()
  const isHydrated = useHydrated()
  if (!isHydrated || !user) {
    // There nobody asks who it is (specification §4); who has a session on this device is no stranger.
    if (pathname === paths.login()) {
      if (!isHydrated || !readToken()) return null
      return (
        <Link to={paths.account()} className={styles.signIn}>
          {t('account.own')}
        </Link>
      )
    }
    return (
      <Link to={paths.login()} className={styles.signIn}>
        {t('signIn')}
      </Link>
    )
  }
  return (
    <Popover
      label={t('account.menu', { name: user.display_name })}
      trigger={
        <>
          <Icon name="person" />
          <span className={isBrief ? styles.briefName : styles.accountName}>
            {user.display_name}
          </span>
        </>
      }
    >
      <ul role="list">
        {links.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} className={popoverStyles.choice}>
              {label}
            </Link>
          </li>
        ))}
        <li className={styles.end}>
          <button type="button" className={popoverStyles.choice} onClick={() => void leave()}>
            {t('account.signOut')}
          </button>
        </li>
      </ul>
    </Popover>
  )
}

/** Name, sections, language, look and account; small screens get the sections in a menu. */
export function Header() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Wordmark />
        <nav className={styles.sections} aria-label={t('mainNavigation')}>
          {PUBLIC_SECTIONS.map((name) => (
            <NavLink key={name} to={menuPath(name)} className={styles.section}>
              {t(`nav.${name}`)}
            </NavLink>
          ))}
          {releaseMenu('header', language).map(({ path, label }) => (
            <NavLink key={path} to={path} className={styles.section}>
              {label}
            </NavLink>
          ))}
        </nav>
        <div className={styles.tools}>
          <div className={styles.wideOnly}>
            <LanguageSwitch />
            <ThemeSwitch />
          </div>
          <AccountMenu />
          <EnterLink />
          <MobileMenu />
        </div>
      </div>
    </header>
  )
}

/** Hidden from jurors and organisers, who enter no work; leads signed-in entrants straight to their entry. */
function EnterLink() {
  const { t } = useTranslation('shell')
  const { user, isJury } = useSession()
  const isHydrated = useHydrated()
  const { pathname } = useLocation()
  if (isHydrated && (isJury || (user?.rights ?? []).length > 0)) return null
  if (isHydrated && !user && pathname === paths.login() && readToken()) return null
  const isKnown = isHydrated && user !== undefined
  return (
    <Link to={isKnown ? paths.steps() : paths.register(paths.steps())} className={styles.enter}>
      {t('enterWork')}
    </Link>
  )
}
