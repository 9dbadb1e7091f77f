import type { Drill } from './outcome.ts'

export type DrillModule = Promise<{ run: Drill }>

/** Every drill by its name, in the order of the page. */
export const DRILLS: Record<string, () => DrillModule> = {
  kill: () => import('./kill.ts'),
  sigterm: () => import('./sigterm.ts'),
  fsync: () => import('./fsync.ts'),
  disk: () => import('./disk.ts'),
  second: () => import('./second.ts'),
  database: () => import('./database.ts'),
  providers: () => import('./providers.ts'),
  slow: () => import('./slow.ts'),
  backup: () => import('./backup.ts'),
  tls: () => import('./tls.ts'),
  clock: () => import('./clock.ts'),
  rush: () => import('./rush.ts'),
}
