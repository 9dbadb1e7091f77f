export { answer, answerCalls, refuse } from './answer.ts'
export { renderRoutes } from './render-routes.tsx'
export { userOf } from './user-of.ts'
