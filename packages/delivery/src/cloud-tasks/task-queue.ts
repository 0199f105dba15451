import { setTimeout as wait } from 'node:timers/promises'
import { cancellation, type ChanceryError, optionalPackage, throwIfCancelled, untilAborted } from '@chancery/core'
import type { GoogleAuth } from 'google-auth-library'
import { cloudTasksError, cloudTasksStatus, foreignAnswer, tookTooLong } from './cloud-tasks-error.ts'
import type { CloudTasksSettings } from './cloud-tasks-settings.ts'

const scope = 'https://www.googleapis.com/auth/cloud-platform'
const usualEndpoint = 'https://cloudtasks.googleapis.com'
const usualPushSeconds = 1800
/** Longer than that is for the caller to wait, in ms. */
const longestWaitMs = 5000

/**
 * Adds a task to the queue, tried again where the service is away: a task has a name, so that it is made once.
 * @returns `taken`: somebody else has made a task of that name before
 */
export type AddTask = (name: string, call: string, signal: AbortSignal) => Promise<'added' | 'taken'>

/** One POST to Google's REST interface a task, by its library for credentials. */
export function createTaskQueue(settings: CloudTasksSettings): AddTask {
  const { queue, url, serviceAccount, audience = url, pushSeconds = usualPushSeconds } = settings
  const { apiEndpoint = usualEndpoint, callMs = 5000, attempts = 4, backoffMs = 250 } = settings
  let auth: Promise<GoogleAuth> | undefined

  async function load(): Promise<GoogleAuth> {
    const loaded = await optionalPackage(
      'google-auth-library',
      'To announce calls by Cloud Tasks',
      () => import('google-auth-library'),
    )
    // A CommonJS package: in a bundle, `default` is all that an import gives.
    return new loaded.default.GoogleAuth({ scopes: [scope], ...settings.auth })
  }

  const taskOf = (name: string, call: string): object => ({
    name: `${queue}/tasks/${name}`,
    dispatchDeadline: `${pushSeconds}s`,
    httpRequest: {
      url,
      httpMethod: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ id: call })).toString('base64'),
      oidcToken: { serviceAccountEmail: serviceAccount, audience },
    },
  })

  async function post(name: string, call: string, signal: AbortSignal): Promise<void> {
    const { data } = await (
      await (auth ??= load())
    ).request<{ readonly name?: unknown } | undefined>({
      url: `${apiEndpoint}/v2/${queue}/tasks`,
      method: 'POST',
      responseType: 'json',
      data: { task: taskOf(name, call) },
      signal,
      // Its own is node-fetch, which ends the process where the signal was aborted before it begins: while a token was fetched.
      fetchImplementation: fetch,
      // Whether to call again is decided here.
      retry: false,
    })
    if (data?.name !== `${queue}/tasks/${name}`) throw foreignAnswer()
  }

  return async (name, call, signal) => {
    for (let attempt = 1; ; attempt++) {
      throwIfCancelled(signal)
      const late = AbortSignal.timeout(callMs)
      const either = AbortSignal.any([signal, late])
      try {
        await untilAborted(post(name, call, either), either)
        return 'added'
      } catch (thrown) {
        if (signal.aborted) throw cancellation(signal)
        // After a try whose answer was lost, it is most likely our own.
        if (cloudTasksStatus(thrown) === '409') return attempt === 1 ? 'taken' : 'added'
        const error = late.aborted ? tookTooLong() : cloudTasksError(thrown)
        if (attempt >= attempts || !error.retryable) throw error
        await untilAborted(wait(pauseBefore(error, attempt, backoffMs)), signal)
      }
    }
  }
}

const pauseBefore = ({ retryAfterMs }: ChanceryError, attempt: number, backoffMs: number): number =>
  Math.min(retryAfterMs ?? backoffMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2), longestWaitMs)
