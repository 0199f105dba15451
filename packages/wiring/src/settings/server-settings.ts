import * as z from 'zod'
import { count, publicAddress } from './setting-values.ts'

/** Where the service listens, where it keeps things, and what it is called; part of the configuration. */
export const serverSettings = {
  CHANCERY_HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on.'),
  CHANCERY_PORT: count(0, 65_535).default(8080).describe('Port to listen on; 0 takes a free one.'),
  CHANCERY_HEALTH_PORT: count(0, 65_535)
    .optional()
    .describe(
      'Port on which a thread of its own answers /healthz and /readyz, however busy the service is; absent: none. Both are on the port of the service, too.',
    ),
  CHANCERY_METRICS_PORT: count(0, 65_535)
    .optional()
    .describe(
      'Port on which /metrics is answered in Prometheus’ text format, without a key: for the network of the operator alone. Absent: none.',
    ),
  CHANCERY_DATA: z.string().min(1).default('.data').describe('Folder for documents, outbox, clients and keys.'),
  CHANCERY_BASE_URL: publicAddress.optional().describe('Public address, for the OpenAPI document.'),
  CHANCERY_ENVIRONMENT: z
    .string()
    .regex(/^[a-z0-9]{1,16}$/, 'Lower-case letters and digits.')
    .default('dev')
    .describe('Name of this deployment; part of its API keys.'),
}
