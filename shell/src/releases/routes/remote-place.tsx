import { useSyncExternalStore, type ComponentType } from 'react'
import { Outlet } from 'react-router-dom'
import { useDesign } from '../../design/load-design.ts'
import { consumesAntd } from '../antd-use.ts'
import { remoteStore } from '../remote-store.ts'
import { useStylesOf } from './remote-styles.ts'

/**
 * What stands around the pages of a remote: its styles while they are shown, antd where it is made of
 * that, and who is let to them.
 */
export function placeOf(remote: string, Guard: ComponentType = Outlet): ComponentType {
  const isDesigned = () => consumesAntd(remote)
  return function RemotePlace() {
    useStylesOf(remote)
    const needsDesign = useSyncExternalStore(remoteStore.subscribe, isDesigned, isDesigned)
    const design = useDesign()
    if (!needsDesign || !design) return <Guard />
    return (
      <design.DesignSystem>
        <Guard />
      </design.DesignSystem>
    )
  }
}
