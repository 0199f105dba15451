import type { Sandbox } from './pool/sandbox.ts'

/** So long after the start that it does not slow it, and so soon that the first caller finds a child that is warm. */
const warmUpAfterMs = 500

/** A pool, loaded at its first job or a little after the service has started. @param processes children at once */
export function lazySandbox(processes?: number): Pick<Sandbox, 'run' | 'close'> {
  let made: Promise<Sandbox> | undefined
  const open = (): Promise<Sandbox> =>
    (made ??= import('./document-sandbox.ts').then(({ createDocumentSandbox }) => createDocumentSandbox({}, processes)))
  const timer = setTimeout(() => void open().then((sandbox) => sandbox.prepare()), warmUpAfterMs).unref()
  return {
    run: async (job, payload, options) => (await open()).run(job, payload, options),
    async close() {
      clearTimeout(timer)
      const sandbox = await made
      await sandbox?.close()
    },
  }
}
