import { type Attack, utf8 } from './attack.ts'

const megabyte = 1_000_000

/** What regular expressions with overlapping repetitions choke on, a megabyte of each. */
const floods: readonly (readonly [string, string])[] = [
  ['blanks', ' '],
  ['tabs', '\t'],
  ['line feeds', '\n'],
  ['carriage returns', '\r'],
  ['blanks and line feeds', ' \n'],
  ['digits', '1'],
  ['digits and blanks', '1 '],
  ['digits and points', '1.'],
  ['digits and commas', '1,'],
  ['digits and hyphens', '1-'],
  ['digits and slashes', '1/'],
  ['letters', 'a'],
  ['capitals and blanks', 'A '],
  ['words', 'Ab cd '],
  ['double quotes', '"'],
  ['single quotes', "'"],
  ['commas', ','],
  ['semicolons', ';'],
  ['bars', '|'],
  ['colons', ':'],
  ['labels', 'a: '],
  ['hashes', '#'],
  ['stars', '*'],
  ['stars and letters', '*a'],
  ['underscores', '_'],
  ['opening brackets', '['],
  ['links that stay open', '[a]('],
  ['pictures that stay open', '!['],
  ['backticks', '`'],
  ['hyphens', '-'],
  ['table rules', '|-'],
  ['at signs', '@'],
  ['at signs and letters', 'a@'],
  ['points and letters', 'a.'],
  ['plus signs', '+'],
  ['brackets and digits', '(1'],
  ['currency signs', '€'],
  ['amounts', '€1 '],
  ['account numbers', 'DE89 '],
  ['percent signs', '%'],
  ['equals signs', '='],
  ['greater signs', '>'],
  ['lesser signs', '<'],
  ['opening comments', '<!--'],
  ['opening tags', '<a '],
  ['ampersands', '&'],
  ['backslashes', '\\'],
  ['braces', '{'],
  ['combining marks', '\u0301'],
  ['zero-width joiners', '👩\u200d'],
  ['right-to-left overrides', '\u202e'],
  ['replacement characters', '\ufffd'],
]

const tables: readonly (readonly [string, string])[] = [
  ['a quote that stays open', `name,email\n"${'a,b\n'.repeat(200_000)}`],
  ['quotes in quotes', `name,email\n${'"a""",'.repeat(100_000)}`],
  ['100,000 columns', `${'a,'.repeat(100_000)}\n${'1,'.repeat(100_000)}`],
  ['100,000 columns of one name', `${'name,'.repeat(100_000)}x\n1`],
  ['200,000 rows', `name,email\n${'a,a@example.com\n'.repeat(200_000)}`],
  ['a cell of two megabytes', `name,email\n${'a'.repeat(2 * megabyte)},b`],
  ['formulas', 'name,email\n=HYPERLINK("http://127.0.0.1"),@SUM(1)\n+1,-1\n'],
  ['names that belong to objects', '__proto__,constructor,toString\na,b,c\n'],
  ['NULs', 'name,email\na\u0000b,c\u0000\n'],
  ['phone numbers of digits without end', `name,phone\n${`a,${'1'.repeat(5000)}\n`.repeat(200)}`],
  ['dates of digits without end', `name,birthDate\n${`a,${'1/'.repeat(2500)}\n`.repeat(200)}`],
  ['addresses that nearly are', `name,email\n${`a,${'a.'.repeat(2500)}@\n`.repeat(200)}`],
  ['names of titles without end', `name\n${`${'Dr. '.repeat(5000)}\n`.repeat(50)}`],
  ['one line of 20 megabytes', 'a,'.repeat(10 * megabyte)],
  ['one quoted cell of 20 megabytes', `name,email\n"${'ab'.repeat(10 * megabyte)}",b`],
  ['rows that get longer', `a,b\n${Array.from({ length: 2000 }, (_, n) => ','.repeat(n)).join('\n')}`],
  ['lines of all kinds', `name,email\n${'a,b\r\rc,d\n\n\r'.repeat(50_000)}`],
  ['a sign for the delimiter', `sep=a\n${'bab'.repeat(100_000)}\n`],
  ['quotes in the middle', `name,email\n${'a"b"c,d""e\n'.repeat(50_000)}`],
]

const values: readonly (readonly [string, string])[] = [
  ['arrays in each other', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['arrays that stay open', '['.repeat(megabyte)],
  ['objects in each other', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ['keys of objects', '[{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}},"name":"a"}]'],
  ['a key twice', '[{"name":"a","name":"b"}]'],
  ['numbers beyond numbers', '[{"name":1e999,"id":-0,"x":123456789012345678901234567890}]'],
  ['a number of a megabyte', `[{"name":${'1'.repeat(megabyte)}}]`],
  ['100,000 keys', `[{${Array.from({ length: 100_000 }, (_, n) => `"k${n}":1`).join(',')}}]`],
  ['300,000 items', `[${'{},'.repeat(300_000)}{}]`],
  ['a string that stays open', `[{"name":"${'\\"'.repeat(300_000)}`],
  ['lone surrogates', '[{"name":"\\ud800"}]'],
  ['a value that is no object', '[1,null,"a",[[]],true]'],
]

const cards: readonly (readonly [string, string])[] = [
  ['cards in each other', 'BEGIN:VCARD\r\n'.repeat(100_000)],
  ['100,000 cards', 'BEGIN:VCARD\r\nVERSION:4.0\r\nEND:VCARD\r\n'.repeat(100_000)],
  ['a line folded 200,000 times', `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:a${'\r\n b'.repeat(200_000)}\r\nEND:VCARD\r\n`],
  [
    'soft breaks without end',
    `BEGIN:VCARD\r\nVERSION:2.1\r\nFN;ENCODING=QUOTED-PRINTABLE:${'=41=\r\n'.repeat(100_000)}\r\nEND:VCARD\r\n`,
  ],
  ['parameters without end', `BEGIN:VCARD\r\nVERSION:4.0\r\nTEL${';TYPE=home'.repeat(100_000)}:1\r\nEND:VCARD\r\n`],
  ['parameters that stay open', `BEGIN:VCARD\r\nVERSION:4.0\r\nTEL${';A="'.repeat(100_000)}:1\r\nEND:VCARD\r\n`],
  ['commas without end', `BEGIN:VCARD\r\nVERSION:4.0\r\nN:${'a,;\\,'.repeat(100_000)}\r\nEND:VCARD\r\n`],
  [
    '100,000 phone numbers',
    `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:a\r\n${'TEL:+49 30 1234567\r\n'.repeat(100_000)}END:VCARD\r\n`,
  ],
  [
    'a photo of a megabyte',
    `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:a\r\nPHOTO;ENCODING=b:${'A'.repeat(megabyte)}\r\nEND:VCARD\r\n`,
  ],
  ['agents in agents', `${'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:a\r\nAGENT:'.repeat(1000)}${'END:VCARD\r\n'.repeat(1000)}`],
  ['groups without end', `BEGIN:VCARD\r\nVERSION:4.0\r\n${'a.'.repeat(100_000)}TEL:1\r\nEND:VCARD\r\n`],
  ['components without end', `BEGIN:VCARD\r\nVERSION:4.0\r\nADR:${';'.repeat(300_000)}\r\nEND:VCARD\r\n`],
  ['escapes without end', `BEGIN:VCARD\r\nVERSION:4.0\r\nNOTE:${'\\n\\,\\'.repeat(100_000)}\r\nEND:VCARD\r\n`],
  [
    'an address that leads here',
    'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:a\r\nPHOTO:http://127.0.0.1/a.png\r\nSOURCE:file:///etc/passwd\r\nEND:VCARD\r\n',
  ],
  ['a card that stays open', `BEGIN:VCARD\r\nVERSION:4.0\r\n${'NOTE:a\r\n'.repeat(100_000)}`],
  [
    'encodings that nobody knows',
    `BEGIN:VCARD\r\nVERSION:2.1\r\n${'FN;CHARSET=klingon;ENCODING=zzz:=41\r\n'.repeat(20_000)}END:VCARD\r\n`,
  ],
]

/** Texts of all kinds that make readers go back over what they have read, or deeper than their stack. */
export function* textAttacks(): Generator<Attack> {
  for (const [name, unit] of floods) {
    yield { name: `text: ${name}`, bytes: utf8(unit.repeat(megabyte / unit.length)), filename: 'a.txt' }
  }
  yield { name: 'text: one line of five megabytes', bytes: utf8('word '.repeat(megabyte)), filename: 'a.txt' }
  yield { name: 'text: only a mark of UTF-16', bytes: Uint8Array.of(0xff, 0xfe), filename: 'a.txt' }
  yield { name: 'text: half a character of UTF-16', bytes: Uint8Array.of(0xff, 0xfe, 0x41), filename: 'a.txt' }
  yield {
    name: 'text: lone surrogates of UTF-16',
    bytes: Buffer.alloc(100_000, Uint8Array.of(0x00, 0xd8, 0x41, 0x00)),
    filename: 'a.txt',
  }
  yield {
    name: 'text: overlong UTF-8',
    bytes: Buffer.alloc(100_000, Uint8Array.of(0xc0, 0xaf, 0x41)),
    filename: 'a.txt',
  }
  yield {
    name: 'text: every byte there is',
    bytes: Buffer.from(Array.from({ length: 256 }, (_, n) => n)),
    filename: 'a.txt',
  }
  yield { name: 'text: NULs', bytes: Buffer.alloc(megabyte), filename: 'a.txt' }
  yield { name: 'text: nothing', bytes: new Uint8Array(), filename: 'a.txt', expect: 'document_corrupt' }
  for (const [name, body] of tables) yield { name: `csv: ${name}`, bytes: utf8(body), filename: 'a.csv' }
  for (const [name, body] of values) yield { name: `json: ${name}`, bytes: utf8(body), filename: 'a.json' }
  for (const [name, body] of cards) yield { name: `vcard: ${name}`, bytes: utf8(body), filename: 'a.vcf' }
}
