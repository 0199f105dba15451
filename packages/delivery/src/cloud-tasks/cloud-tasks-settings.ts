import type { Clock } from '@chancery/core'

export interface CloudTasksSettings {
  /** `projects/…/locations/…/queues/…`. */
  readonly queue: string
  /** Where calls are pushed to: of this service, with its path. */
  readonly url: string
  /** The account whose identity token comes with a push: it may call the service. */
  readonly serviceAccount: string
  /** What that token is made for; default: the `url`. */
  readonly audience?: string
  /** How long a push may take until it is given up and made again, in seconds: 15 to 1,800; default 1,800. */
  readonly pushSeconds?: number
  /** Whether a token that came with a push is one of that account, for that audience. @throws `provider_unavailable` where it is not known */
  verify(token: string): Promise<boolean>
  /** Whether a call waits or is being done: its push comes again until that is over. */
  isOpen(id: string): Promise<boolean>
  readonly clock: Clock
  /** Options of `GoogleAuth` of google-auth-library; absent: the credentials of the environment. */
  readonly auth?: object
  /** Absent: Google's. */
  readonly apiEndpoint?: string
  /** Of one call of the service, in ms; default 5,000. */
  readonly callMs?: number
  /** How often an announcement is tried; default 4. */
  readonly attempts?: number
  /** Before the second try, in ms; doubled for each that follows; default 250. */
  readonly backoffMs?: number
}
