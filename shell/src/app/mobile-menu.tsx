import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import iconButton from './icon-button.module.css'
import { Icon } from './icon.tsx'
import { MenuSections } from './menu-sections.tsx'
import styles from './mobile-menu.module.css'

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
