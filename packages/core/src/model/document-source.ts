import * as z from 'zod'
import { looksLikeBase64, notBase64 } from './base64.ts'
import { documentPath } from './document-path.ts'
import { crossFieldCheck } from './cross-field.ts'

const fields = () => ({
  content: z
    .custom<string | Uint8Array>((value) => typeof value === 'string' || value instanceof Uint8Array, {
      error: 'Must be base64 text.',
      params: { code: 'invalid_type' },
    })
    .refine((content) => typeof content !== 'string' || looksLikeBase64(content), {
      message: notBase64.message,
      params: notBase64,
    })
    .optional()
    .meta({
      type: 'string',
      contentEncoding: 'base64',
      description: 'The document itself, as base64. Library users may give bytes.',
    }),
  filename: z.string().min(1).max(1024).optional().describe('Its name; with `content`.'),
  contentType: z.string().max(255).optional().describe('What the caller takes it for; the bytes decide.'),
  path: documentPath.optional().describe('A stored document.'),
  provider: z.string().max(64).optional().describe('The store that has it; absent: the default.'),
  version: z.string().max(255).optional().describe('An older version, where the store keeps them.'),
  url: z.string().max(4096).optional().describe('An address; only hosts on the allow-list.'),
})

const origins = ['content', 'path', 'url'] as const
const allowedWith: Record<(typeof origins)[number], readonly string[]> = {
  content: ['filename', 'contentType'],
  path: ['provider', 'version', 'filename'],
  url: ['filename', 'contentType'],
}

/** Exactly one of `content`, `path` and `url`, and only the fields that go with it. */
function oneOrigin(payload: z.core.ParsePayload<object>): void {
  const value = payload.value as Readonly<Record<string, unknown>>
  const given = origins.filter((origin) => value[origin] !== undefined)
  const [origin] = given
  if (origin === undefined || given.length > 1) {
    payload.issues.push({
      code: 'custom',
      input: value,
      message: given.length === 0 ? 'Give one of content, path and url.' : `Give only one of ${given.join(' and ')}.`,
      params: {
        code: 'one_source',
        hint: 'A document comes as base64 `content`, as a stored `path`, or from a `url`.',
      },
    })
    return
  }
  for (const field of ['filename', 'contentType', 'provider', 'version']) {
    if (value[field] !== undefined && !allowedWith[origin].includes(field)) {
      payload.issues.push({
        code: 'custom',
        input: value[field],
        path: [field],
        message: `\`${field}\` does not go with \`${origin}\`.`,
        params: { code: 'unexpected_field' },
      })
    }
  }
}

const oneOf = origins.map((origin) => ({ required: [origin] }))

/** Wherever a document comes in. */
export const documentSource = z.lazy(() =>
  z.strictObject(fields()).check(crossFieldCheck(oneOrigin)).meta({
    id: 'DocumentSource',
    description: 'A document: as content, as a stored path, or from an address.',
    oneOf,
  }),
)

/** A checked `documentSource`: exactly one of `content`, `path` and `url`, and only the fields that go with it. */
export type DocumentSource = z.output<typeof documentSource>

/** A document that goes along with an e-mail. */
export const attachmentSource = z.lazy(() =>
  z
    .strictObject({
      ...fields(),
      inline: z
        .string()
        .regex(/^[\w.@-]{1,128}$/, 'Must be 1 to 128 letters, digits and signs of `.`, `_`, `@` and `-`.')
        .optional()
        .describe('Content id: the html shows it as `<img src="cid:…">`.'),
    })
    .check(crossFieldCheck(oneOrigin))
    .meta({ id: 'Attachment', description: 'A document source; with `inline`, an image inside the html.', oneOf }),
)

export type AttachmentSource = z.output<typeof attachmentSource>
