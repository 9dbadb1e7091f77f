import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { parse } from 'yaml'
import { FOLDER, readBase, ROOT, type Kustomization, type Resource } from './pods.ts'

const { base, files, resources } = readBase()
const workloads = resources.flatMap(({ kind, metadata, spec }) =>
  spec?.template ? [[`${kind} ${metadata.name}`, spec.template.spec] as const] : [],
)

/** TypeScript module of a resource's type; `batch/v1` and `Job` give `kubernetes-models/batch/v1/Job`. */
const typeOf = ({ apiVersion, kind }: Resource) =>
  `import('kubernetes-models/${apiVersion}/${kind}').I${kind}`

test('every resource has the fields that Kubernetes knows, and those that it needs', () => {
  // As literals: the compiler refuses unknown fields in them, and names the one that was meant.
  const lines = resources.map(
    (one, at) => `export const r${at}: ${typeOf(one)} = ${JSON.stringify(one)}`,
  )
  expect(problemsOf(lines.join('\n'))).toEqual([])
  const typo = JSON.stringify(resources[1]).replace('"containers"', '"container"')
  expect(problemsOf(`export const r: ${typeOf(resources[1] as Resource)} = ${typo}`)).not.toEqual(
    [],
  )
})

function problemsOf(source: string): string[] {
  const file = join(import.meta.dirname, 'resources-of-the-base.ts')
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  }
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists } = host
  host.readFile = (name) => (name === file ? source : readFile(name))
  host.fileExists = (name) => name === file || fileExists(name)
  const original = host.getSourceFile
  host.getSourceFile = (name, language, ...more) =>
    name === file ? ts.createSourceFile(name, source, language) : original(name, language, ...more)
  const program = ts.createProgram([file], options, host)
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

test('every file of the folder is part of the base', () => {
  const there = readdirSync(FOLDER).filter((file) => file.endsWith('.yaml'))
  expect([...files, 'kustomization.yaml'].sort()).toEqual(there.sort())
})

test.each(workloads)('%s is allowed in a namespace with restricted pods', (_name, pod) => {
  expect(pod.automountServiceAccountToken).toBe(false)
  expect(pod.securityContext).toMatchObject({
    runAsNonRoot: true,
    seccompProfile: { type: 'RuntimeDefault' },
  })
  for (const { securityContext, resources: given } of pod.containers) {
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(given?.limits?.memory).toMatch(/^\d+[MG]i$/)
    expect(given?.requests).toBeDefined()
  }
})

test.each(workloads)('%s mounts and reads only what is there', (_name, pod) => {
  const volumes = pod.volumes?.map(({ name }) => name) ?? []
  for (const { volumeMounts = [], envFrom = [] } of pod.containers) {
    expect(volumes).toEqual(expect.arrayContaining(volumeMounts.map(({ name }) => name)))
    for (const { configMapRef } of envFrom) {
      if (!configMapRef) continue
      expect(base.configMapGenerator.map(({ name }) => name)).toContain(configMapRef.name)
    }
  }
})

test('what is selected has the labels that it is selected by', () => {
  const labels = resources.map(({ spec }) => spec?.template?.metadata.labels ?? {})
  for (const { kind, metadata, spec } of resources) {
    const wanted = spec?.selector?.matchLabels
    if (!wanted) continue
    const found = labels.some((one) =>
      Object.entries(wanted).every(([name, value]) => one[name] === value),
    )
    expect([kind, metadata.name, found]).toEqual([kind, metadata.name, true])
  }
})

test('the proxy gets the templates, and the site what its configuration needs', () => {
  const nginx = parse(
    readFileSync(join(ROOT, 'deploy/nginx/kustomization.yaml'), 'utf8'),
  ) as Kustomization
  expect(nginx.configMapGenerator).toEqual([
    { name: 'proxy-templates', files: ['site.conf.template', 'redirect.conf.template'] },
  ])
  const names = base.configMapGenerator[0]?.literals?.map((line) => line.split('=')[0])
  expect(names).toEqual(expect.arrayContaining(['MODE', 'SITE_URL', 'TRUST_PROXY']))
})

test('the overlay lies beside its base, as Kustomize refuses a base that contains the overlay', () => {
  const example = join(FOLDER, '../example')
  const overlay = parse(readFileSync(join(example, 'kustomization.yaml'), 'utf8')) as Kustomization
  expect(overlay.resources.map((one) => resolve(example, one))).toEqual([FOLDER])
  expect(example.startsWith(`${FOLDER}/`)).toBe(false)
})
