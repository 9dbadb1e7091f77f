import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'

export const ROOT = resolve(import.meta.dirname, '../..')
export const FOLDER = join(ROOT, 'deploy/kubernetes/base')

type Variable = { name: string; value?: string; valueFrom?: object }
export type Container = {
  name: string
  image: string
  env?: Variable[]
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
  securityContext?: object
  resources?: { limits?: { memory?: string }; requests?: object }
  volumeMounts?: { name: string; mountPath: string }[]
}
type Volume = { name: string; configMap?: { name: string }; secret?: { secretName: string } }
export type Pod = {
  automountServiceAccountToken?: boolean
  restartPolicy?: string
  securityContext?: object
  containers: Container[]
  volumes?: Volume[]
}
export type Resource = {
  apiVersion: string
  kind: string
  metadata: { name: string }
  spec: {
    template?: { metadata: { labels: Record<string, string> }; spec: Pod }
    selector?: { matchLabels?: Record<string, string> }
  }
}
export type Kustomization = {
  resources: string[]
  configMapGenerator: { name: string; literals?: string[]; files?: string[] }[]
}

const yaml = (file: string) => readFileSync(join(FOLDER, file), 'utf8')

/** The Kustomize base as it is written: its own file, the files it names, and every resource in them. */
export function readBase() {
  const base = parse(yaml('kustomization.yaml')) as Kustomization
  const files = base.resources.filter((file) => file.endsWith('.yaml'))
  const resources = files.flatMap((file) =>
    parseAllDocuments(yaml(file)).map((document) => document.toJS() as Resource),
  )
  return { base, files, resources }
}
