import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { IMAGE_LIMITS } from '@awards/shared/domain'
import { fillIn } from '../../deploy/replicas/nginx.ts'
import { ROOT_DIR } from '../src/start/config.ts'
import { SERVER } from '../../tools/run/processes.mjs'
import { ARCHIVE_LIMITS } from '../../platform/src/registry/gates/release-files.ts'

const { HOST, REMOTES } = createRequire(import.meta.url)('../../shared/build/workspace.cjs') as {
  HOST: string
  REMOTES: string[]
}

type Service = {
  image?: string
  build?: { target: string }
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  networks?: string[] | object
  ports?: string[]
  tmpfs?: string[]
  healthcheck?: { test?: string[] }
  privileged?: boolean
  deploy?: { replicas: string }
  environment?: Record<string, string>
}
const text = (file: string) => readFileSync(join(ROOT_DIR, file), 'utf8')
const compose = text('docker-compose.yml')
const { services, networks } = parse(compose, { merge: true }) as {
  services: Record<string, Service>
  networks: Record<
    string,
    { internal?: boolean; ipam?: { config: { subnet: string; ip_range?: string }[] } } | null
  >
}

test.each(Object.entries(services))(
  'the container %s is read-only and drops all capabilities',
  (name, service) => {
    proves('security 60')
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    expect(service.security_opt).toEqual(['no-new-privileges:true'])
    expect(service.privileged).toBeUndefined()
    // The storage image starts as root and drops to its own account.
    if (name !== 'storage') expect(service.cap_add).toBeUndefined()
    if (!service.build) expect(service.image).toMatch(/:\d+\.\d+/)
    // An image in OCI format loses its HEALTHCHECK.
    expect(service.healthcheck).toBeDefined()
    // An array: some engines split a command at its spaces.
    for (const argument of service.healthcheck?.test?.slice(1) ?? []) {
      if (service.healthcheck?.test?.[0] === 'CMD') expect(argument).not.toContain(' ')
    }
  },
)

test('database and bucket are on an internal network; only the proxy and the demo publish ports', () => {
  expect(networks['inner']?.internal).toBe(true)
  expect(services['database']?.networks).toEqual(['inner'])
  expect(services['storage']?.networks).toEqual(['inner'])
  const open = Object.entries(services).filter(([, { ports }]) => ports)
  expect(open.map(([name]) => name)).toEqual(['proxy', 'simulators'])
  expect(services['simulators']?.ports).toEqual([
    '${PAGES_HOST:-127.0.0.1}:${PAGES_PORT:-8081}:8081',
  ])
  expect(services['site']?.deploy?.replicas).toBe('${REPLICAS:-3}')
})

test('no container can take the address of the proxy, which the site trusts', () => {
  const [range] = networks['edge']?.ipam?.config ?? []
  const proxy = services['proxy']?.networks as { edge: { ipv4_address: string } }
  const address = proxy.edge.ipv4_address
  expect(address).toBe(services['site']?.environment?.['TRUST_PROXY'])
  expect(range).toEqual({ subnet: '172.30.117.0/24', ip_range: '172.30.117.128/25' })
  expect(address).toBe('172.30.117.10')
})

test('no secret has a default', () => {
  for (const name of ['DATABASE_PASSWORD', 'STORAGE_SECRET', 'SECRET', 'CERTIFICATE_KEY']) {
    expect(compose).toContain(`\${${name}:?`)
    expect(compose).not.toContain(`\${${name}:-`)
  }
})

describe('the images', () => {
  const stages = text('deploy/Dockerfile')
    .replaceAll(/^#.*\n/gm, '')
    .split(/^FROM /m)
  const stageOf = (target: string) =>
    stages.find((stage) => stage.startsWith(`\${NODE} AS ${target}\n`)) ?? ''

  test.each(['site', 'simulators'])(
    'the container %s runs as non-root, without page sources and package manager',
    (target) => {
      expect(stageOf(target)).toMatch(/\nUSER node\n/)
      expect(stageOf(target)).toMatch(/rm -rf [^\n]*node_modules[^\n]*npm/)
      expect(stageOf(target)).not.toMatch(/COPY \. /)
    },
  )

  test('the site is the default target and has a health check', () => {
    expect(stages.at(-1)).toBe(stageOf('site'))
    expect(stageOf('site')).toMatch(/\nHEALTHCHECK /)
  })

  test('the site bounds its memory as npm start does', () => {
    for (const flag of SERVER.flags) expect(stageOf('site')).toContain(`"${flag}"`)
    for (const [name, value] of Object.entries(SERVER.env)) {
      expect(stageOf('site')).toMatch(new RegExp(`^ENV .*\\b${name}=${value}\\b`, 'm'))
    }
  })

  test('a change of code installs no package: only manifests are copied before an installation', () => {
    for (const stage of stages.filter((one) => one.includes('pnpm@'))) {
      const [before = ''] = stage.split('RUN npx --yes pnpm@')
      const copied = [...before.matchAll(/^COPY (.*) \S+$/gm)].flatMap(([, files = '']) =>
        files.split(' '),
      )
      expect(copied).toContain('pnpm-lock.yaml')
      for (const file of copied)
        expect(file).toMatch(/(?:\.json|pnpm-\S+\.yaml|prune-packages\.mjs)$/)
    }
    const { packages } = parse(text('pnpm-workspace.yaml')) as { packages: string[] }
    const workspaces = packages.flatMap((glob) =>
      globSync(`${glob}/package.json`, { cwd: ROOT_DIR }).map((file) => dirname(file)),
    )
    const manifests = workspaces.map((folder) => `COPY ${folder}/package.json ${folder}/`)
    expect(
      stageOf('sources')
        .match(/^COPY \S+\/package\.json .*$/gm)
        ?.toSorted(),
    ).toEqual(manifests.toSorted())
  })

  test('every package of the pages is built in a stage of its own, which the site copies', () => {
    for (const name of [HOST, ...REMOTES]) {
      const stage = stages.find((one) => one.startsWith(`sources AS build-${name}\n`)) ?? ''
      expect(stage).toContain(`\nCOPY ${name} ${name}\nRUN node tools/build.mjs ${name}\n`)
      expect(stageOf('site')).toContain(
        `COPY --from=build-${name} --chown=root:root /site/dist dist\n`,
      )
    }
  })

  test('tests, secrets and files of the developers are not sent to the builder', () => {
    const ignored = text('.dockerignore').split('\n')
    expect(ignored).toEqual(
      expect.arrayContaining([
        '.git',
        '.data',
        '**/node_modules',
        '**/*.pem',
        '**/*.key',
        '**/.env*',
      ]),
    )
  })

  test('the site is built without the simulators, which are a target of their own', () => {
    expect(stageOf('packages')).toContain("--prod --filter-prod '@awards/api...'")
    expect(stageOf('packages') + stageOf('site')).not.toContain('simulators')
    expect(services['site']?.build?.target).toBe('site')
    expect(services['simulators']?.build?.target).toBe('simulators')
    expect(services['simulators']?.image).not.toBe(services['site']?.image)
  })
})

describe('the proxy', () => {
  const template = text('deploy/nginx/site.conf.template')
  const locationOf = (path: string) =>
    template.split(`location ${path} {`)[1]?.split('\n  }')[0] ?? ''
  const bytesOf = (block: string) => {
    const [, count, unit] = /client_max_body_size (\d+)([mk])/.exec(block) ?? []
    return Number(count) * (unit === 'm' ? 1 << 20 : 1 << 10)
  }

  test('returns 404 for /metrics and hides its version', () => {
    proves('security 60')
    expect(locationOf('= /metrics')).toContain('return 404')
    expect(template).toContain('server_tokens off')
  })

  test('has body limits just above those of the site', () => {
    proves('security 32')
    const uploads = bytesOf(locationOf('~ ^/files/(upload|resume)/'))
    expect(uploads).toBeGreaterThan(IMAGE_LIMITS.bytes)
    expect(uploads).toBeLessThan(IMAGE_LIMITS.bytes + (2 << 20))
    expect(bytesOf(template)).toBe(1 << 20)
    expect(bytesOf(locationOf('/api/registry/'))).toBeGreaterThan(ARCHIVE_LIMITS.packedBytes)
    expect(locationOf('~ ^/files/(upload|resume)/')).toContain('proxy_request_buffering off')
    expect(locationOf('~ ^/files/(upload|resume)/')).toContain('proxy_pass http://uploads;')
    expect(template).toMatch(/upstream uploads {[^}]*hash \$uri consistent/)
  })

  test('closes the connection of a refused upload piece', () => {
    const [, resume] = locationOf('~ ^/files/(upload|resume)/').split('location ~ ^/files/resume/')
    expect(resume).toContain('lingering_close off;')
    expect(resume).toContain('proxy_pass http://uploads;')
  })

  test('answers its own errors with the status of the site', () => {
    const redirects = [...template.matchAll(/error_page (.*) @(\w+);/g)].map(([, codes, to]) => [
      codes,
      to,
    ])
    for (const [codes, to] of redirects) {
      if (to !== 'too_large') expect([codes, to]).toEqual(['502 504 =', to])
    }
    expect(locationOf('/api/')).toContain('error_page 413 = @too_large;')
    // The tus client reads the HTTP status only.
    expect(locationOf('~ ^/files/(upload|resume)/')).toContain('error_page 413 @too_large;')
  })

  test('sends a request again only if it reached no process, or reads and got 502', () => {
    const [, map = ''] = /map "([^"]*)" \$may_resend \{/.exec(template) ?? []
    expect(map).toBe('$request_method|$upstream_connect_time|$upstream_status')
    const [, rules = ''] = /\$may_resend \{([^}]*)\}/.exec(template) ?? []
    const patterns = [...rules.matchAll(/"~(.*)" yes;/g)].map(([, pattern = '']) => RegExp(pattern))
    const mayResend = (facts: string) => patterns.some((pattern) => pattern.test(facts))
    // No connection to any process: the upstream lost its addresses, or none answered in time.
    expect(mayResend('POST|-|502')).toBe(true)
    expect(mayResend('POST|-, - : -|504, 504 : 502')).toBe(true)
    expect(mayResend('GET|0.001|502')).toBe(true)
    expect(mayResend('GET|0.001, -|502, 502')).toBe(true)
    expect(mayResend('POST|0.000|502')).toBe(false)
    expect(mayResend('POST|0.000, -|502, 502')).toBe(false)
    // A read that took too long is not asked for twice.
    expect(mayResend('GET|0.001|504')).toBe(false)
    for (const name of ['@again', '@again_call']) {
      expect(locationOf(name)).toContain("if ($may_resend = '') {")
    }
  })

  test('asks all processes for a file of the shell, and replaces headers in every location', () => {
    expect(locationOf('~ ^/assets/(?:js|css|media)/')).toContain(
      'proxy_next_upstream error timeout http_404;',
    )
    // A location with a header of its own would inherit none.
    expect(template).not.toMatch(/^ {4,}proxy_set_header/m)
  })

  test('leads to the address of the site, not to a host that a visitor claims', () => {
    const redirect = text('deploy/nginx/redirect.conf.template')
    expect(redirect).toContain('return 308 ${SITE_URL}$request_uri;')
    expect(redirect).not.toMatch(/\$(?:http_)?host/)
  })

  test('retries no unsafe request, and sets the client address and request id itself', () => {
    expect(template).toContain('proxy_next_upstream error timeout;')
    expect(template).not.toContain('non_idempotent')
    expect(template).toContain('X-Forwarded-For $remote_addr;')
    expect(template).not.toContain('$proxy_add_x_forwarded_for')
    expect(template).toContain('X-Request-Id $request_id;')
  })

  test('has no unfilled variable, in the script and in the container', () => {
    const values = { UPSTREAM: 'u', CACHE_DIR: 'c', LISTEN: 'l', ACCESS_LOG: 'a' }
    expect(fillIn(template, values).split('\n').slice(1).join('\n')).not.toMatch(/\$\{/)
    const given = (services['proxy'] as { environment: object }).environment
    // SITE_URL is for the redirect.
    expect(Object.keys(given).toSorted()).toEqual([...Object.keys(values), 'SITE_URL'].toSorted())
  })
})
