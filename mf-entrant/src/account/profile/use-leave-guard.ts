import { useUnsavedWork } from '@awards/shared/session'
import { App } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router-dom'

/** Asks before a page with unsaved fields is left, by a link or by closing the tab. */
export function useLeaveGuard(isDirty: boolean) {
  const { t } = useTranslation('entrant')
  const { modal } = App.useApp()
  useUnsavedWork(isDirty)
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: there }) =>
      isDirty && (here.pathname !== there.pathname || here.search !== there.search),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const dialog = modal.confirm({
      title: t('profile.leave.title'),
      content: t('profile.leave.text'),
      okText: t('profile.leave.go'),
      cancelText: t('profile.leave.stay'),
      icon: null,
      centered: true,
      autoFocusButton: 'cancel',
      onOk: () => blocker.proceed(),
      onCancel: () => blocker.reset(),
    })
    return () => dialog.destroy()
  }, [blocker, modal, t])
}
