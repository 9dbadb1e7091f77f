// Types of the parts of the build that tests import; the build itself is JavaScript.

declare module '*/release-facts.cjs' {
  import type { RemoteDeclaration, RemoteRoute } from '@awards/shared/releases'

  export function declarationOf(name: string): RemoteDeclaration
  export function parseDeclaration(text: string, label: string): RemoteDeclaration
  export function remoteRoutes(name: string): RemoteRoute[]
  export function releaseVersion(name: string, hash?: string): string
  export function sourceCommit(name: string): string | undefined
}

declare module '*/remote-pages.cjs' {
  export const FILE: string
  export function remotePagesSource(): string
  export function writeRemotePages(): boolean
}

declare module '*/route-assets-plugin.cjs' {
  export function routeScreens(file: string): { path: string; request: string }[]
  export function designedParts(file: string): string[]
}

declare module '*/hot-loader.cjs' {
  function hotLoader(this: { resourcePath: string }, source: string): string
  export = hotLoader
}

declare module '*/import-loader.cjs' {
  type LoaderContext = { getOptions: () => { isRemote: boolean }; resourcePath: string }

  function importLoader(this: LoaderContext, source: string): string
  export = importLoader
}
