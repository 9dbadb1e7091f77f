import path from 'node:path'
import { passSignals, ROOT, runTool, SERVER } from './processes.mjs'

/** Builds what has changed, then runs the server until Ctrl-C. Takes no options: the environment configures it. */
export async function start(args) {
  if (args.length > 0) {
    console.error(
      `"npm start" takes no options, not "${args.join(' ')}". Set environment variables, as PORT=8081; ` +
        'docs/operate/install-and-configure.md lists them.',
    )
    return 2
  }
  passSignals()
  const built = await runTool('tools/build.mjs')
  if (built !== 0) {
    console.error('The site could not be built; the messages above say why.')
    return built
  }
  // The channel lets the server notice that this process is gone, however it went.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  return runTool('api/src/main.ts', [], { ...SERVER, stdio })
}

/** The whole site under development on one port, until Ctrl-C. */
export function dev(args) {
  passSignals()
  return runTool('tools/dev/dev.ts', args, {
    // V8's compiled code of every process below is reused by the next start.
    env: { NODE_COMPILE_CACHE: path.join(ROOT, '.cache/node') },
    // The channel lets it notice that this process is gone, however it went.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
}

const FLAGS = ['--force', '--mono']

/** Builds what has changed; with `--mono` the same sources as one bundle, for the benchmark of the federation. */
export function build(args) {
  const unknown = args.find((one) => one.startsWith('-') && !FLAGS.includes(one))
  if (unknown) {
    console.error(`There is no option ${unknown}. Give packages, ${FLAGS.join(' or ')}.`)
    return 2
  }
  passSignals()
  const isMono = args.includes('--mono')
  const others = args.filter((one) => one !== '--mono')
  return runTool(isMono ? 'tools/build-mono.mjs' : 'tools/build.mjs', others)
}

/** Commands of the remotes; each may be started in the folder of a remote too. */
export function mfe(args) {
  passSignals()
  const INIT_CWD = process.env.INIT_CWD ?? process.cwd()
  return runTool('tools/mfe/mfe.ts', args, { env: { INIT_CWD } })
}
