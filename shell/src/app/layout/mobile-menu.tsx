import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, NavLink } from 'react-router-dom'
import iconButton from './icon-button.module.css'
import { Icon } from './icon.tsx'
import { paths } from '@awards/shared/paths'
import { LanguageOption } from './language-option.tsx'
import menuSectionsStyles from './menu-sections.module.css'
import { PUBLIC_SECTIONS } from './navigation.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import { useLanguageChoices } from './use-language-choices.ts'
import styles from './mobile-menu.module.css'

const LINKS = [...PUBLIC_SECTIONS, { label: 'faq', to: paths.faq }] as const

/** What is in the menu of small screens: the sections, the languages and the look. */
function MenuSections() {
  const { t } = useTranslation('shell')
  const options = useLanguageChoices()
  return (
    <>
      <nav className={menuSectionsStyles.sections} aria-label={t('mainNavigation')}>
        {LINKS.map(({ label, to }) => (
          <NavLink key={to} to={to} className={menuSectionsStyles.section}>
            {t(`nav.${label}`)}
          </NavLink>
        ))}
        <NavLink to={paths.steps()} className={menuSectionsStyles.section}>
          {t('enterWork')}
        </NavLink>
      </nav>
      <div className={menuSectionsStyles.tools}>
        <ul role="list" className={menuSectionsStyles.languages} aria-label={t('languages')}>
          {options.map((option) => (
            <li key={option.language}>
              <LanguageOption option={option} className={menuSectionsStyles.language} />
            </li>
          ))}
        </ul>
        <ThemeSwitch />
      </div>
    </>
  )
}

/** The sections on small screens, in a dialog of the browser: it keeps the focus and closes with Escape. */
export function MobileMenu() {
  const { t } = useTranslation('shell')
  const [isOpen, setOpen] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  const { pathname } = useLocation()
  const close = () => dialog.current?.close()
  useEffect(close, [pathname])
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
  }, [isOpen])
  return (
    <div className={styles.menu}>
      <button
        type="button"
        className={iconButton.button}
        aria-label={t('openMenu')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <Icon name="menu" size={24} />
      </button>
      {/* Without JavaScript the same pages are reached at the end of the page. */}
      <a className={styles.without} href="#footer">
        {t('menu')}
      </a>
      <dialog
        ref={dialog}
        className={styles.dialog}
        aria-labelledby={title}
        onClose={() => setOpen(false)}
        onClick={(event) => {
          // What is pressed beside the sheet is the dialog itself.
          if (event.target === event.currentTarget) close()
        }}
      >
        {isOpen && (
          <div className={styles.sheet}>
            <div className={styles.head}>
              <h2 id={title} className={styles.title}>
                {t('menu')}
              </h2>
              <button
                type="button"
                className={iconButton.button}
                aria-label={t('closeMenu')}
                onClick={close}
              >
                <Icon name="close" size={24} />
              </button>
            </div>
            <MenuSections />
          </div>
        )}
      </dialog>
    </div>
  )
}
