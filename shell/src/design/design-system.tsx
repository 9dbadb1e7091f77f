import AppContext from 'antd/es/app/context'
import type { ReactNode } from 'react'
import { AntdTheming } from './antd-theming.tsx'
import { siteFeedback } from './toasts.tsx'

/** Stands around pages that are made of antd; their toasts and questions are the site's. */
export function DesignSystem({ children }: { children: ReactNode }) {
  const feedback = siteFeedback()
  return (
    <AntdTheming>
      {feedback ? <AppContext.Provider value={feedback}>{children}</AppContext.Provider> : children}
    </AntdTheming>
  )
}
