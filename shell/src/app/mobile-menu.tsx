import { MenuOutlined } from '@ant-design/icons'
import { paths } from '@awards/shared/paths'
import { Button, Drawer } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink, useLocation } from 'react-router-dom'
import { LanguageSwitch } from './language-switch.tsx'
import styles from './mobile-menu.module.css'
import { PUBLIC_SECTIONS } from './navigation.ts'
import { ThemeSwitch } from './theme-switch.tsx'

/** The sections on small screens. */
export function MobileMenu() {
  const { t } = useTranslation('shell')
  const [isOpen, setOpen] = useState(false)
  const { pathname } = useLocation()
  const trigger = useRef<HTMLButtonElement>(null)
  useEffect(() => setOpen(false), [pathname])
  const links = [...PUBLIC_SECTIONS, { label: 'faq', to: paths.faq }] as const
  return (
    <div className={styles.menu}>
      <Button
        ref={trigger}
        type="text"
        icon={<MenuOutlined />}
        aria-label={t('openMenu')}
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      <Drawer
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('menu')}
        size="min(24rem, 100vw)"
        // After a choice the focus belongs to the heading of the page, else to the button again.
        focusable={{ focusTriggerAfterClose: false }}
        afterOpenChange={(open) => {
          if (!open && document.activeElement?.tagName !== 'H1') trigger.current?.focus()
        }}
        footer={
          <div className={styles.tools}>
            <LanguageSwitch />
            <ThemeSwitch />
          </div>
        }
      >
        <nav aria-label={t('mainNavigation')}>
          {links.map(({ label, to }) => (
            <NavLink key={to} to={to} className={styles.link}>
              {t(`nav.${label}`)}
            </NavLink>
          ))}
          <NavLink to={paths.steps()} className={styles.link}>
            {t('enterWork')}
          </NavLink>
        </nav>
      </Drawer>
    </div>
  )
}
