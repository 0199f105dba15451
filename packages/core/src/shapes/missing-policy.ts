import * as z from 'zod'
import type { FillRequest } from '../ports/document-templates.ts'

/** Of e-mails, which have no yellow marker. */
export const missingPolicy = z.lazy(() =>
  z.enum(['error', 'blank', 'keep']).describe('Where the data has no value: refuse, leave blank, or keep the tag.'),
)

const ofDocuments = z.lazy(() => z.enum(['error', 'blank', 'keep', 'highlight']))

/** Of documents: for all tags, or path by path. */
export const documentMissingPolicy = z.lazy(() =>
  z
    .union([
      ofDocuments,
      z.strictObject({
        default: ofDocuments.default('error'),
        paths: z.record(z.string().min(1).max(512), ofDocuments).describe('By data path, as tags write it.'),
      }),
    ])
    .describe(
      'Where the data has no value: refuse, leave blank, keep the tag, or write its path marked in yellow. A tag may say it for itself: `{name | missing:"blank"}`.',
    ),
)

/** The policy as a fill takes it. */
export const missingOf = (
  policy: z.output<typeof documentMissingPolicy>,
): Pick<FillRequest, 'missing' | 'missingPaths'> =>
  typeof policy === 'string' ? { missing: policy } : { missing: policy.default, missingPaths: policy.paths }
