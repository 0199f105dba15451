import { openProblems } from '../source-problems.ts'
import * as z from 'zod'
import { fieldProfiles, fieldTypes } from '../../ports/field-identifier.ts'
import { crossFieldCheck, crossField } from '../../model/cross-field.ts'
import { documentSource } from '../../model/document-source.ts'
import { jsonValue } from '../../shapes/json-data.ts'
import { localeTag } from '../../shapes/locale.ts'
import { span } from '../../model/span.ts'
import { keyValue } from '../extracted-document.ts'
import { defineContract } from '../../contract.ts'

const foundValue = () => ({
  value: jsonValue.describe(
    'Normalized by type: ISO dates, `{amount, currency}` with a decimal string, E.164 phones, records by the names of their columns.',
  ),
  raw: z.string().describe('As written: `text.slice(span.start, span.end)`.'),
  confidence: z.number().describe('0 to 1.'),
  span,
})

const maxTextLength = 5_000_000

/** Names the answer's fields by; also looked at where other fields have faults. */
function distinctNames({ value, issues }: z.core.ParsePayload<object>): void {
  const seen = new Set<unknown>()
  for (const [index, field] of (Array.isArray(value) ? (value as unknown[]) : []).entries()) {
    const name = (field as { readonly name?: unknown } | null)?.name
    if (typeof name === 'string' && seen.has(name)) {
      const params = { code: 'name_twice' }
      issues.push({ code: 'custom', input: name, path: [index, 'name'], message: 'Names must differ.', params })
    }
    seen.add(name)
  }
}

/**
 * Reads a document by the default extractor; `provider` names the identifier. Without a locale, what the text shows, then what the document says of itself.
 */
export const identifyKeyFieldsContract = defineContract({
  name: 'identify-key-fields',
  area: 'documents',
  summary: 'Finds facts in a text or document.',
  description:
    'Values are normalized and typed, and each is grounded in a span of the text, whatever the provider: nothing is returned that the text does not say.',
  effect: false,
  cost: 'documents',
  takesDocuments: true,
  producesDocuments: false,
  input: z.lazy(() =>
    z
      .strictObject({
        text: z.string().max(maxTextLength).optional(),
        document: documentSource.optional(),
        fields: z
          .array(
            z.strictObject({
              name: z.string().min(1).max(128),
              type: z.enum(fieldTypes).optional(),
              description: z.string().max(1024).optional(),
              labels: z.array(z.string().min(1).max(128)).max(32).optional().describe('Words that stand before it.'),
              pattern: z
                .string()
                .min(1)
                .max(512)
                .optional()
                .describe('A regular expression that the raw value matches whole.'),
              required: z.boolean().optional(),
              many: z.boolean().optional().describe('All occurrences.'),
              fields: z
                .array(
                  z.strictObject({
                    name: z.string().min(1).max(128),
                    type: z.enum(fieldTypes).exclude(['record']).optional(),
                    description: z.string().max(1024).optional(),
                    labels: z.array(z.string().min(1).max(128)).max(32).optional(),
                  }),
                )
                .min(1)
                .max(32)
                .check(crossFieldCheck(distinctNames))
                .optional()
                .describe('Of type `record`: the columns of its rows. Absent: those of line items.'),
            }),
          )
          .min(1)
          .max(200)
          .check(crossFieldCheck(distinctNames))
          .optional()
          .describe('What to look for; absent: what the profile expects.'),
        profile: z.enum(fieldProfiles).default('auto'),
        provider: z.string().max(64).optional(),
        locale: localeTag.optional().describe('BCP 47; decides "03/04/2026" where the text does not.'),
        minConfidence: z.number().min(0).max(1).default(0.3),
      })
      .refine((input) => (input.text === undefined) !== (input.document === undefined), {
        ...crossField,
        message: 'Give either text or document.',
        params: { code: 'one_source' },
      }),
  ),
  output: z.lazy(() =>
    z.object({
      fields: z.array(
        z.object({
          name: z.string(),
          type: z.enum(fieldTypes),
          ...foundValue(),
          method: z.string().describe('How it was found: label, pattern, type, position, …'),
          alternatives: z.array(z.object(foundValue())),
        }),
      ),
      keyValues: z.array(keyValue),
      entities: z.array(z.object({ type: z.enum(fieldTypes), ...foundValue() })),
      missing: z.array(z.string()).describe('Wanted and not found.'),
      profile: z.string(),
      text: z.string().optional().describe('What the spans point into; absent where the request brought the text.'),
    }),
  ),
  needs: ['stores', 'guard', 'remoteDocuments', 'settings', 'extractors', 'identifiers'],
  problems: [...openProblems],
  examples: [
    {
      title: 'Facts of an invoice',
      input: {
        text: 'Invoice no. RE-2026-0042\nDate: 3 March 2026\nTotal: EUR 1,234.50\nIBAN: DE89 3704 0044 0532 0130 00',
        fields: [
          { name: 'invoiceNumber', required: true },
          { name: 'total', type: 'money' },
        ],
      },
    },
  ],
})
