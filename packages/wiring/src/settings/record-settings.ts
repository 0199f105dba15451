import * as z from 'zod'
import { count } from './setting-values.ts'

/** What is logged, and what is put on record; part of the configuration. */
export const recordSettings = {
  CHANCERY_LOG: z
    .enum(['debug', 'info', 'warning', 'error', 'off'])
    .default('info')
    .describe('Least level that is logged.'),
  CHANCERY_AUDIT: z
    .enum(['off', 'file', 'postgres'])
    .default('off')
    .describe(
      'Whether it is put on record who did what to which document or client, and where: in files of one process, or in the database that many instances share. What cannot be recorded is refused.',
    ),
  CHANCERY_AUDIT_NAMES: z
    .enum(['digest', 'plain'])
    .default('digest')
    .describe(
      'How the audit log names paths and clients: as digests under the secret of the keys, or as they are. Whoever knows a path finds its entries in both.',
    ),
  CHANCERY_AUDIT_FOLDER: z
    .string()
    .min(1)
    .optional()
    .describe('Folder of the files of CHANCERY_AUDIT=file; absent: `audit` in the data folder.'),
  CHANCERY_AUDIT_FILE_BYTES: count(64 * 1024, 1024 ** 3)
    .default(64 * 1024 ** 2)
    .describe('Bytes of one such file, after which the next one is begun.'),
}
