import type { CallDelivery, Receiving } from '@chancery/core'
import type { CloudTasksSettings } from './cloud-tasks-settings.ts'
import { taskName, taskNameAgain } from './task-names.ts'
import { createTaskQueue } from './task-queue.ts'

/**
 * What became of a push. `done`: it need not come again. `again`: its call is still to be done, or being done elsewhere.
 * `full`: all slots are taken, or nobody receives. `refused`: it is not from the queue.
 */
export type PushOutcome = 'done' | 'again' | 'full' | 'refused'

export interface CloudTasksDelivery extends CallDelivery {
  /** Whether a token is one that the queue sends with its pushes. @throws `provider_unavailable` where it is not known */
  verifyPush(token: string): Promise<boolean>
  /**
   * Takes a push that came in over HTTP: has calls done, the pushed one or those whose turn is before it.
   * @param push.token of its header `Authorization: Bearer …`
   * @param push.id of its body `{"id": "…"}`
   * @throws `provider_unavailable` where it is not known whose push it is
   */
  push(push: { readonly token: string; readonly id: string }): Promise<PushOutcome>
}

/** How long one push goes on to other calls than its own, in ms. */
const turnMs = 20_000

/**
 * Delivery by pushes of Google Cloud Tasks. `receive` asks for nothing: whatever is pushed to this instance is handed to
 * `push`, and a push whose call is not over is made again by the queue, later and later.
 */
export function createCloudTasksDelivery(settings: CloudTasksSettings): CloudTasksDelivery {
  const { clock, isOpen } = settings
  const add = createTaskQueue(settings)
  let receiver: Receiver | undefined
  const verifyPush = (token: string): Promise<boolean> => settings.verify(token)
  return {
    id: 'cloud-tasks',
    async announce(id, { signal }) {
      if ((await add(taskName(id), id, signal)) === 'added') return
      // Told before. If that task has ended its name is no use, and if not, telling twice does no harm.
      await add(taskNameAgain(id, clock.now()), id, signal)
    },
    async receive(work, { slots }): Promise<Receiving> {
      const own = new Receiver(work, slots)
      receiver = own
      return {
        async close() {
          if (receiver === own) receiver = undefined
          await own.close()
        },
      }
    },
    verifyPush,
    async push({ token, id }) {
      if (!(await verifyPush(token))) return 'refused'
      return (await receiver?.take(() => isOpen(id))) ?? 'full'
    },
  }
}

/** What pushes are handed to while somebody receives. */
class Receiver {
  private readonly work: () => Promise<boolean>
  private readonly slots: number
  private readonly busy = new Set<Promise<PushOutcome>>()
  private isClosed = false

  constructor(work: () => Promise<boolean>, slots: number) {
    this.work = work
    this.slots = slots
  }

  take(isOpen: () => Promise<boolean>): Promise<PushOutcome> {
    if (this.isClosed || this.busy.size >= this.slots) return Promise.resolve('full')
    const run = this.workOn(isOpen).finally(() => this.busy.delete(run))
    this.busy.add(run)
    return run
  }

  async close(): Promise<void> {
    this.isClosed = true
    await Promise.allSettled(this.busy)
  }

  private async workOn(isOpen: () => Promise<boolean>): Promise<PushOutcome> {
    const until = performance.now() + turnMs
    try {
      while ((await isOpen()) && !this.isClosed) {
        // Those of others may come first, or somebody who is gone holds it for a while.
        if (!(await this.work()) || performance.now() >= until) break
      }
      return (await isOpen()) ? 'again' : 'done'
    } catch {
      // Whoever does the work has logged it.
      return 'again'
    }
  }
}
