import type { RemoteRoute } from '../src/releases/release.ts'

export function parseDeclaration(text: string, label: string): RemoteRoute[]
export function remoteRoutes(name: string): RemoteRoute[]
export function releaseVersion(name: string, hash?: string): string
export function sourceCommit(name: string): string | undefined
