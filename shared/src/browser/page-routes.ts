import type { NonIndexRouteObject } from 'react-router-dom'
import type { Page, Pages } from '../domain/pages.ts'

/** How a page loads: its lazy module, or more of a route object. */
type Screen =
  | Extract<NonIndexRouteObject['lazy'], (...given: never[]) => unknown>
  | Omit<NonIndexRouteObject, 'path'>

/** The route objects of a remote: each declared page needs its screen, and takes its path from the declaration. */
export const pageRoutes = <P extends Pages>(
  pages: P,
  screens: Readonly<Record<keyof P & string, Screen>>,
): NonIndexRouteObject[] =>
  Object.entries<Page>(pages).map(([name, { path }]) => {
    const screen: Screen = screens[name as keyof P & string]
    return { path: path.slice(1), ...(typeof screen === 'function' ? { lazy: screen } : screen) }
  })
