import type { DocumentType, SourceRow, VettedDocument } from '@chancery/core'
import { clientSourceContract } from '@chancery/port-contracts/client-source'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import fc from 'fast-check'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { describe, expect, it } from 'vitest'
import { csvRecords } from './csv-records.ts'
import { createCsvSource, createTsvSource } from './csv-source.ts'

const { signal } = new AbortController()
const plain = { delimiter: ',', quote: '"', escapes: false } as const
const quoted = (value: string): string => `"${value.replaceAll('"', '""')}"`

async function read(input: string | VettedDocument, type: DocumentType = 'csv') {
  const document = typeof input === 'string' ? vettedForTest(input, type) : input
  const { columns, findings, rows, total } = await createCsvSource().read({ document }, { signal })
  const all: SourceRow[] = []
  for await (const row of rows) all.push(row)
  return {
    total,
    columns,
    rows: all,
    cells: all.map(({ values }) => values.map(({ value }) => value)),
    findings: findings.map(({ code }) => code),
    faults: all.map(({ faults }) => faults.map(({ code }) => code).join()),
  }
}

it('tells a record that is longer than any, and reads the others', async () => {
  const { rows, faults } = await read(`Name,Note,City\nAda,${quoted('x'.repeat(1_000_000))},Bath\nAlan,y,London`)
  expect(faults).toEqual(['record_too_long', ''])
  expect(rows[0]?.values).toEqual([{ column: 'Name', value: 'Ada' }])
  expect(rows[1]?.values).toHaveLength(3)
})

clientSourceContract('csv', () => ({
  source: createCsvSource(),
  write: (records) =>
    vettedForTest(
      ['Name,Note', ...records.map(({ name, note }) => `${quoted(name)},${quoted(note)}`)].join('\r\n'),
      'csv',
    ),
  columns: { name: 'Name', note: 'Note' },
  damaged: vettedForTest('Name,Note\nAda,x\nAlan,"y', 'csv'),
}))

clientSourceContract('tsv', () => ({
  source: createTsvSource(),
  write: (records) =>
    vettedForTest(
      ['Name\tNote', ...records.map(({ name, note }) => `${quoted(name)}\t${quoted(note)}`)].join('\n'),
      'tsv',
    ),
  columns: { name: 'Name', note: 'Note' },
  damaged: vettedForTest('Name\tNote\nAda\tx\nAlan\t"y', 'tsv'),
}))

it('takes tabs for the delimiter where the source is told so, whatever else stands in the cells', async () => {
  const document = vettedForTest('Name, first\tName, last\nAda, B\tLovelace, C\n', 'csv')
  const { columns, rows } = await createTsvSource().read({ document }, { signal })
  expect(columns).toEqual(['Name, first', 'Name, last'])
  for await (const { faults } of rows) expect(faults).toEqual([])
})

const two = [
  ['Ada', 'a@x.org'],
  ['Bob', 'b@x.org'],
]
const text = (...lines: string[]): string => lines.join('\n')

describe('odd files', () => {
  it('takes no noise for a text, however short it is', async () => {
    const noise = Uint8Array.from({ length: 224 }, (_, index) => (index * 193 + (index >> 3) * 71) % 256)
    await expect(read(vettedForTest(noise, 'csv'))).rejects.toMatchObject({ code: 'unsupported_document' })
    const slip = text(
      'Name,Email',
      ...Array.from({ length: 20 }, (_, index) => `Ada${index},a${index}@x.org`),
      'B\u0000,',
    )
    expect((await read(slip)).rows).toHaveLength(21)
  })

  it.each<[string, string]>([
    ['commas', text('Name,Email', 'Ada,a@x.org', 'Bob,b@x.org')],
    ['semicolons', text('Name;Email', 'Ada;a@x.org', 'Bob;b@x.org')],
    ['tabs', text('Name\tEmail', 'Ada\ta@x.org', 'Bob\tb@x.org')],
    ['pipes', text('Name|Email', 'Ada|a@x.org', 'Bob|b@x.org')],
    ['CRLF', 'Name,Email\r\nAda,a@x.org\r\nBob,b@x.org\r\n'],
    ['CR', 'Name,Email\rAda,a@x.org\rBob,b@x.org\r'],
    ['mixed line ends', 'Name,Email\r\nAda,a@x.org\nBob,b@x.org\r'],
    ['a byte order mark', '\ufeffName,Email\nAda,a@x.org\nBob,b@x.org'],
    ['sep=;', 'sep=;\r\nName;Email\r\nAda;a@x.org\r\nBob;b@x.org'],
    ['"sep=;"', '"sep=;"\nName;Email\nAda;a@x.org\nBob;b@x.org'],
    ['sep= a tab', 'sep=\t\nName\tEmail\nAda\ta@x.org\nBob\tb@x.org'],
    ['sep= something rare', 'sep=^\nName^Email\nAda^a@x.org\nBob^b@x.org'],
    ['all quoted', text('"Name","Email"', '"Ada","a@x.org"', '"Bob","b@x.org"')],
    ['apostrophes', text("'Name','Email'", "'Ada','a@x.org'", "'Bob','b@x.org'")],
    ['apostrophes below a bare header', text('Name;Email', "'Ada';'a@x.org'", "'Bob';'b@x.org'")],
    ['a rare delimiter', text('Name^Email', 'Ada^a@x.org', 'Bob^b@x.org')],
    ['colons', text('Name:Email', 'Ada:a@x.org', 'Bob:b@x.org')],
    ['blanks behind quotes', text('"Name" ,"Email"', '"Ada" ,"a@x.org"  ', 'Bob,b@x.org')],
    ['blank lines', text('', 'Name,Email', '', 'Ada,a@x.org', ',', '  ', 'Bob,b@x.org', '')],
    ['title lines above', text('Clients of 2024', '', 'Name,Email', 'Ada,a@x.org', 'Bob,b@x.org')],
    ['title lines with delimiters', text('Export,', 'As of 01.02.2024,', 'Name,Email', 'Ada,a@x.org', 'Bob,b@x.org')],
    ['trailing delimiters', text('Name,Email,', 'Ada,a@x.org,', 'Bob,b@x.org,')],
    ['many empty columns', text('Name,Email,,,', 'Ada,a@x.org,,,', 'Bob,b@x.org,,,')],
    ['trailing delimiters in the rows alone', text('Name,Email', 'Ada,a@x.org,', 'Bob,b@x.org,,')],
  ])('%s', async (_name, source) => {
    const { columns, cells, faults } = await read(source)
    expect(columns).toEqual(['Name', 'Email'])
    expect(cells).toEqual(two)
    expect(faults).toEqual(['', ''])
  })

  it.each<[string, string, string[], string[][]]>([
    [
      'decimal commas',
      text('Name;Betrag;Zins', 'A;1,50;2,5', 'B;2,30;3,5'),
      ['Name', 'Betrag', 'Zins'],
      [
        ['A', '1,50', '2,5'],
        ['B', '2,30', '3,5'],
      ],
    ],
    [
      'commas in every value',
      text('Name;Adresse', 'Müller, Hans;Berlin, Mitte, X', 'Maier, Eva;Ulm, Ost, Y'),
      ['Name', 'Adresse'],
      [
        ['Müller, Hans', 'Berlin, Mitte, X'],
        ['Maier, Eva', 'Ulm, Ost, Y'],
      ],
    ],
    [
      'quoted newlines',
      'Name,Address\n"Ada","1 St\r\nTown"\nBob,x',
      ['Name', 'Address'],
      [
        ['Ada', '1 St\r\nTown'],
        ['Bob', 'x'],
      ],
    ],
    ['quoted delimiters', 'Name,Note\n"Lovelace, Ada","a;b"', ['Name', 'Note'], [['Lovelace, Ada', 'a;b']]],
    ['quotes in quotes', 'Name,Note\n"Ada ""Countess"" L","""x"""', ['Name', 'Note'], [['Ada "Countess" L', '"x"']]],
    ['a quote in the middle', 'Name,Note\nAda,5" pipe', ['Name', 'Note'], [['Ada', '5" pipe']]],
    ['one column', 'Email\na@x.org\nb@x.org', ['Email'], [['a@x.org'], ['b@x.org']]],
    [
      'the same name twice',
      'Name,Email,Email\nA,b@x.org,c@x.org',
      ['Name', 'Email', 'Email 2'],
      [['A', 'b@x.org', 'c@x.org']],
    ],
    [
      'names that collide when numbered',
      'Email,Email 2,Email\na@x.org,b@x.org,c@x.org',
      ['Email', 'Email 2', 'Email 3'],
      [['a@x.org', 'b@x.org', 'c@x.org']],
    ],
    ['a nameless column', 'Name,,Email\nA,x,a@x.org', ['Name', 'Column 2', 'Email'], [['A', 'x', 'a@x.org']]],
    ['hostile names', 'Name,__proto__,constructor\nA,b,c', ['Name', '__proto__', 'constructor'], [['A', 'b', 'c']]],
    [
      'names over two lines',
      '"First\nname","E-mail\r\naddress"\nA,a@x.org',
      ['First name', 'E-mail address'],
      [['A', 'a@x.org']],
    ],
    [
      'formulas',
      'Name,Note\n=1+1,"=HYPERLINK(""http://x"")"\n@SUM(A1),-2',
      ['Name', 'Note'],
      [
        ['=1+1', '=HYPERLINK("http://x")'],
        ['@SUM(A1)', '-2'],
      ],
    ],
    ['only a header', 'Name,Email\n', ['Name', 'Email'], []],
    ['nothing', '', [], []],
    ['only blanks', ' \n\n,,,\n', [], []],
    [
      'leading zeros and long numbers',
      'Name,Phone\nA,0012345678901234567890',
      ['Name', 'Phone'],
      [['A', '0012345678901234567890']],
    ],
    ['other scripts', '名前,メール\n山田,a@x.org', ['名前', 'メール'], [['山田', 'a@x.org']]],
    [
      'more columns in the rows than names',
      'Name,Email\nA,a@x.org,1\nB,b@x.org,2',
      ['Name', 'Email', 'Column 3'],
      [
        ['A', 'a@x.org', '1'],
        ['B', 'b@x.org', '2'],
      ],
    ],
  ])('%s', async (_name, source, columns, cells) => {
    const result = await read(source)
    expect(result.columns).toEqual(columns)
    expect(result.cells).toEqual(cells)
    expect(result.faults.join('')).toBe('')
  })

  it('has no header row', async () => {
    const { columns, cells, findings } = await read(text('Ada,a@x.org', 'Bob,b@x.org'))
    expect(columns).toEqual(['Column 1', 'Column 2'])
    expect(cells).toEqual(two)
    expect(findings).toEqual(['no_header_row'])
  })

  it.each([
    [text('Alpha,Beta', 'x,y'), ['header_assumed']],
    [text('Name;Email', 'x;y@x.org'), ['delimiter_found']],
    [text('Report', 'Name,Email', 'x,y@x.org'), ['lines_above_header']],
    [text('Name,Email', 'x,y@x.org'), []],
  ])('tells what was assumed of %j', async (source, codes) => expect((await read(source)).findings).toEqual(codes))

  it.each<[string, string, string[]]>([
    ['a long row', 'Name,Email\nAda,a@x.org\nLovelace, Ada,b@x.org\nBob,c@x.org', ['', 'too_many_cells', '']],
    [
      'a long row far below',
      `Name,Email\n${'A,a@x.org\n'.repeat(150)}B,C,c@x.org`,
      [...Array<string>(150).fill(''), 'too_many_cells'],
    ],
    ['a short row', 'Name,Email,Town\nAda,a@x.org,X\nBob\nEve,e@x.org,Y', ['', 'too_few_cells', '']],
    ['an unclosed quote', 'Name,Email\nAda,"a@x.org\nBob,b@x.org\nEve,e@x.org', ['bad_quotes', '', '']],
    [
      'an unclosed quote above quoted rows',
      'Name,Email\n"Ada,a@x.org\n"Bob","b@x.org"\n"Eve","e@x.org"',
      ['bad_quotes', '', ''],
    ],
    ['a stray quote', 'Name,Email\n"Ada "Countess" L",a@x.org\nBob,b@x.org', ['stray_quote', '']],
  ])('names the fault of %s, and of no other', async (_name, source, faults) =>
    expect((await read(source)).faults).toEqual(faults),
  )

  it('reads the encodings that the guard has decided on', async () => {
    const name = 'Müller – Œuvre €'
    const source = `Name;Ort\n${name};Łódź`
    const utf16 = new Uint8Array(Buffer.from(`\ufeff${source}`, 'utf16le'))
    const big = Uint8Array.from(utf16, (_, index) => utf16[index ^ 1] ?? 0)
    for (const document of [
      vettedForTest(utf16, 'csv'),
      { ...vettedForTest(utf16, 'csv'), charset: 'utf-16le' },
      vettedForTest(big, 'csv'),
    ]) {
      expect((await read(document)).cells).toEqual([[name, 'Łódź']])
    }
    const windows = Uint8Array.from([...Buffer.from('Name\nM'), 0xfc, ...Buffer.from('ller '), 0x96, 0x80])
    const assumed = await read(vettedForTest(windows, 'csv'))
    expect(assumed).toMatchObject({ cells: [['Müller –€']], findings: ['encoding_assumed'] })
    const told = await read({ ...vettedForTest(windows, 'csv'), charset: 'windows-1252' })
    expect(told).toMatchObject({ cells: [['Müller –€']], findings: [] })
    const unknown = { ...vettedForTest(windows, 'csv'), charset: 'x-none' }
    expect(await read(unknown)).toMatchObject({ cells: [['Müller –€']], findings: ['encoding_assumed'] })
    await expect(read(vettedForTest(new Uint8Array(500), 'unknown'))).rejects.toMatchObject({
      code: 'unsupported_document',
    })
  })

  it('refuses more columns than a table of clients has', async () => {
    await expect(read('a,'.repeat(100_000))).rejects.toMatchObject({ code: 'unsupported_document' })
    // A thousand rows below it took the service 54 s: each has the name with it.
    await expect(read(`name,email,${'h'.repeat(100_000)}\nAda,ada@example.com,x`)).rejects.toMatchObject({
      code: 'unsupported_document',
      details: { limit: 100_000, actual: 100_009 },
    })
    await expect(read(`name,email,${'h'.repeat(99_000)}\nAda,ada@example.com,x`)).resolves.toBeDefined()
    await expect(read(`${'Name,'.repeat(100_000)}\nx`)).rejects.toMatchObject({ code: 'unsupported_document' })
  })

  it.each<[what: string, make: (size: number) => string]>([
    ['rows', (size) => `Name,Email\n${'"Lovelace, Ada",a@x.org\n'.repeat(size)}`],
    ['unclosed quotes', (size) => `Name,Email\n${'a,"b\n'.repeat(size)}`],
    ['openings', (size) => `Name,Email\n${'""x,y\n'.repeat(size)}a"b`],
    ['pairs of quotes without end', (size) => `Name,Email\n"${'""'.repeat(5 * size)}`],
    ['quotes', (size) => `Name,Email\n${'"'.repeat(10 * size + 1)}`],
    ['letters in one cell', (size) => `Name,Email\n"${'x'.repeat(10 * size)}",a@x.org`],
    ['stray quotes', (size) => `Name,Email\n"${'a"b'.repeat(3 * size)}",x`],
    ['quoted blanks', (size) => `Name,Email\nx\ny\nz\n${`"a"${' '.repeat(50)}b,`.repeat(size / 10)}`],
  ])('takes linear time for many %s', async (_, make) => {
    await expectLinearTime(4000, make, async (source) => {
      let count = 0
      for (const record of csvRecords(source, plain)) count += record.cells.length > 0 ? 1 : 0
      expect(count).toBeGreaterThan(0)
      await read(source)
    })
  })

  it.each(['@', 'a@'])('looks for the header in a cell of %j in linear time', async (sign) => {
    await expectLinearTime(
      5000,
      (size) => `Name,${sign.repeat(size)}\nAda,x\n`,
      (source) => read(source),
    )
  })

  it('keeps no more cells of a record than say that there are too many', async () => {
    const text = `Name,Email\nAda,${'x,'.repeat(50_000)}\nBob,b@x.org`
    const [, ada, bob] = [...csvRecords(text, plain)].map(({ cells }) => cells.length)
    expect([ada, bob]).toEqual([10_001, 2])
    const { rows } = await read(text)
    expect(rows.map(({ faults }) => faults.map(({ message }) => message))).toEqual([
      ['The row has more than 10000 cells, the table 2 columns.'],
      [],
    ])
  })

  it('gives every record that is not blank as exactly one row, whatever its values', async () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('"', '""', '\n', '\r\n', ',', ';', 'a"b', '=1', ' '),
    )
    const table = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom(',', ';', '\t', '|'), async (records, delimiter) => {
        const lines = records.map((cells) => cells.map(quoted).join(delimiter))
        const result = await read(['Name,Email'.replace(',', delimiter), ...lines].join('\n'))
        const filled = records.filter((cells) => cells.some((each) => each.trim() !== ''))
        expect(result.cells).toEqual(filled.map((cells) => cells.filter((each) => each.trim() !== '')))
        // A row of dashes is no client.
        expect(result.faults.join('').replaceAll('note_row', '')).toBe('')
      }),
      { numRuns: 100 },
    )
  })

  it('loses no line of a file with broken quotes, and resumes at any of them', async () => {
    const line = fc.constantFrom(
      'a,b',
      '"a",b',
      '"a,b',
      'a,"b',
      'a",b',
      '"a"b,c',
      'a',
      'a,b,c',
      '"a""b",c',
      '""x,y',
      '""",x',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 12 }), async (lines) => {
        const source = ['Name,Email', ...lines.map((each, index) => `${each}#${index}`)].join('\n')
        const { rows } = await read(source)
        const seen = rows.flatMap(({ values }) => values.map(({ value }) => value)).join('\n')
        for (const index of lines.keys()) expect(seen.match(new RegExp(`#${index}(?!\\d)`, 'g'))).toHaveLength(1)
        const document = vettedForTest(source, 'csv')
        for (const { cursor, row } of rows) {
          const rest = await createCsvSource().read({ document, cursor }, { signal })
          const numbers: number[] = []
          for await (const each of rest.rows) numbers.push(each.row)
          expect(numbers).toEqual(rows.slice(row).map((each) => each.row))
        }
      }),
      { numRuns: 100 },
    )
  })

  it('are gone on with where a row ended, and only within the document', async () => {
    const document = vettedForTest('name\nAda\nAlan\n', 'csv')
    const { rows } = await read(document)
    expect(rows.map(({ cursor }) => cursor)).toEqual(['1.14.9', '2.14.14'])
    const behind = async (cursor: string): Promise<readonly SourceRow[]> => {
      const all: SourceRow[] = []
      for await (const row of (await createCsvSource().read({ document, cursor }, { signal })).rows) all.push(row)
      return all
    }
    expect(await behind('1.14.9')).toEqual(rows.slice(1))
    // As cursors were before: counted up to.
    expect((await behind('1.14')).map(({ row }) => row)).toEqual([2])
    await expect(behind('1.14.15')).rejects.toMatchObject({ code: 'invalid_request' })
  })

  it('are counted before they are read', async () => {
    const pieces = fc.array(fc.constantFrom('name', 'Ada', ',', ';', '"', '""', '\n', '\r\n', '\r', ' ', '7'), {
      maxLength: 60,
    })
    await fc.assert(
      fc.asyncProperty(pieces, async (list) => {
        const { rows, total } = await read(list.join(''))
        expect(total).toBe(rows.length)
      }),
    )
    const continued = { document: vettedForTest('name\nAda\nAlan\n', 'csv'), cursor: '1.14' }
    expect((await createCsvSource().read(continued, { signal })).total).toBeUndefined()
  })
})

it('tells rows that sum up a list or stand below it from clients, wherever reading begins', async () => {
  const report = text(
    '"First Name","Last Name","Email","Deals"',
    '"Ada","Lovelace","a@x.org","2"',
    '"Total",,,"2"',
    '"Summe","Anna","s@x.org","2"',
    '',
    '"Contacts 2026"',
    '"Copyright (c) 2000-2026 x.example. All rights reserved."',
    '"Acme Inc"',
    '"Total",,,"2"',
  )
  const { rows, faults } = await read(report)
  expect(faults).toEqual(['', 'summary_row', '', 'note_row', 'note_row', 'note_row', 'summary_row'])
  const document = vettedForTest(report, 'csv')
  const behind = await createCsvSource().read({ document, cursor: rows[3]?.cursor ?? '' }, { signal })
  const codes: string[] = []
  for await (const row of behind.rows) codes.push(...row.faults.map(({ code }) => code))
  expect(codes).toEqual(['note_row', 'note_row', 'summary_row'])
})

it('takes names alone at the end of a list for clients', async () => {
  const { faults } = await read(text('Name,Email', 'Ada,a@x.org', '', 'Acme Inc,', 'Bob Stone,'))
  expect(faults).toEqual(['', '', ''])
  const names = ['Ada', 'Bob', 'Cleo', 'Dora', 'Eve']
  expect(
    (await read(text('Name,Email', ...names, 'Total: 5'))).faults.filter((fault) => fault !== 'too_few_cells'),
  ).toEqual(['summary_row'])
  const group = await read(text('Name,Email', 'Zoe,z@x.org', '', ...names, 'Total: 6'))
  expect(group.faults.filter((fault) => fault === 'note_row')).toEqual([])
  // Called Total, with a telephone.
  expect((await read(text('Name,Phone', 'Ada,1', 'Total,1234567', 'Total,12'))).faults).toEqual(['', '', 'summary_row'])
  const long = await read(text('Name,Note', 'Ada,"one', '', 'two', 'Printed on 2026-01-01"', 'Bob,'))
  expect(long.faults).toEqual(['', ''])
})

it.each<[string, string[], string[][]]>([
  [
    'delimiters and apostrophes in apostrophes',
    ["'Name','Note'", "'O''Neil, Bob','a'", "'Ada','x''y'"],
    [
      ["O'Neil, Bob", 'a'],
      ['Ada', "x'y"],
    ],
  ],
  [
    'apostrophes where they are needed',
    ['Name,Note', "'Stone, Bob',a", "'Lovelace, Ada',b", 'Eva,c'],
    [
      ['Stone, Bob', 'a'],
      ['Lovelace, Ada', 'b'],
      ['Eva', 'c'],
    ],
  ],
  [
    'names that begin with one',
    ['Name,Note', "'Abd al-Malik,a", "D'Arcy,'t Hooft", "'tHooft Jan,c'"],
    [
      ["'Abd al-Malik", 'a'],
      ["D'Arcy", "'t Hooft"],
      ["'tHooft Jan", "c'"],
    ],
  ],
  [
    'backslashes',
    ['Name,Note', '"Ada \\"Countess\\" L","he said \\"hi\\""', '"Bob","C:\\\\"'],
    [
      ['Ada "Countess" L', 'he said "hi"'],
      ['Bob', 'C:\\'],
    ],
  ],
])('%s', async (_name, lines, cells) => expect((await read(text(...lines))).cells).toEqual(cells))
