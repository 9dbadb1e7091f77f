declare module 'standalone-routes' {
  import type { RouteObject } from 'react-router-dom'

  export const routes: RouteObject[]
}
