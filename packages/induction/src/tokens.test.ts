import * as fc from 'fast-check'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { describe, expect, it } from 'vitest'
import { indexMarks, tokenize, tokenizeAddress } from './tokens.ts'

const kinds = (text: string): string[] =>
  tokenize(text)
    .filter(({ kind }) => kind !== 'space')
    .map(({ kind, text: raw }) => `${kind}:${raw}`)

describe('tokens', () => {
  it('lose nothing of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        const tokens = tokenize(text)
        expect(tokens.map((token) => token.text).join('')).toBe(text)
        expect(tokens.every(({ start, end, text: raw }) => text.slice(start, end) === raw && raw !== '')).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['the KT19 RLO is', 'code:KT19 RLO'],
    ['targata FX 123 ZT oggi', 'code:FX 123 ZT'],
    ['das HL-KO 421 steht', 'code:HL-KO 421'],
    ['on 5 March 2024 it', 'date:5 March 2024'],
    ['am 5. März 2024', 'date:5. März 2024'],
    ['le 1er août 2024', 'date:1er août 2024'],
    ['el 5 de mayo de 2024', 'date:5 de mayo de 2024'],
    ['March 5, 2024', 'date:March 5, 2024'],
    ['05.03.2024', 'date:05.03.2024'],
    ['im Februar 2026', 'month:Februar 2026'],
    ['en enero de 2026', 'month:enero de 2026'],
    ['2024-03-05', 'date:2024-03-05'],
    ['(One Thousand Two Hundred and Fifty Pounds)', 'numeral:One Thousand Two Hundred and Fifty Pounds'],
    ['of nine hundred and eighty pounds fifty pence due', 'numeral:nine hundred and eighty pounds fifty pence'],
    ['twenty-one days', 'numeral:twenty-one'],
    ['quatre-vingt-dix euros et cinq centimes', 'numeral:quatre-vingt-dix euros et cinq centimes'],
    ['mil doscientos cincuenta euros', 'numeral:mil doscientos cincuenta euros'],
    ['one hundredth', 'word:one'],
    ['1.234,50 EUR', 'money:1.234,50 EUR'],
    ['1 234,50 €', 'money:1 234,50 €'],
    ['$1,200.00', 'money:$1,200.00'],
    ['EUR 12', 'money:EUR 12'],
    ['19 %', 'percent:19 %'],
    ['anna.meyer@mail.example.org', 'email:anna.meyer@mail.example.org'],
    ['https://a.example/x?y=1', 'url:https://a.example/x?y=1'],
    ['+49 30 1234567', 'phone:+49 30 1234567'],
    ['DE89 3704 0044 0532 0130 00', 'iban:DE89 3704 0044 0532 0130 00'],
    ['INV-2031', 'code:INV-2031'],
    ['2024/0117', 'code:2024/0117'],
    ["O'Brien", "word:O'Brien"],
    ['漢字', 'word:漢'],
    ['金額は12,000円です', 'money:12,000円'],
    ['编号为A1001,', 'code:A1001'],
    ['到期日为2026年5月31日', 'date:2026年5月31日'],
    ['제15조', 'integer:15'],
    ['₹1,20,000', 'money:₹1,20,000'],
    ['1 200,50 руб.', 'money:1 200,50 руб'],
    ['ภายในวันที่ 5 กุมภาพันธ์ 2569', 'date:5 กุมภาพันธ์ 2569'],
    ['เรียนคุณสมชาย', 'word:เรียน'],
    ['តម្លៃ ៥០០ រៀល', 'word:៥០០'],
    ['ราคา๕๐๐บาท', 'word:๕๐๐'],
  ])('read %s as one', (text, token) => {
    expect(kinds(text)).toContain(token)
  })

  it('find marks in scripts that do not part their words', () => {
    const marks = indexMarks([
      { text: '山田太郎', field: 'name' },
      { text: '12', field: 'number' },
    ])
    const found = tokenize('山田太郎様の第12号', marks).filter(({ kind }) => kind === 'mark')
    expect(found.map(({ text }) => text)).toEqual(['山田太郎', '12'])
  })

  it('find marks where they stand alone, the longest first', () => {
    const marks = indexMarks([
      { text: 'Ann', field: 'first' },
      { text: 'Ann Lee', field: 'full' },
    ])
    const found = tokenize('Ann Lee, Ann and Annex', marks).filter(({ kind }) => kind === 'mark')
    expect(found.map(({ text, field }) => [text, field])).toEqual([
      ['Ann Lee', 'full'],
      ['Ann', 'first'],
    ])
  })

  it.each(['1', '1.', '1 ', 'a-', 'a@', '+', '(1', 'DE00 ', '€', "a'", 'Jan', 'www.', 'ก', '1円', '1,', 'ก\u0e31'])(
    'take linear time for %j over and over',
    async (piece) => {
      await expectLinearTime(3750, (size) => piece.repeat(size), tokenize)
    },
  )
})

it('parts the ending of a file from its name in an address', () => {
  const parts = (text: string): string[] => tokenizeAddress(text).map((token) => token.text)
  expect(parts('/qr/ZG-88.png?v=a.b')).toEqual(['/', 'qr', '/', 'ZG-88', '.png', '?', 'v', '=', 'a.b'])
  expect(parts('shop.html.example/x.pdf')).toEqual(['shop.html.example', '/', 'x', '.pdf'])
})

it('parts an address at encoded signs, and keeps numbers whole that the text has', () => {
  const parts = (text: string): string[] =>
    tokenizeAddress(text, undefined, new Set(['MR/4471/26'])).map((token) => token.text)
  expect(parts('mailto:a@b.example?subject=Rechnung%202026-17')).toEqual(
    'mailto : a@b.example ? subject = Rechnung %20 2026-17'.split(' '),
  )
  expect(parts('/m/MR/4471/26/accept')).toEqual(['/', 'm', '/', 'MR/4471/26', '/', 'accept'])
  expect(parts('/MR/4471/9%C3%A9')).toEqual(['/', 'MR', '/', '4471', '/', '9%C3%A9'])
})
