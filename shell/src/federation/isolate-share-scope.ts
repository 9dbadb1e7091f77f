import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'

type InitArgs = Parameters<NonNullable<ModuleFederationRuntimePlugin['beforeInitContainer']>>[0]
type ShareScope = InitArgs['shareScope']

const copyOf = (scope: ShareScope): ShareScope =>
  Object.fromEntries(
    Object.entries(scope).map(([key, versions]) => [
      key,
      Object.fromEntries(
        Object.entries(versions).map(([version, shared]) => [
          version,
          {
            ...shared,
            useIn: [...(shared.useIn ?? [])],
            deps: [...(shared.deps ?? [])],
            shareConfig: { ...shared.shareConfig },
          },
        ]),
      ),
    ]),
  )

/**
 * Gives every remote a share scope of its own, filled with what the shell provides. One that damages
 * its scope while it starts hurts itself alone; the modules behind the entries stay the same for all.
 */
export function isolateShareScope(args: InitArgs): InitArgs {
  const own = Object.fromEntries(
    Object.entries(args.origin.shareScopeMap).map(([name, scope]) => [name, copyOf(scope)]),
  )
  const { shareScope: key } = args.remoteInfo
  const first = (Array.isArray(key) ? key[0] : key) ?? 'default'
  const remoteEntryInitOptions = { ...args.remoteEntryInitOptions }
  Object.defineProperty(remoteEntryInitOptions, 'shareScopeMap', { value: own, enumerable: false })
  return { ...args, shareScope: (own[first] ??= {}), remoteEntryInitOptions }
}
