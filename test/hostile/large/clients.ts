import { deep, type LargeAttack, of } from './large-attack.ts'

export const csvAttacks: readonly LargeAttack<string>[] = [
  ['100,000 of one name', () => `name,email,phone\n${'Ada Byron,,\n'.repeat(100_000)}`],
  ['100,000 of one telephone', () => `name,email,phone\n${of(100_000, (n) => `Ada ${n},,+49 30 1234567\n`)}`],
  ['100,000 of one address', () => `name,email,phone\n${of(100_000, (n) => `Ada ${n},ada@example.com,\n`)}`],
  ['100,000 names that are alike', () => `name,email\n${of(100_000, (n) => `Anna${n.toString(2)} Byron,\n`)}`],
  ['1,000,000 short rows', () => `a,b\n${'1,2\n'.repeat(1_000_000)}`],
  ['2,000 rows of 400 columns', () => of(2000, (r) => of(400, (c) => (r === 0 ? `c${c}` : `${r}x${c}`), ','), '\n')],
  ['200 rows of 5,000 columns', () => of(200, (r) => of(5000, (c) => (r === 0 ? `c${c}` : `${r}x${c}`), ','), '\n')],
  ['a cell of a megabyte', () => `name,notes\nAda,"${'The tenant pays. '.repeat(60_000)}"\n`],
  ['a cell of many lines', () => `name,notes\n${`a,"${'b\n'.repeat(1000)}"\n`.repeat(200)}`],
  [
    '20,000 clients of 60 columns',
    () => of(20_000, (row) => of(60, (n) => (row === 0 ? `column ${n}` : `value ${n}`), ','), '\n'),
  ],
  [
    '20,000 of ten telephones and addresses',
    () =>
      `name,${of(10, (n) => `phone ${n},email ${n}`, ',')}\n${of(20_000, (row) => `Ada ${row},${of(10, (n) => `+49 30 ${row}${n},a${row}.${n}@x.org`, ',')}`, '\n')}`,
  ],
  ['20,000 of one id with an address each', () => `id,name,email\n${of(20_000, (n) => `7,Ada Byron,a${n}@x.org\n`)}`],
  ['quotes and lines in 100,000 cells', () => `name,notes\n${of(100_000, (n) => `"Ada ""${n}""","a\nb"\n`)}`],
  [
    '60,000 clients with umlauts, of seven columns',
    () =>
      `Name;Vorname;Straße;PLZ;Ort;Telefon;E-Mail\n${of(60_000, (n) => `Müller${n};Jörg;Hauptstraße ${n};${10_000 + n};Köln;0221 ${n};j${n}@x.de\n`)}`,
  ],
  ['names of thirty words', () => `name\n${of(20_000, (n) => of(30, (word) => `Ada${(n * word) % 997}`, ' '), '\n')}`],
  [
    '40,000 with a day, an amount and typographic quotes',
    () =>
      `Name;Geburtsdatum;Betrag;E-Mail;Notiz\n${of(40_000, (n) => `„Meier“ ${n};${(n % 28) + 1}.03.19${10 + (n % 90)};${n},50 €;m${n}@x.de;„ja – nein“\n`)}`,
  ],
]

export const vcardAttacks: readonly LargeAttack<string>[] = [
  [
    '100,000 of one name',
    () =>
      'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada Byron\r\nN:Byron;Ada;;;\r\nTEL:+49301234567\r\nEND:VCARD\r\n'.repeat(
        100_000,
      ),
  ],
  [
    'one line of 20 MB',
    () => `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:a\r\nNOTE:${'word '.repeat(4_000_000)}\r\nEND:VCARD\r\n`,
  ],
  [
    '5,000 of 60 properties',
    () =>
      of(
        5000,
        (card) =>
          `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada ${card}\r\n${of(60, (n) => `item${n}.TEL;TYPE=cell;PREF=${n}:+49 30 ${card}${n}\r\n`)}END:VCARD\r\n`,
      ),
  ],
  [
    '2,000 of 400 properties that nobody knows',
    () =>
      of(
        2000,
        (card) =>
          `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada ${card}\r\n${of(400, (n) => `X-P${n};X-A=1;X-B="b":v${n}\r\n`)}END:VCARD\r\n`,
      ),
  ],
  [
    '40,000 in quoted-printable',
    () =>
      of(
        40_000,
        (n) =>
          `BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller${n};J=C3=B6rg\r\nADR;HOME:;;Hauptstr. ${n};K=C3=B6ln;;${n};\r\nTEL;CELL:+49 171 ${n}\r\nEND:VCARD\r\n`,
      ),
  ],
  [
    'one of 200,000 telephones',
    () => `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada\r\n${of(200_000, (n) => `TEL:+49 30 ${n}\r\n`)}END:VCARD\r\n`,
  ],
  [
    'cards in cards',
    () => `${'BEGIN:VCARD\r\nVERSION:2.1\r\nFN:a\r\nAGENT:\r\n'.repeat(50_000)}${'END:VCARD\r\n'.repeat(50_000)}`,
  ],
  [
    '20,000 with a note of half a kilobyte',
    () =>
      of(
        20_000,
        (n) =>
          `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Jörg Müller ${n}\r\nN:Müller;Jörg;;;\r\nEMAIL:j${n}@x.de\r\nNOTE:${'Größe – lang '.repeat(40)}\r\nEND:VCARD\r\n`,
      ),
  ],
]

export const jsonAttacks: readonly LargeAttack<string>[] = [
  ['100,000 of one name', () => `[${of(100_000, () => '{"name":"Ada Byron","phone":"+49 30 1234567"}', ',')}]`],
  ['objects 500 deep, 1,000 times', () => `[${of(1000, () => deep(500, '{"a":', '}'), ',')}]`],
  ['a million numbers', () => `{"a":[${'1,'.repeat(1_000_000)}1]}`],
  ['300,000 keys, each another', () => `{${of(300_000, (n) => `"k${n}":"v"`, ',')}}`],
  [
    '20,000 clients of 40 fields',
    () => `[${of(20_000, (row) => `{${of(40, (n) => `"field ${n}":"value ${row}"`, ',')}}`, ',')}]`,
  ],
  ['100,000 clients, a line each', () => of(100_000, (n) => `{"name":"Ada ${n}","email":"a${n}@x.org"}`, '\n')],
  [
    '20,000 clients with objects and lists in them',
    () =>
      `[${of(20_000, (n) => `{"person":{"name":{"given":"Ada${n}","family":"Müller"},"mails":["a${n}@x.org","b${n}@x.org"]},"address":{"street":"Straße ${n}","city":"Köln","zip":"50667"}}`, ',')}]`,
  ],
]
