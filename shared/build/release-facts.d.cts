import type { output } from 'zod'
import type { RemoteDeclaration, RemoteRoute } from '../src/releases/release.ts'

type Declaration = output<typeof RemoteDeclaration>

export function declarationOf(name: string): Declaration
export function parseDeclaration(text: string, label: string): Declaration
export function remoteRoutes(name: string): RemoteRoute[]
export function releaseVersion(name: string, hash?: string): string
export function sourceCommit(name: string): string | undefined
