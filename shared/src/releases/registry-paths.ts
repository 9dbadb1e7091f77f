import type { Channel } from './names.ts'

/** Addresses of the registry. They are for machines: each answers with its own HTTP status. */
export const registryPaths = {
  versions: (name: string) => `/api/registry/mfe/${name}/versions`,
  version: (name: string, version: string) => `/api/registry/mfe/${name}/versions/${version}`,
  channel: (channel: Channel) => `/api/registry/channels/${channel}`,
  deployment: (channel: Channel, name: string) => `/api/registry/channels/${channel}/${name}`,
  rollback: (channel: Channel, name: string) =>
    `/api/registry/channels/${channel}/${name}/rollback`,
  approve: (channel: Channel, name: string) => `/api/registry/channels/${channel}/${name}/approve`,
  health: '/api/registry/health',
  audit: (channel: Channel) => `/api/registry/channels/${channel}/audit`,
  events: '/api/platform/events',
  reports: '/api/platform/reports',
  vitals: '/api/platform/vitals',
  overview: '/api/platform/overview',
  staff: '/api/platform/staff',
} as const
