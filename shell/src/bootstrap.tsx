import * as React from 'react'
import { createRoot } from 'react-dom/client'
import { ReactReduxContext } from 'react-redux'
import { RouterProvider, UNSAFE_DataRouterContext } from 'react-router-dom'
import * as client from '@awards/shared/client'
import { registerRuntime } from '@awards/shared/kernel/identity'
import { createSiteRouter, remoteNode } from './federation/remote-routes.ts'
import { siteMounts } from './federation/site-mounts.ts'
import { registerFederationTexts } from './federation/texts.ts'

registerRuntime('shell', {
  React,
  router: UNSAFE_DataRouterContext,
  store: ReactReduxContext,
  client: client.callApi,
})
void registerFederationTexts()

const mounts = siteMounts(() => undefined)
const router = createSiteRouter([{ id: 'root', children: mounts.map(remoteNode) }], mounts)

const root = document.getElementById('root')
if (root) createRoot(root).render(<RouterProvider router={router} />)
