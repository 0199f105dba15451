import { ChanceryError, type EmailContent, invalidRequest } from '@chancery/core'

/** Lines and tags of a page: a newsletter has some 4,000 in all, a report of 1,000 rows 10,000. */
const piecesOfPage = 50
/** UTF-16 units of subject, html and text: mail programs cut off html of some 100,000. */
const unitsOfPage = 1000

const lineEndOrTag = /\r\n?|[\n<]/g

const piecesIn = ({ text = '', html = '' }: EmailContent): number => {
  let count = 0
  for (const part of [text, html]) for (const _ of part.matchAll(lineEndOrTag)) count++
  return count
}

const unitsIn = ({ subject, text = '', html = '' }: EmailContent): number => subject.length + text.length + html.length

/** What text has none or little of: controls, and what stands for bytes that are no character (French in Latin-1, read as UTF-8: 1 in 20). */
// oxlint-disable-next-line no-control-regex -- they are what is looked for.
const noText = /[\0-\x08\x0e-\x1f\x7f-\x9f\ufffd]+/g
const mostNoText = 0.15

const shareOfNoText = (sample: EmailContent): number => {
  let count = 0
  for (const part of [sample.subject, sample.text ?? '', sample.html ?? ''])
    for (const [found] of part.matchAll(noText)) count += found.length
  return count / Math.max(1, unitsIn(sample))
}

/**
 * Refuses what would take long to compare for what it is: the work grows with lines and tags, and with characters. Bytes of
 * a file in place of text have nothing in common with any other sample.
 * @param pages that a sample may have; all samples together may have twice as many
 * @throws `payload_too_large`, at the sample; `invalid_request` (`not_text`) where it is no text
 */
export function boundSamples(samples: readonly EmailContent[], pages: number): void {
  for (const [number, sample] of samples.entries()) {
    if (shareOfNoText(sample) <= mostNoText) continue
    throw invalidRequest(
      `/samples/${number}`,
      'not_text',
      'The sample is no text: more than a seventh of it are control characters, or bytes that stand for no character.',
      'Give subject, text and html as text; a file of an e-mail goes into `document`.',
    )
  }
  bound(samples, unitsIn, { what: 'characters', code: 'too_long', ofOne: pages * unitsOfPage })
  bound(samples, piecesIn, { what: 'lines and tags', code: 'too_many_pieces', ofOne: pages * piecesOfPage })
}

interface Bound {
  readonly what: string
  readonly code: string
  readonly ofOne: number
}

function bound(samples: readonly EmailContent[], count: (sample: EmailContent) => number, within: Bound): void {
  const ofAll = 2 * within.ofOne
  let all = 0
  for (const [number, sample] of samples.entries()) {
    const own = count(sample)
    all += own
    if (own > within.ofOne) throw tooLarge(`/samples/${number}`, within, within.ofOne, own, 'one e-mail')
    if (all > ofAll) throw tooLarge('/samples', within, ofAll, all, 'all samples together')
  }
}

const tooLarge = (
  pointer: string,
  { what, code }: Bound,
  limit: number,
  actual: number,
  whose: string,
): ChanceryError =>
  new ChanceryError('payload_too_large', `There are more ${what} in ${whose} than can be compared.`, {
    violations: [
      {
        pointer,
        code,
        message: `At most ${limit.toLocaleString('en')} ${what}.`,
        hint: 'Give fewer or shorter samples; parts that are the same in all can be left out.',
      },
    ],
    details: { what, limit, actual, growsWith: 'pages' },
  })
