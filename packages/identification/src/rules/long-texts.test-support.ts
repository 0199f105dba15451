import { type FieldType, modelOfText, type WantedField } from '@chancery/core'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { describe, it } from 'vitest'
import { createRuleIdentifier } from './rule-identifier.ts'

const field = (name: string, type?: FieldType): WantedField => ({ name, ...(type === undefined ? {} : { type }) })

const identify = (text: string, fields: readonly WantedField[]) =>
  createRuleIdentifier().identify(
    { model: modelOfText(text), profile: 'auto', minConfidence: 0.3, fields },
    { signal: new AbortController().signal },
  )

/** What is repeated, whatever it means. */
const units = [
  '1',
  ' ',
  '1 ',
  'a',
  'A ',
  ':',
  'a: ',
  'between A and B ',
  'Acme Inc. ',
  '1/1/2020 ',
  '$1,',
  '1 A Street ',
  'governed laws ',
  'Name: John Smith\n',
  'Dear ',
  'Mr. ',
  '1 May ',
  'www.',
  'Total\n',
  '2 years ',
  '1%',
  'a-1',
  '("A") ',
  '\t',
  '$1-$2 ',
  '1 to ',
  'July 1 - ',
  '1:2-',
  '☐ a ',
  'EUR 5 ',
  'Ab 1/1\n',
  'first of May ',
]

/** What is repeated as a paper has it, by what it is. */
const papers: readonly (readonly [string, (size: number) => string])[] = [
  ['columns', (size) => 'Seller: Acme Ltd\tBuyer: Bolt Ltd\n14 High Street\t9 Low Road\n'.repeat(size)],
  ['gaps', (size) => 'Name                       '.repeat(size)],
  ['marks', (size) => 'Net: 12.00 EUR Total of items : 15.00 EUR '.repeat(size)],
  ['claims', (size) => 'demanda contra la demanda contra '.repeat(size)],
  ['titles', (size) => 'UMOWA ZLECENIA ALBO DZIEŁA nr '.repeat(size)],
  ['firms', (size) => '電子（有限公司株式会社'.repeat(size)],
  ['sentences', (size) => 'items for a price of 5 EUR, '.repeat(size)],
  ['runs of Han', (size) => '租赁期限为'.repeat(size)],
  ['names before labels', (size) => 'Agent: Sigurd Lie Deres ref ref ref. '.repeat(size)],
  ['terms of law', (size) => 'registered in registered '.repeat(size)],
  ['streets', (size) => 'Unit 3, Works\n12 High Street\n06049 Spoleto\n'.repeat(size)],
]

const fields = [
  field('nipSprzedawcy', 'identifier'),
  field('sprzedawca', 'organization'),
  field('contractEnd', 'date'),
  field('claimant'),
  field('agent'),
  field('itemsPrice', 'money'),
  field('secondParty', 'party'),
  field('租赁期限', 'duration'),
]

/** That the time for text of much of one thing grows linearly, for those that are tried. */
export function longTexts(isTried: (what: string) => boolean): void {
  describe('long text of much of one thing', () => {
    it.each(units.filter(isTried))('is read in linear time: %j', async (unit) => {
      const wanted = ['parties', 'total', 'jurisdiction', 'term', 'x'].map((name) => ({ name }))
      await expectLinearTime(
        12_500,
        (size) => unit.repeat(Math.ceil(size / unit.length)),
        (text) => identify(text, wanted),
      )
    })

    it.each(papers.filter(([what]) => isTried(what)))('is read in linear time: %s', async (_, make) => {
      await expectLinearTime(1000, make, (text) => identify(text, fields))
    })
  })
}

/** Of each kind of pattern one: amounts, days, names, labels, places. */
const usual = new Set(['$1,', '1 May ', 'A ', 'Name: John Smith\n', 'streets'])

/** What `npm test` tries. */
export const isUsual = (what: string): boolean => usual.has(what)
