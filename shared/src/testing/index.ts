export { answer, answerCalls, refuse } from './answer.ts'
export { renderRoutes } from './render-routes.tsx'
