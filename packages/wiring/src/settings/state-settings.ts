import * as z from 'zod'
import { count } from './setting-values.ts'

/** Where keys, clients, idempotency and the like are kept; part of the configuration. */
export const stateSettings = {
  CHANCERY_STATE: z
    .enum(['sqlite', 'postgres', 'memory'])
    .default('sqlite')
    .describe(
      'Where keys, idempotency, the e-mail ledger, clients and rates are kept: in files of one machine, in a database that many instances share, or in this process.',
    ),
  CHANCERY_EPHEMERAL: z
    .enum(['refuse', 'allow'])
    .default('refuse')
    .describe(
      'On Cloud Run and Functions: whether a start is refused whose state, documents or mails are kept by one instance, and lost with it.',
    ),
  CHANCERY_DATABASE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\/\S+$/, 'Must be an address: postgres://user:password@host/database.')
    .optional()
    .describe(
      'Address of the Postgres of CHANCERY_STATE=postgres, with its password: a secret. `?sslmode=verify-full` asks for TLS.',
    ),
  CHANCERY_DATABASE_CONNECTIONS: count(1, 1000)
    .default(10)
    .describe('Connections to it at the most, of this instance.'),
  CHANCERY_MIGRATE: z
    .enum(['command', 'start'])
    .default('command')
    .describe('When its tables are made and brought up to date: by `npm run migrate`, or at each start.'),
}
