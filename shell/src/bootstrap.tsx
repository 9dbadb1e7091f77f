import * as React from 'react'
import { ConfigProvider } from 'antd'
import { createRoot } from 'react-dom/client'
import { ReactReduxContext } from 'react-redux'
import { RouterProvider, UNSAFE_DataRouterContext } from 'react-router-dom'
import { callApi } from '@awards/shared/client'
import { startI18n } from '@awards/shared/i18n'
import { registerRuntime } from '@awards/shared/kernel/identity'
import { createSiteRouter, remoteNode } from './federation/remote-routes.ts'
import { siteMounts } from './federation/site-mounts.ts'
import { styleNonce } from './federation/style-nonce.ts'
import { registerFederationTexts } from './federation/texts.ts'

registerRuntime('shell', {
  React,
  router: UNSAFE_DataRouterContext,
  store: ReactReduxContext,
  client: callApi,
})

async function start(element: HTMLElement) {
  await startI18n()
  await registerFederationTexts()
  const mounts = siteMounts(() => undefined)
  const router = createSiteRouter([{ id: 'root', children: mounts.map(remoteNode) }], mounts)
  createRoot(element).render(
    <ConfigProvider csp={{ nonce: styleNonce() }}>
      <RouterProvider router={router} />
    </ConfigProvider>,
  )
}

const root = document.getElementById('root')
if (root) void start(root)
