type Manifest = { readonly shared: readonly { readonly name: string }[] }

/** Icons of antd take the nonce of their styles from it too. */
const ICON_BASE = '@awards/shared/icon-base'

const consumers = new Map<string, boolean>()

/** Whether a release takes components of antd from the shell, by what its manifest lists as shared. */
export const listsAntd = ({ shared }: Manifest): boolean =>
  shared.some(({ name }) => name.startsWith('antd/') || name === ICON_BASE)

/** Notes it of the release that is being loaded. */
export const noteAntd = (remote: string, isConsumer: boolean) => consumers.set(remote, isConsumer)

/** Whether the pages of a remote have to stand inside of the design system. */
export const consumesAntd = (remote: string): boolean => consumers.get(remote) ?? false
