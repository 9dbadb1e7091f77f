import provided from 'provided-modules'

export { ready, render, type PageRequest, type RenderedPage } from './render.tsx'
/** The shared modules, by the names under which remotes ask for them. */
export { provided }
