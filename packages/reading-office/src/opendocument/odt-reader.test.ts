import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeXml, odfNamespaces, odfOf, type OdfFixture } from '../package/package-fixture.ts'
import { outline, readForTest } from '../reading-for-test.ts'

const read = (fixture: OdfFixture, request = {}) => readForTest(odfOf('text', fixture), 'odt', request)

const listStyle = (name: string, ...levels: readonly string[]): string =>
  `<text:list-style style:name="${name}">${levels.join('')}</text:list-style>`
const numbered = (level: number, format: string, rest = ''): string =>
  `<text:list-level-style-number text:level="${level}" style:num-format="${format}" style:num-suffix="." ${rest}/>`
const item = (content: string, attributes = ''): string => `<text:list-item ${attributes}>${content}</text:list-item>`
const p = (text: string): string => `<text:p>${text}</text:p>`

describe('odt', () => {
  it('reads headings, white space, links, notes, comments, headers and footers in order', async () => {
    const model = await read({
      body:
        '<text:h text:outline-level="1">One</text:h>' +
        `<text:p>a   b<text:s text:c="3"/>c<text:tab/>d<text:line-break/>e\n f<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>${p('foot')}</text:note-body></text:note>` +
        `<office:annotation><dc:creator>Ada</dc:creator>${p('remark')}</office:annotation> <text:span> g</text:span></text:p>` +
        '<text:h text:outline-level="2">Two</text:h><text:p>see <text:a xlink:href="#Mark">it</text:a>, not <text:a xlink:href="java&#9;script:x()">that</text:a></text:p>',
      styles:
        `<office:styles><text:outline-style><text:outline-level-style text:level="1" style:num-format="1"/><text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/></text:outline-style></office:styles>` +
        `<office:master-styles><style:master-page style:name="Standard"><style:header>${p('Head')}</style:header><style:footer>${p('Foot')}</style:footer></style:master-page><style:master-page style:name="Unused"><style:header>${p('Never')}</style:header></style:master-page></office:master-styles>`,
      meta: '<dc:title>My title</dc:title>',
    })
    expect(outline(model)).toEqual([
      'header | Head',
      'heading 1 1 | One',
      'paragraph | a b   c\td\ne f g',
      'heading 2 1.1 | Two',
      'paragraph | see it, not that',
      'footnote 1 | foot',
      'comment | remark',
      'footer | Foot',
    ])
    expect(model.links.map(({ anchor, url }) => [anchor, url])).toEqual([['Mark', undefined]])
    expect(model.outline.map(({ title }) => title)).toEqual(['1 One', '1.1 Two'])
    expect(model.outline.map(({ start = 0 }) => model.text.slice(start, start + 5))).toEqual(['1 One', '1.1 T'])
    expect(model.metadata['title']).toBe('My title')
  })

  it('computes the markers of lists', async () => {
    const model = await read({
      automaticStyles: listStyle(
        'L',
        numbered(1, 'a', 'text:start-value="2"'),
        numbered(2, 'i', 'text:display-levels="2"'),
      ),
      body:
        `<text:list text:style-name="L">${item(p('b') + p('goes on') + `<text:list>${item(p('b.i'))}${item(p('b.ii'))}</text:list>`)}${item(p('c'))}</text:list>` +
        `${p('between')}<text:list text:style-name="L" text:continue-numbering="true">${item(p('d'))}${item(p('h'), 'text:start-value="8"')}</text:list>` +
        `<text:list text:style-name="L">${item(p('anew'))}</text:list>`,
    })
    expect(outline(model)).toEqual([
      'list-item 1 b. | b',
      'paragraph | goes on',
      'list-item 2 b.i. | b.i',
      'list-item 2 b.ii. | b.ii',
      'list-item 1 c. | c',
      'paragraph | between',
      'list-item 1 d. | d',
      'list-item 1 h. | h',
      'list-item 1 b. | anew',
    ])
    expect(model.blocks[1]?.parent).toBe(0)
  })

  it('counts in ordinals, with zeros, and through levels that are left out', async () => {
    const list = (name: string, ...levels: readonly string[]): string =>
      `<text:list text:style-name="${name}">${levels.join('')}</text:list>`
    const model = await read({
      automaticStyles:
        listStyle('O', numbered(1, '1st')) +
        listStyle('Z', numbered(1, '01, 02, 03, ...')) +
        listStyle('S', numbered(1, '1'), numbered(2, 'a'), numbered(3, 'i')),
      body:
        list('O', item(p('first'))) +
        list('Z', item(p('zero'))) +
        list(
          'S',
          item(`<text:list><text:list-item><text:list>${item(p('deep'))}</text:list></text:list-item></text:list>`),
          item(`<text:list>${item(p('next'))}</text:list>`),
        ),
    })
    expect(outline(model)).toEqual([
      'list-item 1 1st. | first',
      'list-item 1 01. | zero',
      'list-item 3 i. | deep',
      'list-item 2 b. | next',
    ])
  })

  it('counts plainly where a level is not said, and goes on with the item above where a sign is blank', async () => {
    const bullet = (sign: string): string => `<text:list-level-style-bullet text:level="1" text:bullet-char="${sign}"/>`
    const model = await read({
      automaticStyles: listStyle('L', numbered(1, 'A')) + listStyle('B', bullet(' ')),
      body:
        `<text:list text:style-name="L">${item(`${p('a')}<text:list>${item(p('deep'))}${item(p('deeper'))}</text:list>`)}</text:list>` +
        `<text:list text:style-name="B">${item(p('more'))}</text:list>`,
    })
    expect(outline(model)).toEqual([
      'list-item 1 A. | a',
      'list-item 2 1. | deep',
      'list-item 2 2. | deeper',
      'paragraph | more',
    ])
    expect(model.blocks[3]?.parent).toBe(0)
  })

  it('knows terms and definitions by their styles, and code whose words look different', async () => {
    const named = (name: string): string =>
      `<style:style style:name="${name.replaceAll(' ', '_20_')}" style:display-name="${name}" style:family="paragraph"/>`
    const fixed = (name: string, more: string): string =>
      `<style:style style:name="${name}" style:family="text"><style:text-properties fo:font-family="Courier New"${more}/></style:style>`
    const model = await read({
      automaticStyles: fixed('F', '') + fixed('K', ' fo:font-weight="bold"'),
      styles: `<office:styles>${named('Definition Term Tight')}${named('List Contents')}</office:styles>`,
      body:
        '<text:p text:style-name="Definition_20_Term_20_Tight">Word</text:p><text:p text:style-name="List_20_Contents">its sense</text:p>' +
        '<text:p><text:span text:style-name="K">return</text:span> <text:span text:style-name="F">f(x);</text:span></text:p>',
    })
    expect(outline(model)).toEqual(['term | Word', 'definition | its sense', 'code | return f(x);'])
  })

  it('reads hidden runs, signs and readings, and what stands around the text once', async () => {
    const master = (name: string): string =>
      `<style:master-page style:name="${name}" style:next-style-name="B"><style:footer>${p('Foot')}<table:table><table:table-row><table:table-cell>${p('cell')}</table:table-cell></table:table-row></table:table></style:footer></style:master-page>`
    const model = await read({
      automaticStyles:
        '<style:style style:name="H" style:family="text"><style:text-properties text:display="none"/></style:style>' +
        '<style:style style:name="W" style:family="text"><style:text-properties style:font-name="Wingdings"/></style:style>',
      body:
        '<text:p>a<text:span text:style-name="H">secret<text:span text:style-name="W"> \uf0fc</text:span></text:span>b <text:span text:style-name="W">\uf0fc\ue000</text:span></text:p>' +
        '<text:p><text:ruby><text:ruby-base>漢字</text:ruby-base><text:ruby-text>かんじ</text:ruby-text></text:ruby></text:p>' +
        '<table:table><table:table-row><table:table-cell><text:p>c<text:span text:style-name="H">inside</text:span></text:p></table:table-cell></table:table-row></table:table>' +
        `<text:p>n<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>${p('one')}${p('two')}</text:note-body></text:note></text:p>`,
      styles: `<office:master-styles>${master('Standard')}${master('B')}</office:master-styles>`,
    })
    expect(model.blocks.map(({ layer }, at) => `${layer} ${outline(model)[at]}`)).toEqual([
      'body paragraph | ab ✓\ue000',
      'hidden paragraph | secret ✓',
      'body paragraph | 漢字(かんじ)',
      'body table | c',
      'hidden paragraph | inside',
      'body paragraph | n',
      'note footnote 1 | one',
      'note footnote | two',
      'furniture footer | Foot',
      'furniture table | cell',
    ])
  })

  const changes =
    `<text:tracked-changes><text:changed-region text:id="i"><text:insertion><office:change-info><dc:creator>Ada</dc:creator><dc:date>2026-01-01T00:00:00</dc:date></office:change-info></text:insertion></text:changed-region>` +
    `<text:changed-region text:id="d"><text:deletion><office:change-info><dc:creator>Bob</dc:creator></office:change-info>${p('old ')}</text:deletion></text:changed-region></text:tracked-changes>`
  it.each([
    [
      'accept',
      ['keep new', 'more end'],
      [
        ['insertion', 'new', true],
        ['insertion', 'more', true],
        ['deletion', 'old ', false],
      ],
    ],
    [
      'reject',
      ['keep old  end'],
      [
        ['deletion', 'old ', true],
        ['insertion', 'newmore', false],
      ],
    ],
    [
      'all',
      ['keep old new', 'more end'],
      [
        ['deletion', 'old ', true],
        ['insertion', 'new', true],
        ['insertion', 'more', true],
      ],
    ],
  ] as const)('reads tracked changes: %s', async (revisions, texts, expected) => {
    const model = await read(
      {
        body: `${changes}<text:p>keep <text:change text:change-id="d"/><text:change-start text:change-id="i"/>new</text:p><text:p>more<text:change-end text:change-id="i"/> end</text:p>`,
      },
      { revisions },
    )
    expect(model.blocks.map(({ span }) => model.text.slice(span.start, span.end))).toEqual(texts)
    expect(model.revisions.map(({ type, text, span }) => [type, text, span !== undefined])).toEqual(expected)
  })

  it('loses nothing before an insertion that never ends', async () => {
    const body = `${changes}<text:p>kept <text:change-start text:change-id="i"/>new</text:p>`
    expect((await read({ body }, { revisions: 'reject' })).text).toBe('kept ')
    expect((await read({ body }, { revisions: 'accept' })).text).toBe('kept new')
  })

  it('reads tables with spans, frames, formulas, forms and hidden sections', async () => {
    const model = await read({
      body:
        `<office:forms><form:form><form:checkbox form:name="agree" form:current-state="checked"/></form:form></office:forms>` +
        `<table:table><table:table-header-rows><table:table-row><table:table-cell table:number-columns-spanned="2">${p('h')}</table:table-cell><table:covered-table-cell/></table:table-row></table:table-header-rows><table:table-row><table:table-cell>${p('a')}${p('b')}</table:table-cell><table:table-cell><table:table><table:table-row><table:table-cell>${p('n')}</table:table-cell><table:table-cell>${p('m')}</table:table-cell></table:table-row></table:table></table:table-cell></table:table-row></table:table>` +
        `<text:p>x <draw:frame text:anchor-type="as-char"><draw:object xlink:href="./Object 1"/></draw:frame> y<draw:frame><draw:text-box>${p('boxed')}</draw:text-box></draw:frame><draw:frame><draw:image xlink:href="Pictures/1.jpg"/><svg:desc>A cat</svg:desc></draw:frame></text:p>` +
        `<text:section text:display="none">${p('secret')}</text:section>`,
      parts: {
        'Object 1/content.xml':
          '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac><annotation>no</annotation></semantics></math>',
      },
    })
    expect(outline(model)).toEqual([
      'table | h\na\nb\tn\tm',
      'paragraph | x (a)/(b+1) y',
      'text-box | boxed',
      'figure | ',
      'paragraph | secret',
    ])
    expect(model.formulas.map(({ latex, span }) => [latex, model.text.slice(span.start, span.end)])).toEqual([
      ['\\frac{a}{b+1}', '(a)/(b+1)'],
    ])
    expect(model.tables[0]).toMatchObject({ headerRows: 1, rows: 2, columns: 2 })
    expect(model.blocks.at(-1)?.layer).toBe('hidden')
    expect(model.images).toEqual([{ contentType: 'image/jpeg', altText: 'A cat' }])
    expect(model.formFields).toEqual([{ name: 'agree', type: 'checkbox', value: true }])
  })

  it('tells pages by where they were last broken', async () => {
    const model = await read({
      automaticStyles:
        '<style:style style:name="B" style:family="paragraph"><style:paragraph-properties fo:break-before="page"/></style:style>',
      body: `${p('one')}${p('still<text:soft-page-break/> one')}${p('two')}<text:p text:style-name="B">three</text:p>`,
    })
    expect(
      model.pages.map(({ number, approximate, span }) => [number, approximate, model.text.slice(span.start, span.end)]),
    ).toEqual([
      [1, true, 'one\nstill one'],
      [2, true, 'two'],
      [3, true, 'three'],
    ])
  })

  it('keeps the text of any paragraphs, whatever they hold', async () => {
    const content = fc.array(fc.stringMatching(/^[\p{L}\p{S}<&>\d]{1,8}( [\p{L}\d]{1,4})?$/u), {
      minLength: 1,
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(content, async (texts) => {
        const model = await read({ body: texts.map((text) => p(`<text:span>${escapeXml(text)}</text:span>`)).join('') })
        expect(model.text).toBe(texts.join('\n'))
      }),
      { numRuns: 40 },
    )
  })

  it('refuses repeated cells beyond the limit, circles of styles and what is no text', async () => {
    const bomb = `<table:table><table:table-row table:number-rows-repeated="99999999"><table:table-cell table:number-columns-repeated="99999999">${p('x')}</table:table-cell></table:table-row></table:table>`
    await expect(read({ body: bomb })).rejects.toMatchObject({ code: 'payload_too_large' })
    const circle =
      '<style:style style:name="A" style:family="paragraph" style:parent-style-name="B"/><style:style style:name="B" style:family="paragraph" style:parent-style-name="A"/>'
    expect((await read({ automaticStyles: circle, body: '<text:p text:style-name="A">x</text:p>' })).text).toBe('x')
    await expect(
      read({ body: '', parts: { 'content.xml': `<office:document-content ${odfNamespaces}/>` } }),
    ).rejects.toMatchObject({ code: 'document_corrupt' })
  })
})

it('tells how a whole paragraph was set by hand, not how its style looks, and what is struck out in any case', async () => {
  const style = (name: string, properties: string, more = ''): string =>
    `<style:style style:name="${name}" style:family="paragraph" ${more}><style:text-properties ${properties}/></style:style>`
  const struck = 'style:text-line-through-style="solid"'
  const { text, runs } = await read({
    styles: `<office:styles>${style('Loud', 'fo:font-weight="bold"')}${style('Gone', struck)}</office:styles>`,
    automaticStyles: style('P1', struck) + style('P2', 'fo:font-style="italic"', 'style:parent-style-name="Loud"'),
    body: ['Loud', 'Gone', 'P1', 'P2'].map((name) => `<text:p text:style-name="${name}">of ${name}</text:p>`).join(''),
  })
  expect(runs.map(({ span: { start, end }, ...own }) => [text.slice(start, end), own])).toEqual([
    ['of Gone', { strike: true }],
    ['of P1', { strike: true }],
    ['of P2', { italic: true }],
  ])
})

it('keeps looks but those of a style, notes, comments with what they are about, figures, quotes and code', async () => {
  const look = (name: string, properties: string): string =>
    `<style:style style:name="${name}" style:family="text"><style:text-properties ${properties}/></style:style>`
  const span = (style: string, text: string): string => `<text:span text:style-name="${style}">${text}</text:span>`
  const styled = (style: string, text: string): string => `<text:p text:style-name="${style}">${text}</text:p>`
  const model = await read({
    automaticStyles:
      look('B', 'fo:font-weight="bold"') +
      look('S', 'style:text-position="super 58%"') +
      look('L', 'style:text-line-through-style="solid"') +
      look('M', 'style:font-name="Courier New"') +
      '<style:style style:name="H" style:family="paragraph"><style:text-properties fo:font-weight="bold"/></style:style>',
    styles:
      '<office:styles><style:style style:name="Quotations" style:family="paragraph"/><style:style style:name="Figure" style:family="paragraph"/></office:styles>',
    body:
      styled('H', `all ${span('B', 'bold')}`) +
      p(
        `a ${span('B', `b${span('S', '2')}`)} ${span('L', 'c')}<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>${p('net')}${p('of tax')}</text:note-body></text:note> ` +
          `<office:annotation office:name="k"><dc:creator>Ada</dc:creator><dc:date>2026-03-01T10:00:00</dc:date>${p('why')}</office:annotation>d<office:annotation-end office:name="k"/> e`,
      ) +
      styled('Quotations', 'said') +
      p(span('M', 'if (a) {')) +
      p(span('M', '<text:s text:c="2"/>b();')) +
      p('<draw:frame><svg:desc>Plan</svg:desc><draw:image xlink:href="Pictures/a.png"/></draw:frame>') +
      styled('Figure', 'Fig. 1'),
  })
  const { text, blocks } = model
  expect(model.runs.map(({ span: { start, end }, ...own }) => [text.slice(start, end), own])).toEqual([
    ['all bold', { bold: true }],
    ['b', { bold: true }],
    ['2', { bold: true, script: 'super' }],
    ['c', { strike: true }],
  ])
  expect(outline(model)).toEqual([
    'paragraph | all bold',
    'paragraph | a b2 c d e',
    'paragraph | said',
    'code | if (a) {\n  b();',
    'figure | ',
    'caption | Fig. 1',
    'footnote 1 | net',
    'footnote | of tax',
    'comment | why',
  ])
  expect(blocks.map(({ parent, quote }) => quote ?? parent)).toEqual([
    undefined,
    undefined,
    1,
    undefined,
    undefined,
    4,
    1,
    6,
    1,
  ])
  const about = blocks.at(-1)?.about
  expect([text.slice(about?.start, about?.end), blocks.at(-1)?.author, blocks.at(-1)?.date]).toEqual([
    'd',
    'Ada',
    '2026-03-01T10:00:00',
  ])
  expect(model.notes).toMatchObject([{ span: { start: text.indexOf(' d e') }, block: 6 }])
})
