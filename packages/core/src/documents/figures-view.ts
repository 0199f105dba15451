import * as z from 'zod'
import type { Context } from '../context.ts'
import type { Ports } from '../ports/index.ts'
import { producedDocument } from '../shapes/document-target.ts'
import { nextTurn } from '../turns.ts'
import { Content } from '../model/content.ts'
import { deliverDocument } from './deliver-document.ts'
import type { DocumentModel } from '../model/document-model.ts'
import { pictureEnding, pictureTypeOf } from './picture-type.ts'

export const figure = z.lazy(() =>
  z
    .object({
      images: z.array(z.int()).describe('Indices into `images`: a picture may be shown more than once.'),
      document: producedDocument,
    })
    .meta({ id: 'Figure', description: 'The bytes of a picture, as the document holds them.' }),
)

export type FiguresOf = (model: DocumentModel) => Promise<z.output<typeof figure>[]>

/** Hands over the pictures whose bytes the model has, each once. */
export const figuresIn =
  (ports: Pick<Ports, 'stores' | 'hasher' | 'clock'>, context: Context): FiguresOf =>
  async ({ images }) => {
    const places = new Map<Uint8Array, number[]>()
    for (const [index, { content }] of images.entries()) {
      if (content === undefined) continue
      const known = places.get(content)
      if (known === undefined) places.set(content, [index])
      else known.push(index)
    }
    const figures: z.output<typeof figure>[] = []
    for (const [bytes, of] of places) {
      await nextTurn(context.signal)
      const [first = 0] = of
      const contentType = pictureTypeOf(bytes) ?? images[first]?.contentType ?? 'image/*'
      const made = {
        filename: `figure-${first + 1}.${pictureEnding(contentType)}`,
        contentType: contentType === 'image/*' ? 'application/octet-stream' : contentType,
        content: new Content([bytes]),
      }
      const document = await deliverDocument(made, undefined, false, ports, context)
      figures.push({ images: of, document })
    }
    return figures
  }
