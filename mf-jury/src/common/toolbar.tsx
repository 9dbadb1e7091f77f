import { useRoving } from '@awards/shared/browser/focus'
import type { ReactNode } from 'react'

type ToolbarProps = {
  label: string
  className?: string | undefined
  role?: 'toolbar' | 'search'
  children: ReactNode
}

/** A row of links, buttons and fields that is one stop of the tab key. */
export function Toolbar({ label, className, role = 'toolbar', children }: ToolbarProps) {
  const row = useRoving<HTMLDivElement>()
  return (
    <div ref={row} role={role} aria-label={label} className={className}>
      {children}
    </div>
  )
}
