import type { FillRequest, JsonObject } from '@chancery/core'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import PizZip from 'pizzip'
import { describe, expect, it } from 'vitest'
import { compileTemplate } from '../../compile/compiled-template.ts'
import { renderTemplate } from '../../fill/render-template.ts'
import { docx, type DocxParts, escapeXml, p, run, table, textOf } from '../../testing/docx-builder.ts'
import { renderByDocxtemplater } from '../../testing/docxtemplater-renderer.ts'
import { control, field, mergeField } from '../../testing/field-builder.ts'
import { createWordTemplates } from '../../word-templates.ts'

const templates = createWordTemplates()
const { signal } = new AbortController()
const context = { locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: Date.UTC(2026, 10, 21) }
const paragraph = (xml: string): string => `<w:p>${xml}</w:p>`

const fill = (parts: DocxParts | string, data: JsonObject, more: Partial<FillRequest> = {}) =>
  templates.fill(vettedForTest(docx(parts), 'docx'), { ...context, data, missing: 'error', ...more }, { signal })
const xmlOf = (bytes: Uint8Array, name = 'word/document.xml'): string => new PizZip(bytes).file(name)?.asText() ?? ''
const text = async (...given: Parameters<typeof fill>): Promise<string> => textOf((await fill(...given)).content.bytes)

const inner = (name: string): string => field(` MERGEFIELD ${name} `)

describe('fields of a mail merge', () => {
  const cases: readonly (readonly [name: string, xml: string, data: JsonObject, expected: string])[] = [
    ['split over runs', mergeField('Name'), { Name: 'A & B' }, 'A & B'],
    [
      'a simple field',
      '<w:fldSimple w:instr=" MERGEFIELD &quot;Name&quot; \\* MERGEFORMAT "><w:r><w:t>«Name»</w:t></w:r></w:fldSimple>',
      { Name: 'x' },
      'x',
    ],
    ['a dotted path', mergeField('client.name'), { client: { name: 'x' } }, 'x'],
    ['a key with a dot', mergeField('client.name'), { 'client.name': 'x' }, 'x'],
    ['another case and underscores', mergeField('First_Name'), { firstName: 'x' }, 'x'],
    ['underscores for dots', mergeField('Client_Name'), { client: { name: 'x' } }, 'x'],
    ['a name of several words', mergeField('First Name'), { 'First Name': 'x' }, 'x'],
    ['guillemets', mergeField('«Name»'), { Name: 'x' }, 'x'],
    ['upper case', mergeField('a', '\\* Upper'), { a: 'straße' }, 'STRASSE'],
    ['lower case', mergeField('a', '\\*lower'), { a: 'ABC' }, 'abc'],
    ['a first capital', mergeField('a', '\\* FirstCap \\* MERGEFORMAT'), { a: 'ab cd' }, 'Ab cd'],
    ['capitals', mergeField('a', '\\* Caps'), { a: 'ab cd' }, 'Ab Cd'],
    ['a numeric picture', mergeField('a', '\\# "#,##0.00"'), { a: '1234.5' }, '1,234.50'],
    ['a picture with a unit', mergeField('a', "\\# $#,##0.00;($#,##0.00);'nil'"), { a: -3 }, '($3.00)'],
    ['a date picture', mergeField('a', '\\@ "dddd, d MMMM yyyy"'), { a: '2026-03-05' }, 'Thursday, 5 March 2026'],
    ['a German one', mergeField('a', '\\@ "TT.MM.JJJJ"'), { a: '2026-03-05' }, '05.03.2026'],
    ['a French one', mergeField('a', '\\@ "\'le\' j MMMM aaaa"'), { a: '2026-03-05' }, 'le 5 March 2026'],
    ['a Dutch one', mergeField('a', '\\@ "dd-MM-jj"'), { a: '2026-03-05' }, '05-03-26'],
    ['an Italian one', mergeField('a', '\\@ "gg/MM/aaaa"'), { a: '2026-03-05' }, '05/03/2026'],
    ['a time of day', mergeField('a', '\\@ "d/MM h:mm am/pm"'), { a: '2026-03-05T15:30' }, '5/03 3:30 pm'],
    ['a time', mergeField('a', '\\@ "HH:mm"'), { a: '2026-03-05T14:07:00' }, '14:07'],
    ['text around', mergeField('a', '\\b "(" \\f ")"'), { a: 'x' }, '(x)'],
    ['no text around nothing', mergeField('a', '\\b "(" \\f ")"'), { a: '' }, ''],
    ['other switches', mergeField('a', '\\m \\v'), { a: 'x' }, 'x'],
    ['the words of an amount', mergeField('a', '\\* CardText'), { a: 21 }, 'twenty-one'],
    ['words of a place', mergeField('a', '\\* OrdText \\* FirstCap'), { a: 42 }, 'Forty-second'],
    ['an amount on a cheque', mergeField('a', '\\* DollarText'), { a: '14.555' }, 'fourteen and 56/100'],
    ['Roman numerals', mergeField('a', '\\* roman') + mergeField('a', '\\* ROMAN'), { a: 1994 }, 'mcmxcivMCMXCIV'],
    ['letters', mergeField('a', '\\* ALPHABETIC') + mergeField('a', '\\* alphabetic'), { a: 28 }, 'BBbb'],
    ['places of digits', mergeField('a', '\\# "(###) ###-####"'), { a: 5551234567 }, '(555) 123-4567'],
    ['places with too few digits', mergeField('a', '\\# "00-00-00"'), { a: 123 }, '00-01-23'],
    ['groups by a comma before', mergeField('a', '\\# $,0.00'), { a: '1234567.5' }, '$1,234,567.50'],
    ['decimals alone', mergeField('a', '\\# .00'), { a: 1234.5 }, '1234.50'],
    ['groups by spaces', mergeField('a', '\\# "# ##0,00"'), { a: 1234567.5 }, '1,234,567.50'],
    ['groups by apostrophes', mergeField('a', '\\# "#\'##0.00"'), { a: -1234.5 }, '-1,234.50'],
    ['a formula', field([' = (', inner('a'), '+', inner('b'), ') * 2 \\# "0.00" ']), { a: '1.5', b: 3 }, '9.00'],
    ['a formula with a sign', field([' =-', inner('a'), '/4']), { a: 1 }, '-0.25'],
    ['a tag beside', `${run('{b} ')}${mergeField('a')}`, { a: 1, b: 2 }, '2 1'],
  ]
  it.each(cases)('%s', async (_, xml, data, expected) => {
    const {
      content: { bytes },
      missing,
    } = await fill(paragraph(xml), data)
    expect(textOf(bytes)).toBe(expected)
    expect(missing).toEqual([])
    expect(xmlOf(bytes)).not.toMatch(/fldChar|instrText|fldSimple|[\ufdd0-\ufdef]/)
  })

  it('keep the format of what the field showed', async () => {
    const {
      content: { bytes },
    } = await fill(paragraph(mergeField('a') + mergeField('a', '\\* CHARFORMAT')), { a: 'x' })
    expect(xmlOf(bytes)).toContain(
      '<w:p><w:r><w:rPr><w:i/><w:noProof/></w:rPr><w:t xml:space="preserve">x</w:t></w:r><w:r><w:t xml:space="preserve">x</w:t></w:r></w:p>',
    )
  })

  it('follow the locale of the call, and write pictures of other languages', async () => {
    const xml = paragraph(mergeField('a', '\\# "#.##0,00 €"') + run(' ') + mergeField('d', '\\@ "d. MMMM yyyy"'))
    expect(await text(xml, { a: 1234.5, d: '2026-03-05' }, { locale: 'de-DE' })).toBe('1.234,50 € 5. März 2026')
  })

  it.each<readonly [string, string, JsonObject, string]>([
    ['equal', '"M"', { s: 'M' }, 'Mr Lee'],
    ['unequal', '"M"', { s: 'F' }, 'Ms Lee'],
    ['missing', '"M"', {}, 'Ms Lee'],
    ['a wildcard', '"M*"', { s: 'Male' }, 'Mr Lee'],
    ['true', '"TRUE"', { s: true }, 'Mr Lee'],
  ])('IF compares texts: %s', async (_, right, data, expected) => {
    const parts = [' IF ', mergeField('s'), ` = ${right} "Mr `, mergeField('n'), '" "Ms ', mergeField('n'), '" ']
    expect(await text(paragraph(field(parts)), { ...data, n: 'Lee' })).toBe(expected)
  })

  it.each<readonly [string, number | string, string]>([
    ['> 9', '10', 'yes'],
    ['>= 10', 10, 'yes'],
    ['< 9', '10', 'no'],
    ['<= "10"', 10, 'yes'],
    ['<> 10', '10.0', 'no'],
    ['= ""', '', 'yes'],
    ['<> ""', 'x', 'yes'],
  ])('IF compares %s with %s', async (comparison, value, expected) => {
    const xml = paragraph(field([' IF ', mergeField('a'), ` ${comparison} "yes" "no"`]))
    expect(await text(xml, { a: value })).toBe(expected)
  })

  it.each<readonly [string, string]>([
    ['"{g}" = "m"', 'Mr Lee'],
    ['{g | upper} = M', 'Mr Lee'],
    ['"m" <> "{ g }"', 'Ms Lee'],
    ['{{g}} = "m"', 'Mr Lee'],
    ['{absent} = ""', 'Mr Lee'],
  ])('IF compares tags in braces: %s', async (condition, expected) => {
    const xml = paragraph(field([` IF ${condition} "Mr {n}" "Ms {n}" `]))
    const double = condition.includes('{{') ? xml.replaceAll('{n}', '{{n}}') : xml
    expect(await text(double, { g: 'm', n: 'Lee' })).toBe(expected)
  })

  it('IF over a text with a tag in it stays, and says so', async () => {
    const { content, findings } = await fill(paragraph(field([' IF "x{g}" = "xm" "Mr" "Ms" '])), { g: 'm' })
    expect(textOf(content.bytes)).toContain('old')
    expect(findings.map(({ code }) => code)).toContain('field_not_filled')
  })

  it('a formula with functions stays, its fields filled, and says so', async () => {
    const { content, findings } = await fill(paragraph(field([' = ROUND(', inner('a'), ';1) '])), { a: 2.25 })
    expect(xmlOf(content.bytes)).toContain('= ROUND(2.25;1)')
    expect(findings).toEqual([expect.objectContaining({ code: 'field_not_filled', severity: 'warning' })])
  })

  it('IF within IF, and formats within', async () => {
    const inner = field([' IF ', mergeField('b'), ' = 1 "one" "other" '])
    const xml = paragraph(field([' IF ', mergeField('a'), ' = 1 "A: ', inner, '" "none" ']))
    expect(await text(xml, { a: 1, b: 2 })).toBe('A: other')
    expect(await text(xml, { a: 2, b: 1 })).toBe('none')
  })

  it('IF over paragraphs and tables', async () => {
    const mark = (kind: string): string => `<w:r><w:fldChar w:fldCharType="${kind}"/></w:r>`
    const code = (text: string): string =>
      `<w:r><w:rPr><w:b/></w:rPr><w:instrText>${escapeXml(text)}</w:instrText></w:r>`
    const paragraphs = [
      `${run('pre ')}${mark('begin')}${code(' IF ')}${mergeField('a')}${code(' = "x" "One ')}${mergeField('n')}`,
      code('Two" "Else \\"q\\" ') + mergeField('m') + code('" ') + mark('separate') + run('One'),
      run('old'),
      run('Two') + mark('end'),
    ].map((inner) => `<w:p>${inner}</w:p>`)
    const table = `<w:tbl><w:tr><w:tc><w:p>${code('cell ')}${mergeField('n')}</w:p></w:tc></w:tr></w:tbl>`
    const body = paragraphs.toSpliced(1, 0, table).join('') + paragraph(run('end'))
    const shown = await fill(body, { a: 'x', n: 'N', m: '' })
    expect(textOf(shown.content.bytes)).toBe('pre One N\ncell N\nTwo\nend')
    expect(xmlOf(shown.content.bytes)).not.toMatch(/fldChar|instrText|[\ufdd0-\ufdef]/)
    const hidden = await fill(body, { a: 'y', n: '', m: 'M' })
    expect(textOf(hidden.content.bytes)).toBe('pre Else "q" M\nend')
  })

  it('a value over paragraphs', async () => {
    const [begin = '', end = ''] = field(' MERGEFIELD a ', '|').split('|')
    const {
      content: { bytes },
    } = await fill(
      `<w:p>${begin}</w:t></w:r></w:p>${paragraph(run('old'))}<w:p><w:r><w:t>${end}</w:p>${paragraph(run('z'))}`,
      { a: 'A' },
    )
    expect(textOf(bytes)).toBe('A\nz')
  })

  it('regions repeat rows and paragraphs', async () => {
    const row = `<w:tbl><w:tr><w:tc>${paragraph(mergeField('TableStart:Orders') + mergeField('No'))}</w:tc><w:tc>${paragraph(
      mergeField('Total', '\\# 0.00') + mergeField('TableEnd:Orders'),
    )}</w:tc></w:tr></w:tbl>`
    const data = {
      orders: [
        { no: 1, total: 2 },
        { no: 3, total: 4 },
      ],
    }
    expect(await text(table(['No', 'Total']) + row, data)).toBe('No\nTotal\n1\n2.00\n3\n4.00')
    const list =
      paragraph(mergeField('BeginGroup:l')) + paragraph(mergeField('x')) + paragraph(mergeField('EndGroup:l'))
    expect(await text(list, { l: [{ x: 'a' }, { x: 'b' }] })).toBe('a\nb')
  })

  it('NEXT goes on to the next of the records; what is behind the last stays blank', async () => {
    const label = paragraph(mergeField('n') + run(' ') + field(' MERGEREC '))
    const next = paragraph(field(' NEXT ') + mergeField('n'))
    expect(await text(label + next + next, { records: [{ n: 'a' }, { n: 'b' }] })).toBe('a 1\nb')
    expect(await text(label, { n: 'x' })).toBe('x 1')
  })

  describe('ADDRESSBLOCK and GREETINGLINE', () => {
    const address =
      ' ADDRESSBLOCK \\f "<<_TITLE0_ >><<_FIRST0_>><< _LAST0_>>\n<<_COMPANY_\n>><<_STREET1_\n>><<_STREET2_\n>><<_CITY_>><<, _STATE_>><< _POSTAL_>><<\n_COUNTRY_>>" \\l 1033 \\c 2 \\e "United States" \\d '
    const greeting =
      ' GREETINGLINE \\f "<<_BEFORE_ Dear >><<_TITLE0_ >><<_LAST0_>><<_AFTER_ ,>>" \\l 1033 \\e "Dear Sir or Madam," '
    const ada = { title: 'Ms', firstName: 'Ada', last_name: 'Lovelace', Address1: '12 St James Sq', city: 'London' }
    const cases: readonly (readonly [name: string, code: string, data: JsonObject, expected: string])[] = [
      ['what the data has, no empty lines', address, ada, 'Ms Ada Lovelace\n12 St James Sq\nLondon'],
      [
        'all of it',
        address,
        { ...ada, company: 'B & S', 'Address 2': 'Floor 2', state: 'LDN', postalCode: 1234, country: 'UK' },
        'Ms Ada Lovelace\nB & S\n12 St James Sq\nFloor 2\nLondon, LDN 1234\nUK',
      ],
      [
        'no country of the sender',
        address,
        { ...ada, Country: 'United States' },
        'Ms Ada Lovelace\n12 St James Sq\nLondon',
      ],
      ['never a country', ' ADDRESSBLOCK \\c 0 ', { ...ada, country: 'UK' }, 'Ms Ada Lovelace\n12 St James Sq\nLondon'],
      ['a greeting', greeting, ada, 'Dear Ms Lovelace,'],
      ['a greeting of nobody', greeting, { city: 'London' }, 'Dear Sir or Madam,'],
      ['a greeting as usual', ' GREETINGLINE ', ada, 'Dear Ms Lovelace,'],
    ]
    it.each(cases)('%s', async (_, code, data, expected) => {
      const {
        content: { bytes },
        missing,
        findings,
      } = await fill(paragraph(run('x: ') + field(code)), data)
      expect(textOf(bytes)).toBe(`x: ${expected}`)
      expect(missing).toEqual([])
      expect(findings.map(({ code: found }) => found)).not.toContain('field_not_filled')
      expect(xmlOf(bytes)).not.toMatch(/fldChar|instrText|[\ufdd0-\ufdef]/)
    })

    it('by the columns that the template maps', async () => {
      const map = (mapped: string, name: string): string =>
        `<w:fieldMapData><w:type w:val="dbColumn"/><w:name w:val="${name}"/><w:mappedName w:val="${mapped}"/></w:fieldMapData>`
      const settings = `<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:mailMerge><w:odso>${map('Courtesy Title', 'Anrede')}<w:fieldMapData><w:type w:val="null"/><w:column w:val="0"/></w:fieldMapData>${map('Last Name', 'Nachname')}</w:odso></w:mailMerge></w:settings>`
      const parts = { body: paragraph(field(greeting)), files: { 'word/settings.xml': settings } }
      const bytes = docx(parts)
      const zip = new PizZip(bytes)
      const types = zip.file('[Content_Types].xml')?.asText() ?? ''
      const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.settings+xml'
      zip.file(
        '[Content_Types].xml',
        types.replace('</Types>', `<Override PartName="/word/settings.xml" ContentType="${type}"/></Types>`),
      )
      const relations = zip.file('word/_rels/document.xml.rels')?.asText() ?? ''
      const relation = `<Relationship Id="s" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/settings" Target="settings.xml"/>`
      zip.file('word/_rels/document.xml.rels', relations.replace('</Relationships>', `${relation}</Relationships>`))
      const template = vettedForTest(zip.generate({ type: 'uint8array' }), 'docx')
      const data = { Anrede: 'Frau', Nachname: 'Lovelace', title: 'no' }
      const { content } = await templates.fill(template, { ...context, data, missing: 'error' }, { signal })
      expect(textOf(content.bytes)).toBe('Dear Frau Lovelace,')
    })

    it('over paragraphs, for each record', async () => {
      const [begin = '', end = ''] = field('|', 'old').split('|')
      const [first, ...rest] = address.split('\n')
      const lines = [...rest].map(
        (line) => `<w:r><w:instrText xml:space="preserve">${escapeXml(line)}</w:instrText></w:r>`,
      )
      const code = [`${begin}${escapeXml(first ?? '')}</w:instrText></w:r>`, ...lines.slice(0, -1)]
      const last = `${lines.at(-1)}<w:r><w:instrText>${end}`
      const body = [run('To '), ...code.map((each) => each)]
      const xml =
        paragraph(`${body[0]}${body[1]}`) +
        body.slice(2).map(paragraph).join('') +
        paragraph(last) +
        paragraph(run('z'))
      expect(await text(xml, ada)).toBe('To Ms Ada Lovelace\n12 St James Sq\nLondon\nz')
      const next = paragraph(field(greeting)) + paragraph(field(' NEXT ') + field(greeting))
      const records = [{ lastName: 'Ada' }, { lastName: 'Bob' }]
      expect(await text(next, { records })).toBe('Dear Ada,\nDear Bob,')
    })
  })

  it('are shown by the validation as they are written, with what the data lacks', async () => {
    const report = await templates.inspect(
      vettedForTest(docx(paragraph(mergeField('client.name', '\\* Upper') + field(' SKIPIF '))), 'docx'),
      { ...context, data: { client: { nmae: 'x' } } },
      { signal },
    )
    expect(report.tags).toMatchObject([{ kind: 'value', path: 'client.name', tag: 'MERGEFIELD client.name \\* Upper' }])
    expect(report.schema).toMatchObject({ properties: { client: { properties: { name: {} } } } })
    expect(report.findings.map(({ code }) => code)).toEqual(['field_not_filled', 'missing_value', 'unused_data'])
    expect(report.findings[1]?.location).toMatchObject({ text: 'MERGEFIELD client.name \\* Upperold' })
  })

  it('stay fields where the policy keeps what is missing, so that a later fill finds them', async () => {
    const body = paragraph(mergeField('a') + run(' ') + mergeField('b'))
    const first = await fill(body, { a: 1 }, { missing: 'keep' })
    expect(xmlOf(first.content.bytes)).toContain('<w:instrText xml:space="preserve">FIELD </w:instrText>')
    const again = vettedForTest(first.content.bytes, 'docx')
    const {
      content: { bytes },
    } = await templates.fill(again, { ...context, data: { b: 2 }, missing: 'error' }, { signal })
    expect(textOf(bytes)).toBe('1 2')
  })

  it('are missing by policy, and found by name', async () => {
    await expect(fill(paragraph(mergeField('Nmae')), { name: 'x' })).rejects.toMatchObject({
      code: 'data_incomplete',
      violations: [{ location: { tag: 'MERGEFIELD Nmae' } }],
    })
    expect(await text(paragraph(mergeField('a')), {}, { missing: 'highlight' })).toBe('[a]')
  })

  it('of documents are filled where the data has their name; all others stay', async () => {
    const xml = paragraph(field(' DOCVARIABLE City ', 'Rome') + field(' DOCPROPERTY Zip ', '1') + field(' PAGE ', '7'))
    const {
      content: { bytes },
      missing,
    } = await fill(xml + p('{x}'), { city: 'Bonn', x: '' })
    expect(textOf(bytes)).toBe('Bonn DOCPROPERTY Zip 1 PAGE 7')
    expect(missing).toEqual([])
  })

  it('hold values in their code', async () => {
    const linked = paragraph(field(' HYPERLINK "https://x.test/{id}?q={q}" ', 'link'))
    expect(xmlOf((await fill(linked, { id: 'a/b c', q: '"&' })).content.bytes)).toContain(
      ' HYPERLINK &quot;https://x.test/a%2Fb%20c?q=%22%26&quot; ',
    )
    const nested = paragraph(field([' HYPERLINK "', mergeField('url'), '" '], 'link'))
    expect(xmlOf((await fill(nested, { url: 'https://x.test/?a=1' })).content.bytes)).toContain(
      '"https://x.test/?a=1"'.replaceAll('"', '&quot;'),
    )
    const unsafe = await fill(nested, { url: 'java\tscript:alert(1)' })
    expect(xmlOf(unsafe.content.bytes)).not.toContain('script:')
    expect(unsafe.findings).toEqual([expect.objectContaining({ code: 'unsafe_address' })])
  })

  it.each<readonly [string, (size: number) => string]>([
    ['merge fields', (size) => paragraph(mergeField('a').repeat(size))],
    ['words of a field', (size) => paragraph(field(' IF '.repeat(size)))],
    ['open fields', (size) => paragraph('<w:r><w:fldChar w:fldCharType="begin"/></w:r>'.repeat(size))],
  ])('cost time with the number of %s, not more', async (_, make) => {
    await expectLinearTime(375, make, (body) => fill(body, { a: 'x' }))
  })
})

const data = (name: string, inner: string): string =>
  `<w:ffData><w:name w:val="${name}"/><w:enabled/>${inner}</w:ffData>`

describe('fields of old forms', () => {
  it('are filled by their names, and stay where the data has none', async () => {
    const body = paragraph(
      field(
        ' FORMTEXT ',
        '     ',
        data('Text1', '<w:textInput><w:maxLength w:val="3"/><w:format w:val="UPPERCASE"/></w:textInput>'),
      ) +
        field(
          ' FORMTEXT ',
          '',
          data('Due', '<w:textInput><w:type w:val="date"/><w:format w:val="dd.MM.yyyy"/></w:textInput>'),
        ) +
        field(' FORMTEXT ', 'stays', data('Other', '<w:textInput/>')) +
        field(' FORMCHECKBOX ', '', data('Ok', '<w:checkBox><w:sizeAuto/><w:default w:val="0"/></w:checkBox>')) +
        field(
          ' FORMDROPDOWN ',
          '',
          data('Kind', '<w:ddList><w:listEntry w:val="a"/><w:listEntry w:val="Big one"/></w:ddList>'),
        ) +
        field(' FORMDROPDOWN ', '', data('Bad', '<w:ddList><w:listEntry w:val="a"/></w:ddList>')),
    )
    const {
      content: { bytes },
      findings,
      missing,
    } = await fill(body, {
      text1: 'abcd',
      Due: '2026-03-05',
      Ok: true,
      Kind: 'big one',
      Bad: 'z',
    })
    const xml = xmlOf(bytes)
    expect(
      textOf(bytes)
        .replaceAll(/FORM\w+ ?/g, '')
        .trim()
        .split(/\s+/),
    ).toEqual(['ABC', '05.03.2026', 'stays'])
    expect(xml).toContain('<w:default w:val="0"/><w:checked w:val="1"/></w:checkBox>')
    expect(xml).toContain('<w:ddList><w:result w:val="1"/><w:listEntry w:val="a"/>')
    expect(xml).toContain('<w:ddList><w:listEntry w:val="a"/></w:ddList>')
    expect(findings.map(({ code }) => code)).toEqual(['value_shortened', 'unknown_entry'])
    expect(missing).toEqual([])
  })
})

describe('a field of an old form with a tag in it', () => {
  it('is filled by the tag, whatever its own name has', async () => {
    const body = paragraph(field(' FORMTEXT ', '{client}', data('Text1', '<w:textInput/>')))
    const { content } = await fill(body, { client: 'Ann', text1: 'NO' })
    expect(textOf(content.bytes)).toContain('Ann')
    expect(textOf(content.bytes)).not.toContain('NO')
  })
})

const hint = '<w:r><w:rPr><w:rStyle w:val="PlaceholderText"/></w:rPr><w:t>Click here</w:t></w:r>'

describe('content controls', () => {
  it('hold text in a line, a block or a cell, in the format of the control', async () => {
    const inLine = control(
      '<w:alias w:val="Client Name"/><w:lock w:val="sdtContentLocked"/><w:showingPlcHdr/><w:text/>',
      hint,
    )
    const block = control(
      '<w:tag w:val="note"/><w:rPr><w:b/></w:rPr>',
      `<w:p><w:pPr><w:jc w:val="right"/></w:pPr>${run('old')}</w:p>${p('more')}`,
    )
    const cell = `<w:tbl><w:tr>${control('<w:tag w:val="cell"/><w:text/>', `<w:tc><w:tcPr/>${p('old')}</w:tc>`)}</w:tr></w:tbl>`
    const {
      content: { bytes },
      missing,
    } = await fill(
      paragraph(run('To ') + inLine) + block + cell + paragraph(control('<w:tag w:val="none"/>', run('stays'))),
      { client_name: 'A<b', note: 'x\ny', cell: 'C' },
    )
    expect(textOf(bytes)).toBe('To A<b\nx\ny\nC\nstays')
    expect(missing).toEqual([])
    expect(xmlOf(bytes)).not.toMatch(/showingPlcHdr|PlaceholderText/)
    expect(xmlOf(bytes)).toContain('<w:p><w:pPr><w:jc w:val="right"/></w:pPr><w:r>')
  })

  it('with tags inside keep working', async () => {
    expect(await text(paragraph(control('<w:tag w:val="a"/>', run('{b}!'))), { a: 'no', b: 'yes' })).toBe('yes!')
  })

  it('tick boxes with their own signs', async () => {
    const box = (name: string): string =>
      control(
        `<w:tag w:val="${name}"/><w14:checkbox><w14:checked w14:val="0"/><w14:checkedState w14:val="2611" w14:font="Segoe UI Symbol"/></w14:checkbox>`,
        run('☐', '<w:rPr><w:rFonts w:ascii="MS Gothic"/><w:b/></w:rPr>'),
      )
    const {
      content: { bytes },
    } = await fill(paragraph(box('a') + box('b')), { a: true, b: 'no' })
    expect(textOf(bytes)).toBe('☑☐')
    expect(xmlOf(bytes)).toContain('<w14:checked w14:val="1"/>')
    expect(xmlOf(bytes)).toContain('w:ascii="Segoe UI Symbol"')
  })

  it('write dates as they say, and choose from lists by value or text', async () => {
    const date = control(
      '<w:tag w:val="d"/><w:date><w:dateFormat w:val="d. MMMM yyyy"/><w:lid w:val="de-DE"/></w:date>',
      hint,
    )
    const list = (name: string): string =>
      control(
        `<w:tag w:val="${name}"/><w:dropDownList><w:listItem w:displayText="Red" w:value="r"/><w:listItem w:displayText="Blue" w:value="b"/></w:dropDownList>`,
        run('Choose'),
      )
    const combo = control('<w:tag w:val="c"/><w:comboBox><w:listItem w:value="x"/></w:comboBox>', hint)
    const {
      content: { bytes },
      findings,
    } = await fill([date, list('v'), list('t'), list('u'), combo].map(paragraph).join(''), {
      d: '2026-03-05',
      v: 'r',
      t: 'blue',
      u: 'green',
      c: 'free',
    })
    expect(textOf(bytes)).toBe('5. März 2026\nRed\nBlue\nChoose\nfree')
    expect(xmlOf(bytes)).toContain('<w:date w:fullDate="2026-03-05T00:00:00Z">')
    const emptied = await fill(paragraph(date), { d: '' })
    expect([
      textOf(emptied.content.bytes),
      emptied.findings,
      xmlOf(emptied.content.bytes).includes('fullDate'),
    ]).toEqual(['', [], false])
    expect(findings).toEqual([
      expect.objectContaining({ code: 'unknown_entry', location: { part: 'Body', tag: 'w:tag="u"' } }),
    ])
  })

  it('tell the schema what they want', async () => {
    const box = control('<w:tag w:val="ok"/><w14:checkbox/>', run('☐'))
    const date = control('<w:tag w:val="due"/><w:date/>', hint)
    const document = vettedForTest(docx(paragraph(box + date) + paragraph(mergeField('n') + field(' NEXT '))), 'docx')
    const { schema, sampleData } = await templates.inspect(document, context, { signal })
    expect(schema).toMatchObject({
      properties: { ok: { type: 'boolean' }, due: { format: 'date-time' }, records: { type: 'array' } },
    })
    const { findings, missing } = await templates.fill(
      document,
      { ...context, data: sampleData, missing: 'error' },
      { signal },
    )
    expect([findings, missing]).toEqual([[], []])
    await expect(fill(paragraph(date), { due: 'soon' })).rejects.toMatchObject({ code: 'data_incomplete' })
  })

  it('repeat sections over paragraphs and rows, with the controls of each item', async () => {
    const name = control('<w:tag w:val="n"/><w:text/>', run('old'))
    const section = (item: string): string =>
      control('<w:tag w:val="items"/><w15:repeatingSection/>', control('<w15:repeatingSectionItem/>', item))
    const rows = `<w:tbl>${section(`<w:tr><w:tc>${paragraph(name)}</w:tc></w:tr>`)}</w:tbl>`
    const body = section(paragraph(name)) + rows + p('end')
    const {
      content: { bytes },
    } = await fill(body, { items: [{ n: 1 }, { n: 2 }] })
    expect(textOf(bytes)).toBe('1\n2\n1\n2\nend')
    expect(xmlOf(bytes).split('repeatingSectionItem')).toHaveLength(5)
    expect(await text(body, {})).toBe('old\nold\nend')
  })

  const boundTo = async (xpath: string, item: string): Promise<string> => {
    const relations =
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/customXmlProps" Target="itemProps1.xml"/></Relationships>'
    const store = '{5F1C5E3A-0000-4000-8000-000000000001}'
    const body = paragraph(
      control(
        `<w:tag w:val="n"/><w:dataBinding w:prefixMappings="xmlns:a='urn:x'" w:xpath="${xpath}" w:storeItemID="${store}"/><w:text/>`,
        run('old'),
      ),
    )
    const {
      content: { bytes },
    } = await fill(
      {
        body,
        files: {
          'customXml/item1.xml': item,
          'customXml/_rels/item1.xml.rels': relations,
          'customXml/itemProps1.xml': `<ds:datastoreItem xmlns:ds="u" ds:itemID="${store.toLowerCase()}"/>`,
        },
      },
      { n: 'a & b' },
    )
    return xmlOf(bytes, 'customXml/item1.xml')
  }

  it.each([
    ['/a:root[1]/a:name[2]', '<name>one</name><name/>', '<name>one</name><name>a &amp; b</name>'],
    ['/a:root/a:name/@a.b', '<name axb="1" a.b="2"/>', '<name axb="1" a.b="a &amp; b"/>'],
    ['/a:root/a:name/@*', '<name a="1"/>', '<name a="1"/>'],
  ])('write into the XML that they are bound to: %s', async (xpath, before, after) => {
    const root = (inner: string): string => `<root xmlns="urn:x">${inner}</root>`
    expect(await boundTo(xpath, root(before))).toBe(root(after))
  })

  it('hold pictures', async () => {
    const dot =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const body = paragraph(control('<w:tag w:val="logo"/><w:picture/>', '<w:r><w:t>empty</w:t></w:r>'))
    expect(xmlOf((await fill(body, { logo: dot })).content.bytes)).toMatch(
      /<w:sdtContent>.*<w:drawing>.*<\/w:sdtContent>/,
    )
    expect(await text(body, {})).toBe('empty')
  })
})

describe('both renderers', () => {
  const bodies: Readonly<Record<string, string>> = {
    fields: paragraph(mergeField('a') + field([' IF ', mergeField('a'), ' = "A" "', mergeField('b'), '" "no" '])),
    regions:
      paragraph(mergeField('TableStart:list')) +
      paragraph(mergeField('n') + control('<w:tag w:val="n"/>', run('x'))) +
      paragraph(mergeField('TableEnd:list')),
    sections: control(
      '<w:tag w:val="list"/><w15:repeatingSection/>',
      control('<w15:repeatingSectionItem/>', paragraph(control('<w:tag w:val="n"/>', run('x')))),
    ),
    places:
      p('{#list}') +
      paragraph(
        '<w:r><w:drawing><wp:inline><wp:docPr id="9" name="x" descr="{n}: {a}"/></wp:inline></w:drawing></w:r>',
      ) +
      paragraph('<w:hyperlink r:id="link0"><w:r><w:t>x</w:t></w:r></w:hyperlink>') +
      p('{/list}'),
  }
  it.each(Object.entries(bodies))('write the same: %s', async (_, body) => {
    const compiled = await compileTemplate(vettedForTest(docx({ body, links: ['https://x.test/%7Bn%7D'] }), 'docx'))
    const request: FillRequest = {
      ...context,
      missing: 'blank',
      data: { a: 'A', b: 'B', list: [{ n: 'x' }, { n: 'y' }] },
    }
    const own = await renderTemplate(compiled, request)
    const theirs = await renderByDocxtemplater(compiled, request)
    expect([...own.parts]).toEqual([...theirs.parts])
    expect([...own.added.keys()]).toEqual([...theirs.added.keys()])
  })
})

it('tells of minutes in a date picture where the month is meant', async () => {
  const body = paragraph(field([' MERGEFIELD signed \\@ "dd.mm.yyyy" ']))
  const { findings } = await fill(body, { signed: '2026-03-04' })
  expect(findings).toMatchObject([{ code: 'wrong_argument', severity: 'warning', location: { paragraph: 1 } }])
  const right = paragraph(field([' MERGEFIELD signed \\@ "dd.MM.yyyy HH:mm" ']))
  expect((await fill(right, { signed: '2026-03-04T10:00' })).findings).toEqual([])
})

it.each([
  ['no name', field(' MERGEFIELD \\* Upper ', ''), 'field_not_filled'],
  ['a switch without its picture', field(' MERGEFIELD a \\# '), 'field_switch_ignored'],
  ['a formula with half a bracket', field(' = (2 * {a} '), 'field_not_filled'],
  ['an operator that Word has not', field(' IF {a} == "b" "c" "d" '), 'field_not_filled'],
  ['a field that is typed in the code of another', field(' IF { MERGEFIELD a } = "b" "c" '), 'typed_field'],
  ['a slip in its code', field(' MERGEFEILD a '), 'unknown_field'],
  ['a slip in a code that is no merge', field(' DOCPROPERY a '), 'unknown_field'],
  ['no space behind its code', field(' MERGEFIELDName '), 'unknown_field'],
  ['no name', field(' MERGEFIELD '), 'field_not_filled'],
])('tells of a field with %s', async (_, xml, code) => {
  const template = vettedForTest(docx(paragraph(xml)), 'docx')
  const { findings } = await templates.inspect(template, context, { signal })
  expect(findings).toContainEqual(
    expect.objectContaining({ code, hint: expect.any(String), location: expect.objectContaining({ paragraph: 1 }) }),
  )
})
