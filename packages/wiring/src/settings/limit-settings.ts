import * as z from 'zod'
import { count } from './setting-values.ts'

/** How much calls may take; part of the configuration. */
export const limitSettings = {
  CHANCERY_SAFETY: z
    .enum(['processes', 'inline'])
    .default('processes')
    .describe('Where documents are taken apart: in confined child processes, or in this process.'),
  CHANCERY_MAX_BODY_BYTES: count(1024, 1024 ** 3)
    .default(32 * 1024 * 1024)
    .describe('Bytes of a request body.'),
  CHANCERY_MAX_UPLOAD_BYTES: count(1024, 1024 ** 4)
    .default(1024 ** 3)
    .describe('Bytes of a document that is sent in parts.'),
  CHANCERY_MAX_ANSWER_BYTES: count(1024, 1024 ** 3)
    .default(64 * 1024 * 1024)
    .describe('Bytes of an answer.'),
  CHANCERY_MAX_PAGES: count(1, 100_000).default(500).describe('Pages of a document.'),
  CHANCERY_MAX_CELLS: count(1, 1_000_000).default(200_000).describe('Cells of the tables of a document that is read.'),
  CHANCERY_MAX_RECORDS: count(1, 100_000).default(1000).describe('Records or recipients of a call.'),
  CHANCERY_MAX_SAMPLES: count(1, 1000).default(50).describe('Samples of a call.'),
  CHANCERY_DEADLINE_MS: count(100, 3_600_000).default(30_000).describe('Time for one operation, in ms.'),
  CHANCERY_CONNECTIONS: count(1, 1_000_000)
    .optional()
    .describe(
      'Connections at once; above it, the one is closed that was idle for the longest. Absent: three quarters of the file descriptors that the process may have, at the most 10,000.',
    ),
  CHANCERY_CONNECTIONS_PER_ADDRESS: count(1, 1_000_000)
    .optional()
    .describe(
      'Connections at once from one network address; absent: half of all. Behind a proxy all have its address.',
    ),
  CHANCERY_CONCURRENCY: count(1, 10_000)
    .default(4)
    .describe('Calls at once for each key: of those that take documents apart, and of all others.'),
  CHANCERY_SLOTS: count(1, 1000)
    .optional()
    .describe(
      'Calls that take documents apart at once, and children for them; absent: one for each core (2 to 8), and one more.',
    ),
  CHANCERY_QUEUE: count(0, 100_000).optional().describe('Such calls that wait for a slot; absent: four for each slot.'),
  CHANCERY_QUEUE_MS: count(0, 3_600_000)
    .optional()
    .describe('How long such a call waits for a slot, in ms; absent: a third of the deadline.'),
  CHANCERY_MEMORY_BYTES: count(1024 ** 2, 1024 ** 4)
    .optional()
    .describe('Memory that all calls may reserve; absent: a quarter of what the machine or container has.'),
  CHANCERY_RATE_PER_MINUTE: count(1, 1_000_000).default(600).describe('Calls a minute for each key.'),
}
