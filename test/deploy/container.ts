import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const repository = join(import.meta.dirname, '../..')
const execute = promisify(execFile)

/** What the image says of how it is run (the Docker form). */
export interface ImageConfiguration {
  readonly User: string
  readonly Env: readonly string[]
  readonly Entrypoint: readonly string[]
  readonly Cmd: readonly string[]
  readonly WorkingDir: string
  readonly StopSignal: string
  readonly Volumes: Readonly<Record<string, object>>
  readonly ExposedPorts: Readonly<Record<string, object>>
  readonly Healthcheck?: { readonly Test: readonly string[] }
}

/** A container that runs. */
export interface RunningContainer {
  /** Of its first process, as this machine sees it. */
  readonly pid: number
  /** What it says, from its start on. @throws where it ends before it has said that */
  says(words: string): Promise<void>
  printed(): string
  /** With its exit code. */
  readonly ended: Promise<number | null>
  /** Runs a program in it. */
  exec(args: readonly string[]): Promise<{ readonly code: number; readonly out: string }>
  /** Sends it a signal. @returns how it ended */
  end(signal: string): Promise<number | null>
}

const has = (program: string): boolean => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0

/** Why nothing can be built and run here; `undefined` where it can. */
export function whyNoContainers(): string | undefined {
  const missing = ['buildah', 'runc'].filter((program) => !has(program))
  if (missing.length > 0) return `no ${missing.join(' and no ')} on this machine`
  if (process.getuid?.() !== 0) return 'this is not root'
  const { status } = spawnSync('unshare', ['--mount', '--pid', '--fork', 'true'], { stdio: 'ignore' })
  return status === 0 ? undefined : 'namespaces are not allowed here'
}

/** Builds the image of `deploy/Containerfile` upon a base of Node and its libraries alone: no registry is asked. */
export function buildImage() {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-container-'))
  const storage = ['--storage-driver', 'vfs', '--root', join(folder, 'storage'), '--runroot', join(folder, 'run')]
  const buildah = (...args: readonly string[]): string =>
    execFileSync('buildah', [...storage, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  const build = (...args: readonly string[]): string =>
    buildah('build', '--isolation', 'chroot', '--format', 'docker', '--quiet', '--pull-never', ...args)

  const base = join(folder, 'base')
  layOutNode(join(base, 'root'))
  writeFileSync(join(base, 'Containerfile'), 'FROM scratch\nCOPY root /\n')
  build('--tag', 'node', base)
  const file = join(repository, 'deploy/Containerfile')
  build('--build-arg', 'NODE_IMAGE=localhost/node', '--file', file, '--tag', 'chancery', repository)
  const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', 'localhost/chancery')) as {
    readonly Docker: { readonly config: ImageConfiguration }
  }
  const working = buildah('from', '--pull-never', 'localhost/chancery')
  const root = buildah('mount', working)
  let made = 0
  return {
    configuration: Docker.config,
    /** The files of the image. */
    root,
    /** A volume, with the owner that `/data` has in the image. */
    volume(): string {
      const volume = mkdtempSync(join(folder, 'volume-'))
      chownSync(volume, 65_532, 65_532)
      return volume
    },
    run: (volume: string, environment: Readonly<Record<string, string>>, args: readonly string[] = Docker.config.Cmd) =>
      runContainer(
        { folder, name: `chancery-${process.pid}-${made++}`, root, volume, environment, args },
        Docker.config,
      ),
    remove(): void {
      buildah('umount', working)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Node, what it is linked with, and nothing else; as `/usr/local/bin/node`. */
function layOutNode(root: string): void {
  const node = realpathSync(process.execPath)
  const libraries = execFileSync('ldd', [node], { encoding: 'utf8' }).match(/\/\S+(?= \(0x)/g) ?? []
  for (const [from, to] of [[node, '/usr/local/bin/node'], ...libraries.map((file) => [file, file])] as const) {
    mkdirSync(join(root, dirname(to)), { recursive: true })
    copyFileSync(realpathSync(from), join(root, dirname(to), basename(to)))
  }
  mkdirSync(join(root, 'tmp'), { mode: 0o1777 })
}

interface Run {
  readonly folder: string
  readonly name: string
  readonly root: string
  readonly volume: string
  readonly environment: Readonly<Record<string, string>>
  readonly args: readonly string[]
}

/** As `docker run --read-only --cap-drop ALL --security-opt no-new-privileges --tmpfs /tmp --network host` would. */
async function runContainer(
  { folder, name, root, volume, environment, args }: Run,
  image: ImageConfiguration,
): Promise<RunningContainer> {
  const bundle = join(folder, name)
  mkdirSync(bundle)
  const [uid = 0, gid = 0] = image.User.split(':').map(Number)
  const none: readonly string[] = []
  writeFileSync(
    join(bundle, 'config.json'),
    JSON.stringify({
      ociVersion: '1.0.2',
      process: {
        terminal: false,
        user: { uid, gid },
        args: [...image.Entrypoint, ...args],
        env: [...image.Env, ...Object.entries(environment).map((entry) => entry.join('='))],
        cwd: image.WorkingDir,
        capabilities: { bounding: none, effective: none, inheritable: none, permitted: none, ambient: none },
        noNewPrivileges: true,
      },
      root: { path: root, readonly: true },
      hostname: 'chancery',
      mounts: [
        { destination: '/proc', type: 'proc', source: 'proc' },
        { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'strictatime', 'mode=755'] },
        { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'nodev', 'mode=1777'] },
        ...Object.keys(image.Volumes).map((destination) => ({
          destination,
          type: 'bind',
          source: volume,
          options: ['rbind', 'rw'],
        })),
      ],
      linux: { namespaces: ['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })) },
    }),
  )
  const state = ['--root', join(folder, 'runc')]
  const pidFile = join(bundle, 'pid')
  const child = spawn('runc', [...state, 'run', '--bundle', bundle, '--pid-file', pidFile, name], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const pid = await pidOf(child, state, name)
  return {
    pid,
    async says(words) {
      while (!text.includes(words)) {
        if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${text}`)
        await Promise.race([once(child.stdout, 'data'), ended])
      }
    },
    printed: () => text,
    ended,
    exec: (command) =>
      execute('runc', [...state, 'exec', name, ...command]).then(
        ({ stdout, stderr }) => ({ code: 0, out: stdout + stderr }),
        ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
          code,
          out: stdout + stderr,
        }),
      ),
    async end(signal) {
      if (child.exitCode === null) spawnSync('runc', [...state, 'kill', name, signal], { stdio: 'ignore' })
      return ended
    },
  }
}

/** The first process, as soon as the container runs; 0 where it has ended before. */
async function pidOf(child: ChildProcess, state: readonly string[], name: string): Promise<number> {
  while (child.exitCode === null) {
    const { stdout } = await execute('runc', [...state, 'state', name]).catch(() => ({ stdout: '{}' }))
    const { pid = 0, status } = JSON.parse(stdout) as { readonly pid?: number; readonly status?: string }
    if (status === 'running') return pid
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return 0
}
