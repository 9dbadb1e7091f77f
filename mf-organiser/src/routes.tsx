import type { RouteObject } from 'react-router-dom'
import { registerNamespace } from '@awards/shared/i18n'

void registerNamespace('organiser', async (language) => {
  const own = import(`./locales/${language}.json`)
  const { public: facts, label } = await import(`@awards/shared/entries/locales/${language}.json`)
  return { default: { ...(await own).default, field: { ...facts, ...label } } }
})

/** The pages of this package, each declared in remote.json too; paths start at the root of the site. */
export const routes: RouteObject[] = [
  { path: 'organiser', lazy: () => import('./desk/organiser.page.tsx') },
]
