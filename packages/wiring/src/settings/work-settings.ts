import * as z from 'zod'
import { count, httpAddress } from './setting-values.ts'

/** Calls that are answered before they are done; part of the configuration. */
export const workSettings = {
  CHANCERY_WORK: z
    .enum(['auto', 'off', 'embedded', 'postgres', 'cloud-tasks'])
    .default('auto')
    .describe(
      'Calls that prefer to be answered before they are done (`Prefer: respond-async`): `embedded`, this process does them itself; `postgres`, by pg-boss, in this process or in workers (`work`); `cloud-tasks`, pushed to this service by a queue of Google Cloud Tasks; `off`, none are taken on. `auto`: postgres with CHANCERY_STATE=postgres, else embedded; on Functions off.',
    ),
  CHANCERY_WORKERS: count(0, 100)
    .default(1)
    .describe('Such calls done at once by this process, in children of their own; 0: they are left to workers.'),
  CHANCERY_WORK_QUEUE: z
    .string()
    .regex(/^projects\/[^/]+\/locations\/[^/]+\/queues\/[^/]+$/, 'Must be projects/…/locations/…/queues/….')
    .optional()
    .describe('With `cloud-tasks`: the queue.'),
  CHANCERY_WORK_URL: httpAddress
    .optional()
    .describe('With `cloud-tasks`: where it pushes to: the address of this service, with /work behind it.'),
  CHANCERY_WORK_SERVICE_ACCOUNT: z
    .email()
    .optional()
    .describe('With `cloud-tasks`: the service account whose identity token comes with a push.'),
  CHANCERY_WORK_ENDPOINT: httpAddress.optional().describe('Another address of Cloud Tasks, for tests.'),
  CHANCERY_WORK_CERTS_URL: httpAddress
    .optional()
    .describe('Another address of the certificates that Google signs with, for tests.'),
  CHANCERY_WORK_MS: count(1000, 86_400_000).default(1_800_000).describe('Time for one such call, in ms.'),
  CHANCERY_WORK_KEPT_MS: count(60_000, 2_592_000_000)
    .default(86_400_000)
    .describe('How long such a call and its answer are kept, in ms.'),
  CHANCERY_WORK_MAX_PAGES: count(1, 100_000).default(5000).describe('Pages of a document of such a call.'),
  CHANCERY_WORK_MAX_CELLS: count(1, 10_000_000)
    .default(1_000_000)
    .describe('Cells of the tables of a document of such a call.'),
  CHANCERY_WORK_MAX_RECORDS: count(1, 1_000_000).default(50_000).describe('Records or recipients of such a call.'),
  CHANCERY_WORK_MAX_SAMPLES: count(1, 1000).default(200).describe('Samples of such a call.'),
  CHANCERY_WORK_MAX_ROWS: count(1, 10_000_000).default(1_000_000).describe('Client rows of such a call.'),
}
