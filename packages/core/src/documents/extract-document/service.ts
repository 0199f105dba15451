import { structureViews, usualViews, viewsOf } from '../document-views.ts'
import { figuresIn } from '../figures-view.ts'
import { openDocument } from '../open-document.ts'
import { pageNumbers } from '../page-numbers.ts'
import { readDocument } from '../read-document.ts'
import { answerTooLarge } from '../../answer-too-large.ts'
import { AnswerRoom } from '../answer-room.ts'
import { present } from '../../present.ts'
import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import { extractDocumentContract } from './contract.ts'

/** Opens a document, and reads as much of it as the wanted views need. */
export async function extract(
  input: InputOf<typeof extractDocumentContract>,
  ports: PortsOf<typeof extractDocumentContract>,
  context: Context,
): Promise<AnswerOf<typeof extractDocumentContract>> {
  const pages = pageNumbers(input.pages, '/pages')
  const extractor = ports.extractors.get(input.provider)
  const password = input.password === undefined ? {} : { password: input.password }
  const document = await openDocument(input.document, '/document', extractor.types, ports, context, password)
  const wanted = new Set(input.include ?? usualViews)
  if (input.chunks !== undefined) wanted.add('chunks')
  const model = await readDocument(
    document,
    '/document',
    extractor,
    {
      ...(pages === undefined ? {} : { pages }),
      ocr: input.ocr,
      languages: input.languages,
      revisions: input.revisions,
      words: wanted.has('words'),
      structure: structureViews.some((view) => wanted.has(view)),
      attachments: wanted.has('attachments'),
      figures: wanted.has('figures'),
      searched: false,
      ...password,
    },
    context,
  )
  return {
    data: await viewsOf(
      model,
      wanted,
      present({
        layers: input.layers,
        mergedCells: input.mergedCells,
        tablesOverPages: input.tablesOverPages,
        chunks: input.chunks,
        figuresOf: figuresIn(ports, context),
        room: roomOf(context),
      }),
      context.signal,
    ),
    warnings: [...document.findings, ...model.warnings],
  }
}

function roomOf({ answerBytes = Infinity }: Context): AnswerRoom {
  return new AnswerRoom(answerBytes, () => answerTooLarge(extractDocumentContract, answerBytes, undefined, false))
}
