import { ChanceryError, type EmailContent, type Finding } from '@chancery/core'
import { readsOutside } from '@chancery/tags'
import { htmlPathsOf } from './html-paths.ts'
import { fieldContexts } from './html-contexts.ts'
import type { ValueContext } from './value-context.ts'
import { mjmlOrigin } from './mjml-places.ts'
import { type Node, parseTemplate, type ParsedField } from './parse-template.ts'
import { fieldsOf, findingAt, type PartField } from './source-field.ts'

/** Longest field of a template, in UTF-16 units. */
const maxLength = 2_000_000

export interface CheckedTemplate {
  readonly fields: readonly ParsedField<PartField>[]
  /** Of all fields, in their order. */
  readonly nodes: readonly Node[]
  /** `readsOutside` of them, found when it is first asked for: few fills do. */
  readonly outside: () => ReadonlySet<string>
  /** Of every value, by field, in their order. */
  readonly contexts: readonly ReadonlyMap<Node, ValueContext>[]
  /** What makes the template impossible to fill: all faults of tags, and values where none may stand. */
  readonly faults: readonly Finding[]
  /** What stops a fill unless missing values may be blank. */
  readonly unknownPartials: readonly Finding[]
  /** What is told of values in three braces. */
  readonly notes: readonly Finding[]
}

/**
 * Parses the fields of a template and finds the context of every value.
 * @param schema of its data: says which texts are html
 * @throws `payload_too_large`
 */
export function checkTemplate(template: EmailContent, schema = template.schema): CheckedTemplate {
  const { mjml, html: made } = template
  const sources = fieldsOf(template, mjml === undefined || made === undefined ? undefined : mjmlOrigin(mjml, made))
  for (const { name, source } of sources) {
    if (source.length > maxLength) {
      throw new ChanceryError('payload_too_large', 'A field of the template is too long.', {
        details: { field: name, limit: maxLength, actual: source.length },
      })
    }
  }
  const contexts: ReadonlyMap<Node, ValueContext>[] = []
  const faults: Finding[] = []
  const unknownPartials: Finding[] = []
  const notes: Finding[] = []
  const html = htmlPathsOf(schema)
  const fields = sources.map((source) => {
    const parsed = parseTemplate(source, template.partials)
    for (const item of parsed.unknownPartials) unknownPartials.push(item)
    const inHtml = fieldContexts(parsed, html)
    contexts.push(inHtml.contexts)
    for (const item of parsed.faults) faults.push(item)
    for (const item of inHtml.faults) faults.push(item)
    for (const item of inHtml.notes) notes.push(item)
    const lineBreak = source.name === 'subject' ? source.source.trimEnd().search(/[\r\n]/) : -1
    if (lineBreak !== -1) {
      const hint = 'Write the subject on one line.'
      faults.push(
        findingAt(
          source,
          [lineBreak, lineBreak + 1],
          'error',
          'line_break_in_subject',
          'The subject has a line break.',
          hint,
        ),
      )
    }
    return parsed
  })
  const nodes = fields.flatMap((field) => field.nodes)
  let known: ReadonlySet<string> | undefined
  const outside = (): ReadonlySet<string> => (known ??= readsOutside(nodes))
  return { fields, nodes, outside, contexts, faults, unknownPartials, notes: onceOfHtml(notes) }
}

/** That there is html is told once, that something is not so for each. */
const onceOfHtml = (notes: readonly Finding[]): readonly Finding[] => {
  const first = notes.find(({ code }) => code === 'html_value')
  return notes.filter((note) => note.code !== 'html_value' || note === first)
}
