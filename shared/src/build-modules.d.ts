// Types of what webpack makes of a file that is no code, and of the modules that our builds write.

declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}
declare module '*.css'
declare module '*.svg' {
  const url: string
  export default url
}
declare module '@ant-design/icons/es/components/AntdIconLight'

/** The routes of the remote that is shown without the shell. */
declare module 'standalone-routes' {
  import type { RouteObject } from 'react-router-dom'

  export const routes: RouteObject[]
}
/** The routes of a remote in development, which a hot reload replaces. */
declare module 'hot-routes-of-remote' {
  import type { RouteObject } from 'react-router-dom'

  export const routes: RouteObject[]
}
/** Every shared module under its name, for the renderer. */
declare module 'provided-modules' {
  const provided: Readonly<Record<string, unknown>>
  export default provided
}

interface ImportMeta {
  /** Only there in a development build. */
  readonly webpackHot?: {
    accept(request: string, onChange: () => void): void
  }
}
