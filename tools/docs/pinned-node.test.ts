import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')
const text = (path: string) => readFileSync(resolve(ROOT, path), 'utf8')
const pinned = (JSON.parse(text('package.json')) as { devDependencies: { node: string } })
  .devDependencies.node

test('.nvmrc names the Node that package.json pins', () => {
  expect(text('.nvmrc').trim()).toBe(pinned)
})

test('the image is built on the Node that package.json pins', () => {
  expect(text('deploy/Dockerfile')).toContain(`ARG NODE=node:${pinned}-slim`)
})

test('packages are installed for the Node that package.json pins', () => {
  expect(text('pnpm-workspace.yaml')).toContain(`nodeVersion: ${pinned}\n`)
})
