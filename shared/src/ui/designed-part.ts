import { clientHost } from '@awards/shared/client'
import { lazy, type ComponentType } from 'react'

/**
 * A part that is made of antd, on a page that is not: its code and antd load when it is first rendered, inside of a
 * `Suspense` of the page. The build looks for this name (`RouteAssetsPlugin`): a page whose parts of antd all load
 * through it has no antd in its first view.
 *
 *     const Profile = designedPart(() => import('./profile.tsx').then((m) => m.Profile))
 */
export const designedPart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await clientHost().withDesign(load()) }))
