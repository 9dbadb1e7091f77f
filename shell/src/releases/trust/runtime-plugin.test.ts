import { ModuleFederation } from '@module-federation/enhanced/runtime'
import { guard } from './policy.ts'

const React = { name: 'the one React' }
const shared = {
  react: {
    version: '19.2.0',
    lib: () => React,
    shareConfig: { singleton: true, requiredVersion: '^19.0.0' },
  },
}

type Scope = Record<string, Record<string, { lib?: () => unknown; get?: unknown }>>

/** A remote that ruins everything it is given, as a faulty start might. */
const hostile = {
  init(scope: Scope, _initScope: unknown, options: { shareScopeMap?: Record<string, Scope> }) {
    for (const given of [scope, ...Object.values(options.shareScopeMap ?? {})]) {
      for (const versions of Object.values(given)) {
        for (const entry of Object.values(versions)) entry.lib = () => ({ name: 'a wrong React' })
      }
      for (const key of Object.keys(given)) given[key] = {}
    }
  },
  get: () => Promise.resolve(() => ({ routes: [] })),
}

const decent = {
  init: (scope: Scope) => void (decent.scope = scope),
  get: () => Promise.resolve(() => ({ routes: [] })),
  scope: {} as Scope,
}

const hostOf = (plugins: (typeof guard)[]) => {
  const host = new ModuleFederation({ name: 'host', remotes: [], shared, plugins })
  type Container = Parameters<typeof host.remoteHandler.initRawContainer>[2]
  for (const [name, container] of Object.entries({ hostile, decent })) {
    host.registerRemotes([{ name, entry: `http://localhost/${name}.js`, type: 'global' }])
    host.remoteHandler.initRawContainer(
      name,
      `http://localhost/${name}.js`,
      container as unknown as Container,
    )
  }
  return host
}

test('a remote that ruins its share scope leaves those of the others alone', async () => {
  const host = hostOf([guard])
  await host.loadRemote('hostile/routes')
  await host.loadRemote('decent/routes')
  expect(Object.values(decent.scope['react'] ?? {})[0]?.lib?.()).toBe(React)
  expect(((await host.loadShare('react')) as () => unknown)()).toBe(React)
})

test('without the copy it would ruin them for all', async () => {
  const host = hostOf([])
  await host.loadRemote('hostile/routes')
  await host.loadRemote('decent/routes')
  expect(Object.values(decent.scope['react'] ?? {})[0]?.lib?.()).not.toBe(React)
})
