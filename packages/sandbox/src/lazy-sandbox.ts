import type { Sandbox, SandboxLoad, SandboxWatch } from './pool/sandbox.ts'

/** So long after the start that it does not slow it, and so soon that the first caller finds a child that is warm. */
const warmUpAfterMs = 500

const nothing: SandboxLoad = { busy: 0, idle: 0, starting: 0, waiting: 0 }

/**
 * A pool, loaded at its first job or a little after the service has started.
 * @param processes children at once
 * @param watch who is told what jobs and children do
 */
export function lazySandbox(
  processes?: number,
  watch?: SandboxWatch,
): Pick<Sandbox, 'run' | 'check' | 'load' | 'close'> {
  let made: Promise<Sandbox> | undefined
  let loaded: Sandbox | undefined
  const open = (): Promise<Sandbox> =>
    (made ??= import('./document-sandbox.ts').then(
      ({ createDocumentSandbox }) => (loaded = createDocumentSandbox({}, processes, watch)),
    ))
  const timer = setTimeout(() => void open().then((sandbox) => sandbox.prepare()), warmUpAfterMs).unref()
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
