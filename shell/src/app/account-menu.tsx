import { UserOutlined } from '@ant-design/icons'
import { paths } from '@awards/shared/paths'
import { useCurrentUser } from '@awards/shared/session'
import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import styles from './account-menu.module.css'
import { useAccountLinks } from './use-account-links.ts'

/** Sign in, or who is signed in and what they can do. */
export function AccountMenu() {
  const { t } = useTranslation('shell')
  const user = useCurrentUser()
  const links = useAccountLinks()
  const { pathname } = useLocation()
  if (!user) {
    if (pathname === '/login') return null
    return (
      <Link to={paths.login()} className={styles.signIn}>
        {t('signIn')}
      </Link>
    )
  }
  return (
    <Dropdown
      trigger={['click']}
      menu={{ items: links.map(({ key, label, go }) => ({ key, label, onClick: go })) }}
    >
      <Button
        type="text"
        className={styles.account ?? ''}
        icon={<UserOutlined />}
        aria-label={t('account.menu', { name: user.display_name })}
      >
        <span className={styles.name}>{user.display_name}</span>
      </Button>
    </Dropdown>
  )
}
