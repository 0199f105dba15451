import { present } from '../../present.ts'
import type { Finding } from '../../model/finding.ts'
import type { DocumentModel } from '../../model/document-model.ts'
import type { WantedField } from '../../ports/field-identifier.ts'
import { plainReading } from '../../ports/text-extractor.ts'
import { modelOfText } from '../model-of-text.ts'
import { openDocument } from '../open-document.ts'
import { readDocument } from '../read-document.ts'
import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import type { identifyKeyFieldsContract } from './contract.ts'

/** Finds facts in a text, or in a document that is read first. */
export async function identifyFields(
  input: InputOf<typeof identifyKeyFieldsContract>,
  ports: PortsOf<typeof identifyKeyFieldsContract>,
  context: Context,
): Promise<AnswerOf<typeof identifyKeyFieldsContract>> {
  const { signal } = context
  const identifier = ports.identifiers.get(input.provider)
  const warnings: Finding[] = []
  let model: DocumentModel
  if (input.document === undefined) {
    model = modelOfText(input.text ?? '')
  } else {
    const extractor = ports.extractors.get()
    const document = await openDocument(input.document, '/document', extractor.types, ports, context)
    model = await readDocument(document, '/document', extractor, { ...plainReading, searched: true }, context)
    for (const item of document.findings) warnings.push(item)
    for (const item of model.warnings) warnings.push(item)
  }
  const { language } = model
  const { warnings: left, ...found } = await identifier.identify(
    {
      model,
      ...(input.fields === undefined ? {} : { fields: input.fields.map(wanted) }),
      profile: input.profile,
      ...(input.locale === undefined ? {} : { locale: input.locale }),
      ...(language === undefined || language === null ? {} : { language }),
      minConfidence: input.minConfidence,
    },
    { signal },
  )
  for (const item of left) warnings.push(item)
  return {
    data: {
      ...found,
      ...(input.document === undefined ? {} : { text: model.text }),
    },
    warnings,
  }
}

/** A field as it is wanted, and its columns, without what is absent. */
const wanted = ({ fields, ...field }: WantedInput): WantedField => ({
  ...present(field),
  ...(fields === undefined ? {} : { fields: fields.map(present) }),
})
type WantedInput = NonNullable<InputOf<typeof identifyKeyFieldsContract>['fields']>[number]
