import type { ComponentType } from 'react'
import { Outlet } from 'react-router-dom'
import { useStylesOf } from './remote-styles.ts'

/** What stands around the pages of a remote: its styles while they are shown, and who is let to them. */
export function placeOf(remote: string, Guard: ComponentType = Outlet): ComponentType {
  return function RemotePlace() {
    useStylesOf(remote)
    return <Guard />
  }
}
