import * as z from 'zod'
import { finding, location } from '../model/finding.ts'

/** Any JSON. */
export const jsonValue = z.lazy(() => z.json().meta({ id: 'Json', description: 'Any JSON value.' }))

/** Data for a template. */
export const jsonData = z.lazy(() => z.record(z.string(), jsonValue))

/** A JSON Schema of draft 2020-12, as data. */
export const jsonSchema = z.lazy(() =>
  z.record(z.string(), jsonValue).meta({ description: 'JSON Schema, draft 2020-12.' }),
)

/** A tag, loop or condition. */
export const tagNode = z.lazy(() => {
  const node = z
    .object({
      kind: z.enum(['value', 'loop', 'condition', 'inverted', 'image', 'rich', 'raw']),
      path: z.string().describe('Data path, dotted, relative to the enclosing loop.'),
      tag: z.string().describe('As written.'),
      formatters: z.array(z.string()),
      occurrences: z.int(),
      get children() {
        return z.array(node)
      },
    })
    .meta({ id: 'TagNode' })
  return node
})

/** What every template validation answers. */
export const templateReport = () => ({
  valid: z.boolean().describe('No finding is an error.'),
  findings: z.array(finding),
  tags: z.array(tagNode).describe('What the template asks for, as a tree.'),
  schema: z.record(z.string(), z.unknown()).describe('JSON Schema 2020-12 of the data that the template wants.'),
  sampleData: jsonData.describe('Data that fills the template without a fault.'),
})

/** How much there is of what in a Word template. */
export const templateStatistics = z.lazy(() =>
  z
    .object({
      parts: z.int(),
      paragraphs: z.int(),
      tables: z.int(),
      characters: z.int(),
      tags: z.int(),
      values: z.int(),
      loops: z.int(),
      conditions: z.int(),
      depth: z.int().describe('Sections in sections.'),
      paths: z.int().describe('Distinct data paths.'),
      formatters: z.record(z.string(), z.int()).describe('Uses by name.'),
    })
    .meta({ id: 'TemplateStatistics' }),
)

/** How much of the data went where; paths are dotted. */
export const fillReport = () => ({
  filled: z.array(z.string()).describe('Data paths that were filled in.'),
  missing: z.array(z.string()).describe('Paths that the template asks for and the data lacks.'),
  unused: z.array(z.string()).describe('Paths of the data that no tag reads.'),
})

/** What every template made from samples answers beside the template itself. */
export const inductionReport = () => ({
  schema: z.record(z.string(), z.unknown()).describe('JSON Schema 2020-12 of the data that the template wants.'),
  fields: z.array(
    z.object({
      name: z.string().describe('Data path, dotted.'),
      type: z.string(),
      occurrences: z.int(),
      confidence: z.number().describe('0 to 1.'),
      values: z.array(z.string()).describe('As written in each sample that has it.'),
    }),
  ),
  samples: z.array(
    z.object({
      data: jsonData,
      exact: z
        .boolean()
        .describe(
          'Filled back in, this data gave the text of the sample and where its links lead exactly. It was checked. Pictures, formatting and properties of the file are not compared; what differs in them is a finding.',
        ),
    }),
  ),
  findings: z.array(finding),
})

/** One item of many that failed, while the others went on. */
export const itemProblem = z.lazy(() =>
  z
    .object({
      code: z.string(),
      message: z.string(),
      errors: z.array(
        z.object({
          pointer: z.string(),
          code: z.string(),
          message: z.string(),
          hint: z.string().optional(),
          location: location.optional(),
        }),
      ),
    })
    .meta({ id: 'ItemProblem' }),
)
