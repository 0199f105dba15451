import { ChanceryError, type EmailContent } from '@chancery/core'

/** A newsletter has some 4,000, a report of 1,000 rows 10,000. */
const mostOfOne = 25_000
const mostOfAll = 100_000

/** UTF-16 units of subject, html and text: mail programs cut off html of some 100,000. */
const mostUnitsOfOne = 1_000_000
const mostUnitsOfAll = 4_000_000

const lineEndOrTag = /\r\n?|[\n<]/g

const piecesIn = ({ text = '', html = '' }: EmailContent): number => {
  let count = 0
  for (const part of [text, html]) for (const _ of part.matchAll(lineEndOrTag)) count++
  return count
}

const unitsIn = ({ subject, text = '', html = '' }: EmailContent): number => subject.length + text.length + html.length

/**
 * Refuses what would take long to compare for what it is: the work grows with lines and tags, and with characters.
 * @throws `payload_too_large`, at the sample
 */
export function boundSamples(samples: readonly EmailContent[]): void {
  bound(samples, unitsIn, { what: 'characters', code: 'too_long', ofOne: mostUnitsOfOne, ofAll: mostUnitsOfAll })
  bound(samples, piecesIn, { what: 'lines and tags', code: 'too_many_pieces', ofOne: mostOfOne, ofAll: mostOfAll })
}

interface Bound {
  readonly what: string
  readonly code: string
  readonly ofOne: number
  readonly ofAll: number
}

function bound(samples: readonly EmailContent[], count: (sample: EmailContent) => number, within: Bound): void {
  let all = 0
  for (const [number, sample] of samples.entries()) {
    const own = count(sample)
    all += own
    if (own > within.ofOne) throw tooLarge(`/samples/${number}`, within, within.ofOne, own, 'one e-mail')
    if (all > within.ofAll) throw tooLarge('/samples', within, within.ofAll, all, 'all samples together')
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
    details: { what, limit, actual },
  })
