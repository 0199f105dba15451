import { cancellation } from '@chancery/core'

/** The outcome of work that cannot itself be cancelled, unless the signal comes first: the work then goes on unseen. */
export async function untilCancelled<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const cancel = (): void => {
    reject(cancellation(signal))
  }
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
