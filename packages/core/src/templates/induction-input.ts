import * as z from 'zod'
import type { Context } from '../context.ts'
import { modelOfText } from '../documents/model-of-text.ts'
import type { InduceRequest } from '../ports/document-templates.ts'
import type { Ports } from '../ports/index.ts'
import { present } from '../present.ts'
import { localeOptions } from '../shapes/locale.ts'

/** What making a template from samples takes besides the samples. */
export const inductionInput = () => ({
  fields: z
    .array(
      z.strictObject({
        name: z
          .string()
          .regex(/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/, 'Must be a data path, such as "client.name".')
          .max(128),
        examples: z
          .array(z.string().min(1).max(1000))
          .max(200)
          .optional()
          .describe('Values that it has in the samples.'),
      }),
    )
    .max(500)
    .default([])
    .describe('Fields that are known, with their names.'),
  options: z
    .strictObject({
      locale: localeOptions().locale,
      identify: z.boolean().default(true).describe('Name and type fields by what the identifier finds.'),
    })
    .optional(),
})

/** Certain enough to name a placeholder by. */
const minConfidence = 0.8

/** The request of the port: known fields, and the identifier as the one who names and types what varies. */
export function induceRequest(
  input: z.output<z.ZodObject<ReturnType<typeof inductionInput>>>,
  ports: Pick<Ports, 'settings' | 'identifiers'>,
  { signal }: Context,
): InduceRequest {
  const locale = input.options?.locale ?? ports.settings.locale
  return {
    fields: input.fields.map(present),
    locale,
    pages: ports.settings.limits.pages,
    identify: async (text) => {
      if (input.options?.identify === false) return []
      const request = { model: modelOfText(text), profile: 'auto' as const, locale, minConfidence }
      return (await ports.identifiers.get().identify(request, { signal })).fields
    },
  }
}
