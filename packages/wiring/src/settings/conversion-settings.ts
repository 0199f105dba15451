import * as z from 'zod'
import { count, httpAddress, list } from './setting-values.ts'

/** What turns documents into PDF; part of the configuration. */
export const conversionSettings = {
  CHANCERY_CONVERTERS: list(['auto', 'libreoffice', 'gotenberg', 'off'])
    .default(['auto'])
    .describe(
      'What turns documents into PDF; the first is the default. auto: Gotenberg where its address is set, else LibreOffice where it is installed.',
    ),
  CHANCERY_LIBREOFFICE: z
    .string()
    .min(1)
    .optional()
    .describe('Path of the soffice program; absent: it is looked for on PATH.'),
  CHANCERY_LIBREOFFICE_PROCESSES: count(1, 64)
    .default(1)
    .describe('LibreOffice processes at once; each takes some 200 MB.'),
  CHANCERY_GOTENBERG_URL: httpAddress
    .optional()
    .describe('Address of a Gotenberg; name and password in it are sent as basic authentication.'),
  CHANCERY_CONVERSION_MS: count(1000, 3_600_000).default(60_000).describe('Time for one conversion, in ms.'),
  CHANCERY_CONVERSION_WORK_MS: count(500, 3_600_000)
    .default(2000)
    .describe(
      'Time on a processor that LibreOffice may take for one conversion whose caller waits, in ms: some 200 pages. In the background the size of the document alone bounds it.',
    ),
}
