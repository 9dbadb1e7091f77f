import type { ComponentType } from 'react'
import { loadDesign, useDesign } from './load-design.ts'

type Page = { readonly Component: ComponentType }

/** A page of the shell that is made of antd: `lazy: () => designed(import('./some.page.tsx'))`. */
export async function designed(loading: Promise<Page>): Promise<Page> {
  const [{ Component: Plain }] = await Promise.all([loading, loadDesign()])
  return { Component: () => <Designed Page={Plain} /> }
}

function Designed({ Page }: { Page: ComponentType }) {
  const design = useDesign()
  return design ? (
    <design.DesignSystem>
      <Page />
    </design.DesignSystem>
  ) : null
}
