import type { Finding, InduceRequest } from '@chancery/core'
import type { firstDifference } from './first-difference.ts'
import { wantedNames } from './identifier-names.ts'
import { constantValues, likelySlips, mixedSamples, partsSeenOnce } from './sample-findings.ts'
import type { TemplateGroup, Variable } from './template.ts'

/** Where a sample and the template that was filled with its data first differ. */
export type Difference = NonNullable<ReturnType<typeof firstDifference>>

/** A template that was made and tried. */
interface Outcome {
  readonly root: TemplateGroup
  readonly variables: readonly Variable[]
  readonly conditions: number
  readonly samples: readonly { readonly exact: boolean }[]
  /** By sample: of those that are not exact and were filled at all. */
  readonly differences: ReadonlyMap<number, Difference>
}

interface Made {
  readonly fields: InduceRequest['fields']
  /** Of the samples. */
  readonly texts: readonly string[]
  /** Whether the samples were not compared to the end. */
  readonly isCut: boolean
}

const notAllCompared: Finding = {
  code: 'not_all_compared',
  severity: 'warning',
  message:
    'The samples differ in more places than are compared in one call, so some stretches are one value that could be text and fields.',
  hint: 'Give fewer or shorter samples, or such as were written from the same template.',
}
const samplesIdentical: Finding = {
  code: 'samples_identical',
  severity: 'warning',
  message: 'The samples say the same, so no field could be found.',
  hint: 'Give samples that differ where a field is to be.',
}
const nothingFound: Finding = {
  code: 'nothing_found',
  severity: 'warning',
  message: 'No field was found; the template is the sample as it is.',
  hint: 'Name fields with examples, or give a second sample.',
}

/** What is to be told of a template and of its samples, whatever their format. */
export function inductionFindings(made: Outcome, { fields, texts, isCut }: Made): readonly Finding[] {
  return [
    ...(isCut ? [notAllCompared] : []),
    ...(hasFields(made) ? [] : [areAlike(texts) ? samplesIdentical : nothingFound]),
    ...fieldsNotFound(made, fields),
    ...samplesNotExact(made),
    ...mixedSamples(texts),
    ...likelySlips(made.variables, texts.length),
    ...partsSeenOnce(made.root.children),
    ...(texts.length > 1 ? constantValues(made.root.children) : []),
  ]
}

const hasFields = ({ variables, conditions, root }: Outcome): boolean =>
  variables.length > 0 || conditions > 0 || root.children.some(({ kind }) => kind === 'loop')

const areAlike = (texts: readonly string[]): boolean => texts.length > 1 && texts.every((text) => text === texts[0])

function fieldsNotFound({ variables }: Outcome, fields: InduceRequest['fields']): readonly Finding[] {
  const written = wantedNames(fields)
  return fields.flatMap(({ name }, index): readonly Finding[] => {
    const usable = written.get(name)
    if (variables.some((variable) => variable.given === name || variable.name === usable)) return []
    return [
      {
        code: 'field_not_found',
        severity: 'warning',
        message: `No place was found for the field "${name}".`,
        hint: 'Give the values that it has in the samples as `examples`.',
        location: { pointer: `/fields/${index}` },
      },
    ]
  })
}

const samplesNotExact = ({ samples, differences }: Outcome): readonly Finding[] =>
  samples.flatMap(({ exact }, number) => (exact ? [] : [sampleNotExact(number, differences.get(number))]))

function sampleNotExact(number: number, difference: Difference | undefined): Finding {
  const where =
    difference === undefined ? '' : `; the first difference is ${difference.kind} in paragraph ${difference.paragraph}`
  return {
    code: 'sample_not_exact',
    severity: 'warning',
    message: `Filled with its own data, the template does not give sample ${number + 1} again exactly${where}.`,
    hint:
      difference === undefined
        ? 'Compare the filled template with this sample.'
        : `The sample has "${difference.wanted}" there, and the filled template "${difference.got}".`,
    location: {
      pointer: `/samples/${number}`,
      ...(difference === undefined ? {} : { paragraph: difference.paragraph, text: difference.wanted }),
    },
  }
}
