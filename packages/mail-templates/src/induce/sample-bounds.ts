import { ChanceryError, type EmailContent } from '@chancery/core'

/** A newsletter has some 4,000, a report of 1,000 rows 10,000. */
const mostOfOne = 25_000
const mostOfAll = 100_000

const lineEndOrTag = /\r\n?|[\n<]/g

const piecesIn = ({ text = '', html = '' }: EmailContent): number => {
  let count = 0
  for (const part of [text, html]) for (const _ of part.matchAll(lineEndOrTag)) count++
  return count
}

/**
 * Refuses what would take long to compare for what it is: the work grows with lines and tags.
 * @throws `payload_too_large`, at the sample
 */
export function boundSamples(samples: readonly EmailContent[]): void {
  let all = 0
  for (const [number, sample] of samples.entries()) {
    const count = piecesIn(sample)
    all += count
    if (count > mostOfOne) throw tooLarge(`/samples/${number}`, mostOfOne, count, 'one e-mail')
    if (all > mostOfAll) throw tooLarge('/samples', mostOfAll, all, 'all samples together')
  }
}

const tooLarge = (pointer: string, limit: number, actual: number, whose: string): ChanceryError =>
  new ChanceryError('payload_too_large', `There are more lines and tags in ${whose} than can be compared.`, {
    violations: [
      {
        pointer,
        code: 'too_many_pieces',
        message: `At most ${limit.toLocaleString('en')} lines and tags.`,
        hint: 'Give fewer or shorter samples; parts that are the same in all can be left out.',
      },
    ],
    details: { what: 'lines and tags', limit, actual },
  })
