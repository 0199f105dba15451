import type { SandboxLimits } from './pool/limits.ts'
import type { Sandbox, SandboxLoad, SandboxWatch } from './pool/sandbox.ts'

/** So long after the start that it does not slow it, and so soon that the first caller finds a child that is warm. */
const warmUpAfterMs = 500

interface LazySandboxSettings {
  /** Children at once. */
  readonly processes?: number
  /** Other than the usual ones. */
  readonly limits?: Partial<SandboxLimits>
  /** Whether the first child is started a little after the service, before the first job. */
  readonly isAhead?: boolean
  /** Who is told what jobs and children do. */
  readonly watch?: SandboxWatch
}

const nothing: SandboxLoad = { busy: 0, idle: 0, starting: 0, waiting: 0 }

/** A pool, loaded at its first job or a little after the service has started. */
export function lazySandbox({ processes, limits = {}, isAhead = true, watch }: LazySandboxSettings = {}): Pick<
  Sandbox,
  'run' | 'check' | 'load' | 'close'
> {
  let made: Promise<Sandbox> | undefined
  let loaded: Sandbox | undefined
  const open = (): Promise<Sandbox> =>
    (made ??= import('./document-sandbox.ts').then(
      ({ createDocumentSandbox }) => (loaded = createDocumentSandbox(limits, processes, watch)),
    ))
  const timer = isAhead
    ? setTimeout(() => void open().then((sandbox) => sandbox.prepare()), warmUpAfterMs).unref()
    : undefined
  return {
    run: async (job, payload, options) => (await open()).run(job, payload, options),
    check: async (options) => (await open()).check(options),
    load: () => loaded?.load() ?? nothing,
    async close() {
      clearTimeout(timer)
      const sandbox = await made
      await sandbox?.close()
    },
  }
}
