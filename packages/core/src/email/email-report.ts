import * as z from 'zod'
import { findingFields, severity } from '../model/finding.ts'

const group = z.enum([
  'syntax',
  'foreign',
  'variables',
  'structure',
  'css',
  'clients',
  'accessibility',
  'images',
  'links',
  'deliverability',
  'size',
  'security',
])

const support = z.enum(['partial', 'none'])

/** One remark on an e-mail template. */
export const emailFinding = z.lazy(() =>
  z
    .object({
      ...findingFields(),
      group: group.describe('What it is about; `foreign` are tags of other systems.'),
      locale: z.string().optional().describe('The locale that it is in, where it is not the template itself.'),
      feature: z
        .string()
        .optional()
        .describe('The part of HTML or CSS that mail programs differ in, by its name at caniemail.com.'),
      clients: z
        .array(z.object({ client: z.string(), name: z.string(), support }))
        .optional()
        .describe('The mail programs that show it in part or not at all, of those asked for.'),
      url: z.string().optional().describe('More about it.'),
    })
    .meta({
      id: 'EmailFinding',
      description: 'One remark on an e-mail template: what, how grave, where, and what to do.',
    }),
)

/** What the validation of an e-mail template answers beside findings, tags, schema and sample data. */
export const emailReport = () => ({
  findings: z
    .array(emailFinding)
    .describe(
      'In the order subject, text, html, and of their lines. At most 50 of one code, feature and severity, and 1,000 in all, errors before others; the last of those says how many more there are.',
    ),
  summary: z
    .array(z.object({ code: z.string(), group, severity, count: z.int() }))
    .describe('How many there are of each code, also beyond those that are listed.'),
  variables: z
    .array(
      z.object({
        path: z.string().describe('Dotted; items of lists by the name of the list.'),
        fields: z.array(z.string()).describe('Where it is written: subject, text, html.'),
        occurrences: z.int(),
        required: z.boolean().describe('Whether the template cannot be filled without it.'),
        type: z.string().optional(),
      }),
    )
    .describe('Every value that the template reads.'),
  matrix: z
    .array(
      z.object({
        client: z.string(),
        name: z.string(),
        partial: z.array(z.string()).describe('Features that it supports in part.'),
        none: z.array(z.string()).describe('Features that it does not support.'),
      }),
    )
    .describe('What the template uses and each mail program lacks, by the data of caniemail.com.'),
  clientDataDate: z.string().describe('The date of these data.'),
  sizes: z
    .object({
      subject: z.int().optional().describe('Characters of the filled subject.'),
      html: z.int().describe('Bytes of the filled html.'),
      text: z.int(),
      longestHtml: z.int().optional().describe('Bytes of the html with lists as long as they may get.'),
    })
    .describe('With the data given, or else with sample data; of the template itself where it cannot be filled.'),
})

/** Inputs of the validation beside the template, data and schema. */
export const emailChecks = () => ({
  profile: z
    .enum(['strict', 'default', 'lenient'])
    .default('default')
    .describe(
      'strict: warnings count as errors, and partial support of mail programs is told; lenient: what is merely worth knowing (info) is left out.',
    ),
  severities: z
    .record(z.string().max(64), z.enum(['error', 'warning', 'info', 'off']))
    .optional()
    .describe(
      'Severities of single codes; they go before the profile. What makes a template impossible to fill stays an error.',
    ),
  clients: z
    .array(z.string().max(64))
    .min(1)
    .max(100)
    .optional()
    .describe('Mail programs that matter: `gmail`, `outlook.windows`. Absent: Gmail, Outlook, Apple Mail and Yahoo.'),
  longestList: z
    .int()
    .min(1)
    .max(1000)
    .optional()
    .describe(
      'Items that a list may get, for the size of the e-mail; `maxItems` of the schema goes before it. Absent: 50.',
    ),
})
