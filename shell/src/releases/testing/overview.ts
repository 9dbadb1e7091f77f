import type { PlatformOverview } from '@awards/shared/releases'

type Remote = PlatformOverview['remotes'][number]
type Version = Remote['versions'][number]

export const version = (name: string, number: string, more: Partial<Version> = {}): Version => ({
  name,
  version: number,
  digest: 'd'.repeat(64),
  integrity: `sha384-${'a'.repeat(64)}`,
  contract: '^1.1.0',
  routes: [],
  preview: false,
  commit: 'a1b2c3d4e5f60718',
  published_by: 'Mira Okafor',
  published_at: '2026-11-20T13:55:00.000Z',
  files: 40,
  bytes: 900_000,
  health: null,
  figures: {},
  ...more,
})

const healthy = { ok: 1240, fallback: 0, failed: 0 }
const ailing = { ok: 12, fallback: 3, failed: 1 }

/** Two parts: one with a canary, a preview and a version that was taken back. */
export const overview: PlatformOverview = {
  channel: 'staging',
  pins: 'on',
  remotes: [
    {
      name: 'mf-jury',
      deployments: [
        {
          channel: 'production',
          name: 'mf-jury',
          revision: 4,
          versions: [
            { version: '1.4.2', traffic: 90, default: true },
            { version: '1.5.0', traffic: 10, default: false },
          ],
          withdrawn: ['1.4.9'],
        },
      ],
      versions: [
        version('mf-jury', '1.6.0-pr88.3', { preview: true, published_by: 'Jonas Weber' }),
        version('mf-jury', '1.5.0'),
        version('mf-jury', '1.4.9', { health: ailing }),
        version('mf-jury', '1.4.2', { health: healthy }),
        version('mf-jury', '1.4.1', { commit: null }),
      ],
    },
    { name: 'mf-public', deployments: [], versions: [version('mf-public', '2.0.0')] },
  ],
}
