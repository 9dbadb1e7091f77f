declare module 'hot-routes-of-remote' {
  import type { RouteObject } from 'react-router-dom'

  export const routes: RouteObject[]
}
