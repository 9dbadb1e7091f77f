import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { stringify, parse, parseAllDocuments } from 'yaml'
import { allowed, isLocked, rightsInWords, type Inspected } from './hardening.ts'
import type { Note, Settings, Topology } from './topology.ts'

export const ROOT = resolve(import.meta.dirname, '../..')
export const FOLDER = join(ROOT, 'deploy/kubernetes/base')

type Variable = { name: string; value?: string; valueFrom?: object }
type Container = {
  name: string
  image: string
  env?: Variable[]
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
  securityContext?: object
  resources?: { limits?: { memory?: string }; requests?: object }
  volumeMounts?: { name: string; mountPath: string }[]
}
type Volume = { name: string; configMap?: { name: string }; secret?: { secretName: string } }
type Pod = {
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

const run = promisify(execFile)
const READY_LIMIT_MS = 180_000
const DATABASE = 'pods'
const IMAGES: Record<string, string> = {
  'design-awards': 'localhost/design-awards:latest',
  'nginxinc/nginx-unprivileged': 'docker.io/nginxinc/nginx-unprivileged:1.28.0-alpine',
}
/** A cluster's own: podman has one machine, gives it the ports, and asks probes with a curl that the images do not have. */
const OF_CLUSTERS = [
  'topologySpreadConstraints',
  'ports',
  'startupProbe',
  'readinessProbe',
  'livenessProbe',
  'lifecycle',
]

type Maps = Record<string, Record<string, string>>

/** Why `podman kube play` cannot be used with the engine that answers `docker`; undefined where it can. */
export async function missingPodman(): Promise<string | undefined> {
  const url = process.env['DOCKER_HOST']
  if (!url) return 'DOCKER_HOST does not name the socket of a podman service'
  const asked = run('podman', ['--url', url, 'version'])
  return asked.then(() => undefined).catch(() => 'no podman reaches the engine at DOCKER_HOST')
}

/**
 * Runs the pods of deploy/kubernetes/base with `podman kube play`, in the networks of the compose file and with its
 * database and bucket: the migration, then a process of the site, then the proxy. What podman 4 cannot do is changed in
 * `podOf`; user, capabilities, root file system, volumes and limits stay as they are written.
 */
export async function playPods(site: Topology, settings: Settings, note: Note) {
  const podman = async (...args: string[]) =>
    (await run('podman', ['--url', process.env['DOCKER_HOST'] ?? '', ...args])).stdout.trim()
  const network = (name: string) => `${settings.env['COMPOSE_PROJECT_NAME']}_${name}`
  const [database = ''] = await site.idsOf('database')
  const create = `create database ${DATABASE}`
  await site.docker('exec', database, 'psql', '--username', 'awards', '--command', create)
  const edge = await site.docker('network', 'inspect', network('edge'))
  const [{ Gateway = '' } = {}] = JSON.parse(edge)[0].IPAM.Config as { Gateway?: string }[]
  const maps = mapsOf(settings)

  /** Starts a pod; resolves with the name of its container. */
  const play = async (name: string, networks: string[], changes?: (pod: Pod) => void) => {
    const spec = podOf(name)
    changes?.(spec)
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: `pod-${name}` }, spec }
    const file = join(settings.folder, `${name}.yaml`)
    writeFileSync(file, [...configMaps(maps), pod].map((one) => stringify(one)).join('---\n'))
    await podman('kube', 'play', ...networks.map((one) => `--network=${network(one)}`), file)
    return `pod-${name}-${name}`
  }
  const untilItAnswers = async (container: string, ...command: string[]) => {
    const start = performance.now()
    for (const limit = start + READY_LIMIT_MS; performance.now() < limit; await delay(500)) {
      const asked = podman('exec', container, ...command)
      const answered = await asked.then(() => true).catch(() => false)
      if (answered) return `${((performance.now() - start) / 1_000).toFixed(0)} s`
    }
    throw new Error(`${container} is not ready: ${await podman('logs', '--tail', '5', container)}`)
  }

  try {
    const migration = await play('migration', ['inner'], (pod) => (pod.restartPolicy = 'Never'))
    const code = await podman('wait', migration)
    note('pod migration', `exit code ${code}`, code === '0')

    const healthcheck = ['node', 'deploy/healthcheck.mjs', 'http://127.0.0.1:8080/readyz']
    const one = await play('site', ['inner', 'edge'])
    note('pod site', `ready after ${await untilItAnswers(one, ...healthcheck)}`, true)

    const proxy = await play('proxy', ['edge'], (pod) => askDnsAt(pod, Gateway))
    const wget = ['wget', '-q', '--no-check-certificate', '-O', '/dev/null']
    const through = await untilItAnswers(proxy, ...wget, 'https://127.0.0.1:8443/readyz')
    note('pod proxy', `the site answers through it after ${through}`, true)

    for (const container of [one, proxy]) {
      const [facts] = JSON.parse(await podman('inspect', container)) as Inspected[]
      if (!facts) throw new Error(`podman does not know the container ${container}`)
      const rights = allowed(facts, await podman('exec', container, 'cat', '/proc/1/status'))
      note(`container ${container}`, rightsInWords(rights), isLocked(rights))
    }
  } finally {
    for (const name of ['migration', 'site', 'proxy']) {
      await podman('pod', 'rm', '--force', `pod-${name}`).catch(() => undefined)
    }
  }
}

/** The Pod of a workload, changed where podman would refuse or ignore it: a ConfigMap takes the place of each Secret. */
function podOf(name: string): Pod {
  const found = readBase().resources.find(
    ({ kind, metadata }) => metadata.name === name && ['Deployment', 'Job'].includes(kind),
  )
  const ofCluster = (key: string, value: unknown) => (OF_CLUSTERS.includes(key) ? undefined : value)
  const pod = JSON.parse(JSON.stringify(found?.spec.template?.spec, ofCluster)) as Pod
  for (const container of pod.containers) {
    container.image = IMAGES[container.image] ?? container.image
    for (const source of container.envFrom ?? []) {
      if (source.secretRef) source.configMapRef = { name: `secret-${source.secretRef.name}` }
      delete source.secretRef
    }
  }
  for (const volume of pod.volumes ?? []) {
    if (volume.secret) volume.configMap = { name: `secret-${volume.secret.secretName}` }
    delete volume.secret
  }
  return pod
}

/** The cluster's DNS and the name that the site has in it become podman's. */
function askDnsAt(pod: Pod, address: string) {
  const env = pod.containers[0]?.env ?? []
  const upstream = env.find(({ name }) => name === 'UPSTREAM')
  if (!upstream?.value) throw new Error('The proxy of deploy/kubernetes/base has no UPSTREAM.')
  upstream.value = upstream.value
    .replace(/resolver \S+/, `resolver ${address}`)
    .replace(/server \S+/, 'server pod-site:8080')
  const namespace = env.findIndex(({ name }) => name === 'NAMESPACE')
  if (namespace >= 0) env.splice(namespace, 1)
}

/** What Kustomize generates from the base, with the settings of this run as an overlay gives them. */
function mapsOf({ env }: Settings): Maps {
  const { base } = readBase()
  const literals = base.configMapGenerator.find(({ name }) => name === 'site')?.literals ?? []
  const configuration = Object.fromEntries(literals.map((line) => line.split(/=(.*)/, 2)))
  const file = (path: string) => readFileSync(path, 'utf8')
  const template = (name: string) => [name, file(join(ROOT, 'deploy/nginx', name))]
  const { CERTIFICATES = '', DATABASE_PASSWORD, STORAGE_SECRET } = env
  return {
    site: { ...configuration, SITE_URL: env['SITE_URL'] ?? '' },
    'secret-site': {
      DATABASE_URL: `postgres://awards:${DATABASE_PASSWORD}@database:5432/${DATABASE}`,
      STORAGE_URL: `s3://site:${STORAGE_SECRET}@storage:8333/awards?tls=off`,
      SECRET: env['SECRET'] ?? '',
      CERTIFICATE_KEY: env['CERTIFICATE_KEY'] ?? '',
      SMTP_URL: 'smtp://simulators:1025',
    },
    'proxy-templates': Object.fromEntries(
      ['site.conf.template', 'redirect.conf.template'].map(template),
    ),
    'secret-site-tls': {
      'tls.crt': file(join(CERTIFICATES, 'site.crt')),
      'tls.key': file(join(CERTIFICATES, 'site.key')),
    },
  }
}

const configMaps = (maps: Maps) =>
  Object.entries(maps).map(([name, data]) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name },
    data,
  }))
