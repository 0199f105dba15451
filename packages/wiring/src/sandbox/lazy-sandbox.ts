import type { Sandbox, SandboxLimits } from '@chancery/safety/sandbox'

/** So long after the start that it does not slow it, and so soon that the first caller finds a child that is warm. */
const warmUpAfterMs = 500

interface LazySandboxOptions {
  /** Whether a first child is started a little after the service, ahead of the first job. */
  readonly prepare: boolean
  readonly limits?: Partial<SandboxLimits>
}

/** A pool, loaded and started at its first job. */
export function lazySandbox({ prepare, limits }: LazySandboxOptions): Pick<Sandbox, 'run' | 'close'> {
  let made: Promise<Sandbox> | undefined
  const open = (): Promise<Sandbox> =>
    (made ??= import('./document-sandbox.ts').then(({ createDocumentSandbox }) => createDocumentSandbox(limits)))
  const timer = prepare
    ? setTimeout(() => void open().then((sandbox) => sandbox.prepare()), warmUpAfterMs).unref()
    : undefined
  return {
    run: async (job, payload, options) => (await open()).run(job, payload, options),
    async close() {
      clearTimeout(timer)
      const sandbox = await made
      await sandbox?.close()
    },
  }
}
