export { answer, answerCalls, refuse } from './answer.ts'
export { renderRoutes } from './render-routes.tsx'
export { chair, userOf } from './user-of.ts'
