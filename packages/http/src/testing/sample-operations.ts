import { ChanceryError, defineOperation, problemCodes, type ProblemCodeName, partOf } from '@chancery/core'
import * as z from 'zod'

const source = z
  .strictObject({
    content: z
      .custom<string | Uint8Array>((value) => typeof value === 'string' || value instanceof Uint8Array)
      .meta({ type: 'string', contentEncoding: 'base64' }),
    filename: z.string().optional().describe('Its `name`.'),
    contentType: z.string().optional(),
  })
  .meta({ id: 'DocumentSource' })

const produced = z
  .object({ filename: z.string(), contentType: z.string(), content: z.string().optional() })
  .meta({ id: 'ProducedDocument' })

const bytesOf = (content: string | Uint8Array): Buffer =>
  typeof content === 'string' ? Buffer.from(content, 'base64') : Buffer.from(content)

/** A small catalog of real operations, for tests of what lies around them; what they did is in `kept`. */
export const sampleOperations = (kept: string[]) =>
  [
    defineOperation({
      name: 'keep-note',
      area: 'documents',
      summary: 'Keeps a note.',
      description: 'Keeps the `text` in a list.',
      effect: true,
      cost: 'plain',
      takesDocuments: false,
      producesDocuments: false,
      input: z.strictObject({
        text: z.string().min(1).describe('What to <keep>.'),
        tags: z.array(z.string()).optional(),
        count: z.int().min(1).max(9).default(1),
        dryRun: z.boolean().default(false),
      }),
      output: z.object({ number: z.int() }),
      needs: ['clock'],
      problems: ['document_exists', 'provider_failed'],
      examples: [{ title: 'A note', input: { text: "Ms Müller's call" } }],
      async run(input, _ports, context) {
        await new Promise((resolve) => setTimeout(resolve, 1))
        context.signal.throwIfAborted()
        if (input.text === 'there already') throw new ChanceryError('document_exists', 'It is there.')
        const keep = async (): Promise<number> => kept.push(input.text)
        const number = input.dryRun ? kept.length : await partOf(context, 'note', keep)
        context.work?.progress({ done: 1, total: 1 })
        return { data: { number } }
      },
    }),
    defineOperation({
      name: 'measure-documents',
      area: 'documents',
      summary: 'Measures documents.',
      description: 'Answers sizes and names.',
      effect: false,
      cost: 'documents',
      takesDocuments: true,
      producesDocuments: false,
      input: z.strictObject({
        document: source.optional(),
        samples: z.array(source).optional(),
        note: z.string().optional(),
      }),
      output: z.object({
        documents: z.array(z.object({ name: z.string(), type: z.string(), size: z.int() })),
        note: z.string().optional(),
      }),
      needs: [],
      problems: [],
      examples: [{ title: 'Two bytes', input: { document: { content: 'aGk=' } } }],
      async run({ document, samples = [], note }) {
        const documents = [...(document === undefined ? [] : [document]), ...samples].map((given) => ({
          name: given.filename ?? '',
          type: given.contentType ?? '',
          size: bytesOf(given.content).length,
        }))
        return { data: { documents, ...(note === undefined ? {} : { note }) } }
      },
    }),
    defineOperation({
      name: 'print-letters',
      area: 'templates',
      summary: 'Prints letters.',
      description: 'Makes one text document for each name.',
      effect: false,
      cost: 'documents',
      takesDocuments: false,
      producesDocuments: true,
      input: z.strictObject({ names: z.array(z.string()), output: z.string().optional() }),
      output: z.object({ documents: z.array(z.object({ document: produced })) }),
      needs: [],
      problems: ['template_invalid'],
      examples: [{ title: 'One letter', input: { names: ['Anna'] } }],
      async run({ names, output }) {
        return {
          data: {
            documents: names.map((name) => ({
              document: {
                filename: `Brief an "${name}".txt`,
                contentType: 'text/plain',
                ...(output === undefined ? { content: Buffer.from(`Dear ${name},`).toString('base64') } : {}),
              },
            })),
          },
        }
      },
    }),
    defineOperation({
      name: 'go-wrong',
      area: 'clients',
      summary: 'Goes wrong.',
      description: 'Fails as it is told.',
      effect: true,
      cost: 'plain',
      takesDocuments: false,
      producesDocuments: false,
      input: z.strictObject({
        code: z.enum(Object.keys(problemCodes) as [ProblemCodeName, ...ProblemCodeName[]]).optional(),
        way: z.enum(['throw', 'hang', 'break-contract']).default('throw'),
      }),
      output: z.object({ ok: z.boolean() }),
      needs: [],
      problems: [],
      examples: [],
      async run({ code, way }, _ports, { signal, work }) {
        kept.push('tried')
        work?.afterwards(async () => {
          kept.push(`afterwards, of ${work.id}`)
          throw new TypeError('secret text')
        })
        if (way === 'break-contract') return { data: { ok: 'secret text' as unknown as boolean } }
        if (way === 'hang')
          await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        if (code !== undefined) {
          throw new ChanceryError(code, 'As it was told.', { cause: new Error('secret text\n    at secret frame') })
        }
        throw new TypeError('secret text\n    at secret frame')
      },
    }),
  ] as const
