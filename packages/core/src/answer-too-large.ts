import { fieldsAt } from './contract-fields.ts'
import { ChanceryError } from './errors.ts'
import type { Operation } from './operation.ts'

/** What tells how an answer can be had smaller. */
type Answering = Pick<Operation, 'input'> & { readonly stream?: Pick<NonNullable<Operation['stream']>, 'contentType'> }

/**
 * @param limit bytes that an answer may have as JSON, or as the document that it is
 * @param actual how many it has, where that is known
 * @param done whether the call has had its effect
 * @returns a `payload_too_large` that names what makes the answer of this operation smaller
 */
export function answerTooLarge(
  operation: Answering,
  limit: number,
  actual: number | undefined,
  done: boolean,
): ChanceryError {
  const message = `The answer has more than ${limit} bytes.`
  return new ChanceryError(
    'payload_too_large',
    done ? `The call was done, but its answer is not sent: ${message}` : message,
    {
      details: { limit, ...(actual === undefined ? {} : { actual }), unit: 'bytes' },
      violations: [
        { pointer: '', code: 'answer_too_large', message: `At most ${limit} bytes.`, hint: hintFor(operation) },
      ],
    },
  )
}

/** Fields by which a caller gets less, or gets it elsewhere. */
const ways: readonly (readonly [fields: readonly string[], hint: string])[] = [
  [['output'], 'store the result by `output`'],
  [['include'], 'ask for less by `include`'],
  [['pages'], 'ask for some `pages` at a time'],
  [['limit', 'cursor'], 'ask for a page at a time by `limit` and `cursor`'],
  [['depth'], 'ask for less `depth`'],
  [['fields'], 'ask for fewer `fields`'],
  [['minConfidence'], 'ask for more `minConfidence`'],
]

function hintFor({ input, stream }: Answering): string {
  const fields = fieldsAt(input, [])
  const hints = ways.filter(([names]) => names.every((name) => fields.includes(name))).map(([, hint]) => hint)
  const streamed = stream === undefined ? [] : [`take it as bytes by \`Accept: ${stream.contentType}\``]
  const all = [...hints, ...streamed, 'send less in one call'].join(', or ')
  return `${all.charAt(0).toUpperCase()}${all.slice(1)}.`
}
