import './releases/trust/trusted-types.ts'
import { runInTasks } from './start/run-in-tasks.ts'

// Disables zod's JIT before zod loads with the first page that validates something: it probes `new Function`,
// which the content security policy forbids and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// Evaluates the modules of this one file bottom-up, each in a task of its own.
void runInTasks([
  () => import(/* webpackMode: "eager" */ 'react-dom/client'),
  () => import(/* webpackMode: "eager" */ '@awards/shared/provided/toolkit-query'),
  () => import(/* webpackMode: "eager" */ 'react-router-dom'),
  () => import(/* webpackMode: "eager" */ '@awards/shared/client'),
  () => import(/* webpackMode: "eager" */ '@awards/shared/i18n'),
  () => import(/* webpackMode: "eager" */ '@awards/shared/session'),
  () => import(/* webpackMode: "eager" */ '@awards/shared/ui'),
  () => import(/* webpackMode: "eager" */ './bootstrap.tsx'),
])
