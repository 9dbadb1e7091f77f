import React from 'react'
import { ReactReduxContext } from 'react-redux'
import { UNSAFE_DataRouterContext } from 'react-router-dom'
import { callApi } from '@awards/shared/client'
import { registerRuntime } from '@awards/shared/browser/runtimes'
import '@awards/shared/theme/fonts.css'
import '@awards/shared/theme/tokens.css'
import '@awards/shared/theme/reset.css'
import { startSite } from './app/start-site.tsx'

registerRuntime('shell', {
  React,
  router: UNSAFE_DataRouterContext,
  store: ReactReduxContext,
  client: callApi,
})

const root = document.getElementById('root')
if (root) void startSite(root)
