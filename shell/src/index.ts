import './releases/trust/trusted-types.ts'
import './releases/trust/disable-zod-jit.ts'
import { inPortions } from './start/run-in-tasks.ts'

// All of it is in this file; what the application stands on is evaluated before it, from the bottom up.
void inPortions([
  () => import(/* webpackMode: "eager" */ 'react-dom/client'),
  () => import(/* webpackMode: "eager" */ '@awards/shared/kernel/toolkit-query'),
  () => import(/* webpackMode: "eager" */ 'react-router-dom'),
  () => import(/* webpackMode: "eager" */ '@awards/shared/client'),
  () => import(/* webpackMode: "eager" */ '@awards/shared/i18n'),
  () => import(/* webpackMode: "eager" */ '@awards/shared/session'),
  () => import(/* webpackMode: "eager" */ '@awards/shared/ui'),
  () => import(/* webpackMode: "eager" */ './bootstrap.tsx'),
])
