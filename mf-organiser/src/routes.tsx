import type { RouteObject } from 'react-router-dom'
import { registerNamespace } from '@awards/shared/i18n'

void registerNamespace('organiser', (language) => import(`./locales/${language}.json`))

/** The pages of this package, each declared in remote.json too; paths start at the root of the site. */
export const routes: RouteObject[] = [
  { path: 'organiser', lazy: () => import('./desk/organiser.page.tsx') },
]
